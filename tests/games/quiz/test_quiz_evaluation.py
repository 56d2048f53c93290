"""How good guessers are: every figure again by hand, from a guesser whose answers are known."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec
import numpy as np
import pytest

from zellig.errors import ZelligError
from zellig.games.quiz.evaluation import Played, QuizEvaluation, play, rate
from zellig.items import Item, Prediction
from zellig.measures.by_position import QUARTERS
from zellig.measures.expected_wins import PUBLISHED
from zellig.measures.tracks import NO_BUZZ
from zellig.performers import History, Spec

STEP = 10
LENGTH = 40
# What is known after 10, 20, 30 and 40 characters of each question, and from which step on one would buzz.
KNOWN = {"a": "-+++", "b": "++-+", "c": "----", "d": "---+", "e": "+---", "f": "++++"}
BUZZ = {"a": 2, "b": 1, "c": 1, "d": NO_BUZZ, "e": 3, "f": 0}


def questions() -> list[Item]:
    """Forty characters each; the first sentence ends after fifteen."""
    metadata: dict[str, dict[str, object]] = {
        "a": {"category": "History", "phenomenon": ["negation", "irony"]},
        "b": {"category": "History", "phenomenon": "irony"},
        "c": {"category": ""},
        "d": {"category": 7},
    }
    return [
        Item(name, {"text": f"{name}{'x' * 13}. {'Y' * 24}"}, (name,), metadata.get(name, {}))
        for name in KNOWN
    ]


class Known:
    """Answers as KNOWN says."""

    spec = Spec("known")

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [Prediction(item.id, item.id if self._knows(item) else "soup") for item in items]

    def _knows(self, item: Item) -> bool:
        return KNOWN[item.id][max(0, len(item.fields["text"]) // STEP - 1)] == "+"


class Ignorant(Known):
    """Answers the same to all."""

    def _knows(self, item: Item) -> bool:
        return item.id == "f"


class Script:
    """Buzzes as BUZZ says, and notes what it was told."""

    spec = Spec("script")

    def __init__(self) -> None:
        self.told: list[tuple[History, int]] = []

    def buzz(self, histories: Sequence[History], seeds: Sequence[int]) -> list[bool]:
        self.told += zip(histories, seeds, strict=True)
        return [0 <= BUZZ[each.id] <= len(each.steps) - 1 for each in histories]


@pytest.fixture(scope="module")
def played() -> dict[str, list[Played]]:
    return {
        "known": play(Known(), Script(), questions(), step=STEP),
        "ignorant": play(Ignorant(), Script(), questions(), step=STEP),
    }


def rated(played: dict[str, list[Played]], **more: object) -> QuizEvaluation:
    return rate(
        played,
        questions(),
        dict.fromkeys(played, "script"),
        PUBLISHED,
        corpus="six",
        replicates=200,
        **more,  # type: ignore[arg-type]
    )


@pytest.fixture(scope="module")
def found(played: dict[str, list[Played]]) -> QuizEvaluation:
    return rated(played)


def worth(share: float) -> float:
    """The published polynomial, written out."""
    return 0.99308 + 0.07754 * share - 1.27822 * share**2 + 0.58798 * share**3


def test_accuracy_by_hand(found: QuizEvaluation) -> None:
    accuracy = found.systems["known"].accuracy
    right = [sum(row[step] == "+" for row in KNOWN.values()) for step in range(4)]
    assert [accuracy[point] for point in QUARTERS] == [round(100 * each / 6, 3) for each in right]
    assert accuracy["first sentence"] == round(100 * right[0] / 6, 3)  # after 15, where 10 are known
    for point, interval in found.systems["known"].intervals.items():
        assert interval is not None
        value = accuracy.get(point, found.systems["known"].expected_wins)
        assert interval[0] <= value <= interval[1]


def test_expected_wins_by_hand(found: QuizEvaluation) -> None:
    row = found.systems["known"]
    won = [
        worth((step + 1) / 4) if step != NO_BUZZ and KNOWN[name][step] == "+" else 0.0
        for name, step in BUZZ.items()
    ]
    assert row.expected_wins == pytest.approx(sum(won) / 6, abs=1e-6)
    assert row.buzzes.buzzed.value == 5 / 6
    assert row.buzzes.accuracy is not None
    assert row.buzzes.accuracy.value == 3 / 5
    assert row.buzzes.position is not None
    assert row.buzzes.position.value == pytest.approx(np.mean([0.75, 0.5, 0.5, 1.0, 0.25]))


def test_what_could_be_won_by_hand(found: QuizEvaluation) -> None:
    """First: at the first right guess. Stable: after the last wrong one, if there is any after it."""
    first, stable = 0.0, 0.0
    for known in KNOWN.values():
        if "+" in known:
            first += worth((known.index("+") + 1) / 4)
        if known.endswith("+"):
            stable += worth((known.rfind("-") + 2) / 4)
    buzzes = found.systems["known"].buzzes
    assert buzzes.first == pytest.approx(first / 6)
    assert buzzes.stable == pytest.approx(stable / 6)
    assert buzzes.optimal == pytest.approx(first / 6)  # the curve falls from a quarter on


def test_groups_by_the_metadata(found: QuizEvaluation) -> None:
    row = found.systems["known"]
    assert list(row.by_category) == ["History"]
    assert row.by_category["History"].questions == 2
    assert row.by_category["History"].accuracy["0.75"] == 50
    assert {name: group.questions for name, group in row.by_phenomenon.items()} == {"irony": 2, "negation": 1}


def test_two_guessers_are_compared_on_the_same_questions(found: QuizEvaluation) -> None:
    (row,) = found.comparisons["1.0"]
    assert (row.first, row.second, row.only_first, row.only_second) == ("known", "ignorant", 3, 0)
    assert row.difference == pytest.approx(3 / 6)
    (wins,) = found.wins_apart
    apart = [found.systems[name].expected_wins for name in ("known", "ignorant")]
    assert wins.difference == pytest.approx(apart[0] - apart[1], abs=1e-6)


def test_two_sets_of_questions(played: dict[str, list[Played]]) -> None:
    other = {name: rows[:2] for name, rows in played.items()}
    found = rated(played, other=other, other_corpus="two")
    assert [(row.system, row.point) for row in found.apart] == [
        (name, point) for name in played for point in QUARTERS
    ]
    assert found.apart[3].compared.values == (1.0, 4 / 6)


def test_what_is_stated(found: QuizEvaluation, played: dict[str, list[Played]]) -> None:
    """One guesser's figures stand at the top, where programs look for them."""
    stated = rated({"known": played["known"]}).stated()
    assert stated["questions"] == 6
    assert set(stated["accuracy"]) == {"0.25", "0.5", "0.75", "1.0", "first sentence"}  # type: ignore[call-overload]
    assert stated["expected_wins"] == found.systems["known"].expected_wins
    assert set(stated["intervals"]) == {*stated["accuracy"], "expected_wins"}  # type: ignore[call-overload, misc]
    assert set(stated["systems"]) == {"known"}  # type: ignore[call-overload]
    several = found.stated()
    assert several.keys() == set(msgspec.to_builtins(found))
    assert "accuracy" not in several


