"""Pairings: everybody meets everybody, nobody twice, and the best meet late."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.errors import ZelligError
from zellig.games.match.pairings import Round, bracket, round_robin, swiss


def _teams(number: int) -> list[str]:
    return [f"t{each}" for each in range(number)]


@given(st.integers(2, 17))
def test_in_a_round_robin_everybody_meets_everybody_once(number: int) -> None:
    rounds = round_robin(_teams(number))
    met = [frozenset(game) for each in rounds for game in each.games]
    assert len(met) == len(set(met)) == number * (number - 1) // 2
    for each in rounds:
        playing = [team for game in each.games for team in game]
        assert sorted([*playing, *([each.rests] if each.rests else [])]) == sorted(_teams(number))


@given(st.integers(2, 14), st.integers(0, 100))
def test_in_swiss_rounds_nobody_plays_twice_while_that_can_be(number: int, seed: int) -> None:
    standings = dict.fromkeys(_teams(number), 0.0)
    played: set[frozenset[str]] = set()
    rested: set[str] = set()
    for turn in range((number - 1) // 2):
        found = swiss(standings, played, rested, seed=seed + turn)
        games = {frozenset(game) for game in found.games}
        assert not games & played
        assert found.rests not in rested
        played |= games
        rested |= {found.rests} if found.rests else set()
        for first, _ in found.games:
            standings[first] += 1


def test_swiss_pairs_teams_with_as_many_points() -> None:
    found = swiss({"a": 3, "b": 3, "c": 1, "d": 1}, set())
    assert {frozenset(game) for game in found.games} == {frozenset("ab"), frozenset("cd")}


def test_teams_that_have_all_met_play_again() -> None:
    played = {frozenset(pair) for pair in ("ab", "ac", "ad", "bc", "bd", "cd")}
    assert len(swiss({"a": 3, "b": 2, "c": 1, "d": 0}, played).games) == 2


def test_the_first_seeds_meet_late_and_rest_first() -> None:
    assert bracket(_teams(4)) == Round((("t0", "t3"), ("t1", "t2")))
    assert bracket(_teams(8)).games[0] == ("t0", "t7")
    assert {frozenset(game) for game in bracket(_teams(6)).games} == {
        frozenset(("t3", "t4")),
        frozenset(("t2", "t5")),
    }


@pytest.mark.parametrize("teams", [[], ["a"], ["a", "a"]])
def test_too_few_teams_are_refused(teams: list[str]) -> None:
    with pytest.raises(ZelligError):
        round_robin(teams)
