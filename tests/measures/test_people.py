"""How people buzz: by hand, on players whose ability is known, and on real ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from quiz_night import asked, night, write_buzzes
from zellig.corpora import open_corpus
from zellig.corpora.buzzes import Buzzes, read_buzzes
from zellig.items import Item
from zellig.measures.expected_wins import PUBLISHED
from zellig.measures.people import (
    ABILITIES,
    UNKNOWN,
    ability,
    buzzing,
    by_category,
    describe,
    reached,
    second_half,
)


def table(question: list[int], player: list[int], heard: list[float], right: list[bool]) -> Buzzes:
    """Buzzes in one game, on questions of one set."""
    asked = tuple(Item(f"q{number}", {"text": "Name it."}) for number in range(max(question) + 1))
    players = tuple(f"p{number}" for number in range(max(player) + 1))
    columns = np.array(question), np.array(player), np.zeros(len(question), np.int64)
    unknown = ("",) * len(players)
    words = np.zeros(len(heard), dtype=np.int64)
    return Buzzes(
        asked, players, *columns, np.array(heard), np.where(right, 10, -5), 0, words, unknown, unknown
    )


def crowd(
    generator: np.random.Generator, questions: int = 60, players: int = 30
) -> tuple[Buzzes, np.ndarray]:
    """Everybody buzzes on everything, as often right as able; and the ability of each."""
    able = generator.permutation(players) / players
    question, player = (each.ravel() for each in np.indices((questions, players)))
    right = generator.random(questions * players) < 0.1 + 0.8 * able[player]
    return table(list(question), list(player), [0.5] * len(question), list(right)), able


def test_by_hand() -> None:
    buzzes = table([0, 0, 1, 1], [0, 1, 0, 2], [0.2, 0.6, 1.0, 0.4], [True, False, True, True])
    found = buzzing(buzzes, np.arange(4))
    assert (found.buzzes, found.questions, found.players) == (4, 2, 3)
    assert found.accuracy.value == 0.75
    assert found.position.value == pytest.approx(0.55)
    assert found.right_position is not None
    assert found.right_position.value == pytest.approx(1.6 / 3)
    curve = reached(buzzes, np.arange(4), (0.0, 0.2, 0.4, 1.0))
    assert [point.right.value for point in curve] == [0, 0.25, 0.5, 0.75]


def test_nobody_right() -> None:
    found = buzzing(table([0, 1], [0, 1], [0.2, 0.6], [False, False]), np.arange(2))
    assert found.right_position is None
    assert found.accuracy.interval is not None
    assert found.accuracy.interval[1] > 0.5


def test_halves_are_by_name_and_about_equal() -> None:
    names = [f"question {number}" for number in range(2000)]
    half = second_half(names)
    assert 0.45 < half.mean() < 0.55
    assert second_half(reversed(names)).tolist() == half[::-1].tolist()


def test_thirds_are_those_of_the_able() -> None:
    buzzes, able = crowd(np.random.default_rng(1))
    found = ability(buzzes, second_half(item.id for item in buzzes.asked))
    means = [able[buzzes.player[found == third]].mean() for third in range(3)]
    assert means[0] < 0.3 < means[1] < 0.65 < means[2]
    assert (found >= 0).all()


def test_thirds_of_equals_are_equal() -> None:
    """Were thirds made of the very buzzes that describe them, the upper one of equals would look better."""
    generator = np.random.default_rng(2)
    question, player = (each.ravel() for each in np.indices((200, 60)))
    right = generator.random(12_000) < 0.5
    buzzes = table(list(question), list(player), [0.5] * 12_000, list(right))
    found = ability(buzzes, second_half(item.id for item in buzzes.asked))
    shares = [right[found == third].mean() for third in range(3)]
    assert max(shares) - min(shares) < 0.03
    own = np.argsort(np.argsort(np.bincount(player, right))) // 20  # by all buzzes of a player
    assert right[own[player] == 2].mean() - right[own[player] == 0].mean() > 0.06


def test_silence_counts_against_skill() -> None:
    """Three who are always right: who buzzes on more of what was heard is the abler."""
    rows = [(question, who) for question in range(60) for who in range(3) if question % 3 <= who]
    question, player = (list(column) for column in zip(*rows, strict=True))
    found = ability(
        table(question, player, [0.5] * len(rows), [True] * len(rows)),
        second_half(f"q{n}" for n in range(60)),
    )
    assert all(found[row] == player[row] for row in range(len(rows)))


def test_whom_nothing_is_known_of() -> None:
    """Two players make no thirds; and one who only ever met one half has no skill on the other."""
    two = table([0, 1, 0, 1], [0, 0, 1, 1], [0.5] * 4, [True] * 4)
    assert ability(two, np.array([False, True])).tolist() == [-1] * 4
    one_half = table([0, 0, 0], [0, 1, 2], [0.5] * 3, [True] * 3)
    assert ability(one_half, np.array([False])).tolist() == [-1] * 3


def test_categories(tmp_path: Path) -> None:
    buzzes = read_buzzes(write_buzzes(tmp_path / "b.csv", night(24)), asked(tmp_path / "q.jsonl"))
    found = by_category(buzzes)
    assert {name: len(rows) for name, rows in found.items()} == {"Crafts": 36, "Music": 36}
    assert all(buzzes.question[row] % 2 == 1 for row in found["Music"])


def test_everything_at_once(tmp_path: Path) -> None:
    questions = asked(tmp_path / "q.jsonl", 100)
    people = describe(read_buzzes(write_buzzes(tmp_path / "b.csv", night()), questions))
    assert people.asked == 100
    assert people.games == 3
    assert people.every.questions == 96
    assert len(people.questions) == 96
    assert sum(found.buzzes for found in people.abilities.values()) == 288
    assert list(people.reached) == ["all", *ABILITIES]
    assert people.reached["all"][-1].right == people.every.accuracy
    assert len(people.other_half) == 2


def test_a_single_buzz() -> None:
    people = describe(table([0], [0], [0.4], [True]))
    assert people.every.accuracy.value == 1
    assert people.every.accuracy.interval is None
    assert people.win_curve is None
    assert people.other_half == []
    assert list(people.abilities) == [UNKNOWN]
    assert list(people.reached) == ["all"]


@pytest.mark.parametrize(("questions", "fitted", "halves"), [(3, False, 0), (4, True, 0), (12, True, 2)])
def test_how_many_buzzes_make_a_win_curve(questions: int, fitted: bool, halves: int) -> None:
    buzzes, _ = crowd(np.random.default_rng(5), questions)
    people = describe(buzzes)
    assert (people.win_curve is not None) == fitted
    assert len(people.other_half) == halves


def test_without_games_nobody_is_called_able() -> None:
    """Who heard what is not known then: the player of most games would have most wins."""
    buzzes, _ = crowd(np.random.default_rng(6))
    assert set(describe(buzzes).abilities) == set(ABILITIES)
    people = describe(replace(buzzes, game=None))
    assert people.games is None
    assert list(people.abilities) == [UNKNOWN]
    assert list(people.reached) == ["all"]


def test_intervals_cover_players_and_questions_that_were_not_seen() -> None:
    """A new crowd on new questions: the share that all crowds have is in the interval as often as it says."""
    generator = np.random.default_rng(4)
    held = 0
    for _ in range(200):
        question, player = np.nonzero(generator.random((40, 25)) < 0.4)
        chance = 0.55 + generator.normal(0, 0.12, 40)[question] + generator.normal(0, 0.12, 25)[player]
        right = generator.random(len(question)) < chance
        buzzes = table(list(question), list(player), [0.5] * len(question), list(right))
        interval = buzzing(buzzes, np.arange(len(question))).accuracy.interval
        assert interval is not None
        held += interval[0] <= 0.55 <= interval[1]
    assert 0.91 < held / 200 < 0.985


def test_the_real_ones(shared: Path) -> None:
    folder = shared / "data/quizbowl"
    questions = open_corpus(f"tossups:{folder}/buzzed-tossups.jsonl.gz")
    people = describe(read_buzzes(folder / "buzzes.csv.gz", questions))
    assert people.every.accuracy.value == pytest.approx(0.7524, abs=5e-5)
    assert people.every.position.value == pytest.approx(0.7379, abs=5e-5)
    lower, middle, upper = (people.abilities[name] for name in ABILITIES)
    assert lower.accuracy.value < middle.accuracy.value < upper.accuracy.value
    assert lower.position.value > middle.position.value > upper.position.value
    # Fitted on half of the questions, a curve is near the people of the other half; the published one is not.
    assert [half.error for half in people.other_half] == pytest.approx([0.020, 0.018], abs=5e-4)
    assert [half.published_error for half in people.other_half] == pytest.approx([0.052, 0.062], abs=5e-4)
    end = np.array(1.0)
    assert people.win_curve is not None
    assert people.win_curve(end) == pytest.approx(0.344, abs=1e-3)
    assert PUBLISHED(end) == pytest.approx(0.380, abs=1e-3)
