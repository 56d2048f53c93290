"""How people and programs play: figures by hand, tiers only where data separate, sides apart honestly."""

from __future__ import annotations

import numpy as np
import pytest

from zellig.corpora.buzzes import Buzzes
from zellig.games.tournament.brought import playing_from
from zellig.games.tournament.figures import figures_of
from zellig.items import Item
from zellig.measures.expected_wins import PUBLISHED
from zellig.measures.playing import Playing, lines_by_player, lines_by_team, sides_apart, tiered
from zellig.measures.two_way import Crossing


def table(rows: list[tuple[int, int, int, float, int]], questions: int, players: int) -> Buzzes:
    """Rows are (question, player, game, heard, value); the first half of the players is one team."""
    question, player, game, heard, value = (np.array(column) for column in zip(*rows, strict=True))
    asked = tuple(Item(f"q{n}", {"text": "a b c d e f g h i j"}) for n in range(questions))
    return Buzzes(
        asked,
        tuple(f"p{n}" for n in range(players)),
        question,
        player,
        game,
        heard.astype(float),
        value,
        0,
        (heard * 10).astype(np.int64),
        tuple("ab"[2 * n // players] for n in range(players)),
        ("",) * players,
    )


def test_lines_by_hand() -> None:
    # In game 0 p0 of a is wrong early on q0, p1 of b gets it; p0 powers q1. In game 1 p0 alone, wrong on q0.
    rows = [(0, 0, 0, 0.3, -5), (0, 1, 0, 0.8, 10), (1, 0, 0, 0.2, 15), (0, 0, 1, 0.5, -5)]
    play = playing_from(table(rows, 2, 2))
    first, second = lines_by_player(play)
    assert (first.name, first.buzzes, first.tossups, first.points, first.powers, first.negs) == (
        "p1 (b)",
        1,
        2,
        10,
        0,
        0,
    )
    assert first.points_a_tossup == 5
    assert first.expected_wins == pytest.approx(float(PUBLISHED(np.array(0.8))) / 2)
    assert first.first_right is None  # its buzz was the second on the tossup
    assert (second.tossups, second.points, second.powers, second.negs) == (3, 5, 1, 2)
    assert second.right is not None
    assert second.right.value == pytest.approx(1 / 3)
    assert [each.tossups for each in lines_by_team(play)] == [2, 3]


def test_a_team_has_heard_a_tossup_once_however_many_it_is() -> None:
    rows = [(0, 0, 0, 0.3, 10), (1, 1, 0, 0.8, 10), (2, 2, 0, 0.8, 10), (3, 3, 0, 0.9, 10)]
    play = playing_from(table(rows, 4, 4))
    assert [each.tossups for each in lines_by_team(play)] == [4, 4]
    assert [each.tossups for each in lines_by_player(play)] == [4, 4, 4, 4]


def test_without_games_nobody_knows_who_heard_what() -> None:
    found = table([(0, 0, 0, 0.3, 10), (1, 1, 0, 0.8, -5)], 2, 2)
    play = playing_from(Buzzes(**{**found.__dict__, "game": None}))
    assert play.heard is None
    assert [each.points_a_tossup for each in lines_by_player(play)] == [None, None]
    assert figures_of(play).tiers_of_players == []


def equals(strength: float, seed: int, questions: int = 60) -> Playing:
    """Two players who hear the same questions; the first is right more often by `strength`."""
    chance = np.random.default_rng(seed)
    rows = []
    for question in range(questions):
        winner = int(chance.random() >= 0.5 + strength)
        rows += [(question, winner, 0, 0.5, 10), (question, 1 - winner, 0, 0.4, -5)]
    return playing_from(table(rows, questions, 2))


def test_equals_are_in_one_tier_and_the_better_in_another() -> None:
    separated = [max(each.tier for each in tiered(equals(0.0, seed), "player")) == 2 for seed in range(200)]
    assert np.mean(separated) < 0.1
    tiers = {each.name: each.tier for each in tiered(equals(0.4, 1), "player")}
    assert tiers == {"p0 (a)": 1, "p1 (b)": 2}
    assert [each.tier for each in tiered(equals(0.4, 1), "team")] == [1, 2]


def test_points_of_any_size_are_compared() -> None:
    rows = [(n, n % 2, 0, 0.5, 999_983 if n % 2 else 10) for n in range(40)]
    assert {each.name: each.tier for each in tiered(playing_from(table(rows, 40, 2)), "player")} == {
        "p1 (b)": 1,
        "p0 (a)": 2,
    }


def crowd(chance: np.random.Generator, shift: float) -> Playing:
    """Forty questions of each side that differ, twenty players who differ, everybody buzzes on a third."""
    hard, good = chance.normal(0, 0.15, 80), chance.normal(0, 0.1, 20)
    side = np.arange(80) < 40
    rows = []
    for question, player in zip(*np.nonzero(chance.random((80, 20)) < 0.33), strict=True):
        right = chance.random() < np.clip(0.6 + hard[question] + good[player] + shift * side[question], 0, 1)
        rows.append((int(question), int(player), int(player), 0.5, 10 if right else -5))
    return playing_from(table(rows, 80, 20), {f"q{n}" for n in range(40)})


def test_sides_that_are_one_are_rarely_told_apart_and_by_fisher_often() -> None:
    chance = np.random.default_rng(5)
    found = [sides_apart(crowd(chance, 0.0))[0] for _ in range(150)]
    fisher = np.mean([each.right.p < 0.05 for each in found])
    clustered = np.mean(
        [each.right_clustered.p is not None and each.right_clustered.p < 0.05 for each in found]
    )
    assert clustered < 0.1
    assert fisher > 1.3 * clustered
    (apart, *_) = sides_apart(crowd(chance, 0.3))
    assert apart.right_clustered.p is not None
    assert apart.right_clustered.p < 0.01
    low, high = apart.right_clustered.interval or (1.0, 0.0)
    assert low < apart.right.difference < high
    assert apart.right_clustered.value == pytest.approx(apart.right.difference)


def test_a_difference_turned_round_is_its_opposite() -> None:
    chance = np.random.default_rng(3)
    crossing = Crossing.of(chance.integers(0, 12, 90), chance.integers(0, 9, 90))
    values, first = chance.random(90), chance.random(90) < 0.4
    one, other = crossing.difference(values, first), crossing.difference(values, ~first)
    assert one.value == pytest.approx(-other.value)
    assert one.p == pytest.approx(other.p)
    assert one.interval is not None
    assert other.interval is not None
    assert one.interval[0] == pytest.approx(-other.interval[1])


def test_of_independent_rows_the_difference_is_as_sure_as_welchs() -> None:
    chance = np.random.default_rng(4)
    values, first = chance.random(2000), np.arange(2000) < 900
    found = Crossing.of(np.arange(2000), np.arange(2000)).difference(values, first)
    welch = np.sqrt(values[first].var(ddof=1) / 900 + values[~first].var(ddof=1) / 1100)
    assert found.interval is not None
    assert (found.interval[1] - found.interval[0]) / 2 == pytest.approx(1.96 * welch, rel=0.005)
    alone = Crossing.of(np.zeros(20, int), np.zeros(20, int)).difference(values[:20], np.arange(20) < 9)
    assert (alone.interval, alone.p) == (None, None)