def test_the_same_seed_gives_the_same_figures(found: QuizEvaluation, played: dict[str, list[Played]]) -> None:
    assert rated(played) == found
    assert rated(played, seed=3).systems["known"].intervals != found.systems["known"].intervals


# -- buzzes


def test_a_buzzer_is_told_nothing_of_what_comes() -> None:
    script = Script()
    play(Known(), script, questions(), step=STEP)
    for name in KNOWN:
        told = [(each, seed) for each, seed in script.told if each.id == name]
        assert [[step.position for step in each.steps] for each, _ in told] == [
            [10, 20, 30, 40][: end + 1] for end in range(4)
        ]
        for (one, _), (other, _) in pairwise(told):
            assert other.steps[: len(one.steps)] == one.steps
        assert len({seed for _, seed in told}) == 4


def test_the_first_buzz_counts() -> None:
    heard = play(Known(), Script(), questions(), step=STEP)
    assert [each.buzzes.buzz for each in heard] == list(BUZZ.values())


class Muddled(Script):
    """Forgets one."""

    def buzz(self, histories: Sequence[History], seeds: Sequence[int]) -> list[bool]:
        return super().buzz(histories, seeds)[1:]


def test_a_buzzer_that_says_too_little() -> None:
    with pytest.raises(ZelligError, match="'script' was asked about 4 histories and said 3 times what to do"):
        play(Known(), Muddled(), questions(), step=STEP)


def test_one_that_never_buzzes(played: dict[str, list[Played]]) -> None:
    silent = [each._replace(buzzes=each.buzzes._replace(buzz=NO_BUZZ)) for each in played["known"]]
    row = rated({"silent": silent}).systems["silent"]
    assert row.expected_wins == 0
    assert row.buzzes.accuracy is None
    assert row.buzzes.position is None
