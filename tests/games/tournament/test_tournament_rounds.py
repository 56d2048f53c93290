"""Rounds of a tournament: who plays whom, who goes on, and who stands where."""

from __future__ import annotations

import pytest

from tournament_night import plan
from zellig.errors import ZelligError
from zellig.games.tournament.plan import Phase, Plan, Questions, check_plan
from zellig.games.tournament.results import Result, Side, standings
from zellig.games.tournament.rounds import Paired, paired, placed

SETS = Questions(control="a", challenge="b")
STRENGTH = {"Ink": 40, "Owl": 30, "Fox": 20, "Elm": 10}


def result(round_: int, game: int, teams: tuple[str, str], **more: int) -> Result:
    points = STRENGTH | more
    return Result(round_, game, (Side(teams[0], points[teams[0]]), Side(teams[1], points[teams[1]])), 4)


def played(given: Plan, **more: int) -> tuple[list[Paired], list[Result]]:
    rounds: list[Paired] = []
    results: list[Result] = []
    while len(rounds) < given.rounds:
        rounds.append(paired(given, rounds, results))
        results += [
            result(rounds[-1].number, n, game, **more) for n, game in enumerate(rounds[-1].games, start=1)
        ]
    return rounds, results


def test_everybody_meets_everybody_and_then_the_best_go_on() -> None:
    given = plan(SETS, phases=(Phase("round robin"), Phase("bracket", best=2)))
    check_plan(given)
    rounds, results = played(given)
    assert given.rounds == 4
    assert len({each.teams for each in results if each.round <= 3}) == 6
    assert set(rounds[3].games[0]) == {"Ink", "Owl"}
    assert [each.team for each in placed(given, rounds, results)] == ["Ink", "Owl", "Fox", "Elm"]


def test_who_goes_on_stands_before_those_who_do_not() -> None:
    given = plan(SETS, phases=(Phase("round robin"), Phase("bracket", best=2)))
    rounds, results = played(given)
    # Owl loses the final by a forfeit: it has fewer wins than nobody, and is second all the same.
    results[-1] = Result(4, 1, (Side("Ink"), Side("Owl")), forfeited=("Owl",))
    assert [each.team for each in placed(given, rounds, results)][:2] == ["Ink", "Owl"]


def test_who_wins_the_final_is_first_whatever_they_won_before() -> None:
    given = plan(SETS, phases=(Phase("round robin"), Phase("bracket", best=2)))
    rounds, results = played(given)
    results[-1] = result(4, 1, ("Ink", "Owl"), Owl=45)
    assert [each.team for each in placed(given, rounds, results)] == ["Owl", "Ink", "Fox", "Elm"]
    # A tie is for the better seed, which Ink is by the round robin.
    results[-1] = result(4, 1, ("Owl", "Ink"), Owl=40)
    assert [each.team for each in placed(given, rounds, results)] == ["Ink", "Owl", "Fox", "Elm"]


def test_before_a_bracket_is_over_who_is_still_in_it_stands_before_who_is_out() -> None:
    given = plan(SETS, phases=(Phase("bracket"),))
    first = paired(given, [], [])
    lost = [result(1, n, game, Elm=50) for n, game in enumerate(first.games, start=1)]
    assert [each.team for each in placed(given, [first], lost[:1])][-1] in lost[0].teams
    assert {each.team for each in placed(given, [first], lost)[:2]} == {"Elm", "Owl"}


def test_a_bracket_pairs_the_first_with_the_last_and_a_tie_is_for_the_better_seed() -> None:
    given = plan(SETS, phases=(Phase("bracket"),))
    first = paired(given, [], [])
    assert {frozenset(game) for game in first.games} == {frozenset(("Ink", "Elm")), frozenset(("Owl", "Fox"))}
    tied = [result(1, n, game, Fox=30) for n, game in enumerate(first.games, start=1)]
    assert set(paired(given, [first], tied).games[0]) == {"Ink", "Owl"}


def test_who_forfeits_is_out_and_if_both_do_the_next_rests() -> None:
    given = plan(SETS, phases=(Phase("bracket"),))
    first = paired(given, [], [])
    gone = [
        Result(1, n, (Side(a), Side(b)), forfeited=(a, b) if {a, b} == {"Ink", "Elm"} else (a,))
        for n, (a, b) in enumerate(first.games, start=1)
    ]
    last = paired(given, [first], gone)
    assert last.games == ()
    assert len(last.rests) == 1


def test_a_swiss_phase_pairs_by_points_and_nobody_twice() -> None:
    given = plan(SETS, phases=(Phase("swiss", 3),))
    rounds, results = played(given)
    assert len({each.teams for each in results}) == 6
    leaders = {team for each in results if each.round == 1 for team in each.teams if each.won(team) == 1}
    assert any(set(game) == leaders for game in rounds[1].games)


def test_of_three_one_rests_in_every_round() -> None:
    given = plan(SETS)
    given = Plan("Own cup", given.teams[:3], SETS)
    rounds, _ = played(given)
    assert sorted(team for each in rounds for team in each.rests) == ["Fox", "Ink", "Owl"]


def test_equal_wins_are_told_by_their_own_games_and_then_by_points_a_tossup() -> None:
    a = Result(1, 1, (Side("Ink", 10), Side("Owl", 20)), 4)
    b = Result(2, 1, (Side("Ink", 90), Side("Fox", 0)), 4)
    c = Result(3, 1, (Side("Owl", 5), Side("Fox", 15)), 4)
    d = Result(4, 1, (Side("Elm", 0), Side("Owl", 0)), 4)
    # Ink and Fox have one win each, and Ink won their game; Owl has one and a half.
    assert [each.team for each in standings(["Fox", "Ink", "Owl", "Elm"], [a, b, c, d])] == [
        "Owl",
        "Ink",
        "Fox",
        "Elm",
    ]
    in_a_circle = [a, b, c]  # each has won once against the others
    assert [each.team for each in standings(["Fox", "Ink", "Owl"], in_a_circle)] == ["Ink", "Owl", "Fox"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (plan(SETS, phases=(Phase("swiss"),)), "needs a number of rounds"),
        (plan(SETS, phases=(Phase("bracket", 2),)), "has its own rounds"),
        (plan(SETS, phases=(Phase("bracket", best=2),)), "nobody knows who they are"),
        (plan(Questions()), "packets, or a control and a challenge set"),
        (plan(Questions(control="a")), "packets, or a control and a challenge set"),
        (plan(Questions(packets=("a",))), "3 rounds and 1 packets"),
        (plan(SETS, people={"Ink": "Owl"}), "are called 'Owl'"),
    ],
)
def test_what_cannot_be_played_is_refused(given: Plan, words: str) -> None:
    with pytest.raises(ZelligError, match=words):
        check_plan(given)
