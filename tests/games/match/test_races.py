"""Races: equal players win equally often, however far away they are, up to what the rules allow."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from match_night import Table, new_match
from racing import shares
from zellig.games.match.events import RaceWon
from zellig.games.match.races import Receipt, allowance, closes, winner
from zellig.games.match.rules import Fairness

FAIR = Fairness()
LINES = (5.0, 40.0, 75.0, 110.0, 145.0, 180.0, 215.0, 250.0)


def test_equal_players_at_lines_of_5_to_250_ms_win_equally_often() -> None:
    found = shares(LINES, FAIR, 10_000, seed=18)
    assert max(abs(each - 100 / len(LINES)) for each in found) < 2
    near, far = shares((5.0, 250.0), FAIR, 10_000, seed=18)
    assert abs(near - far) < 4  # each within 2 of a half


def test_without_an_allowance_and_beyond_its_most_the_nearer_one_wins() -> None:
    assert shares((5.0, 250.0), Fairness(most=0), 2000, seed=18)[0] > 95
    assert shares((5.0, 600.0), FAIR, 2000, seed=18)[0] > 95


def test_an_allowance_is_the_mean_of_the_last_times_up_to_what_is_allowed() -> None:
    assert allowance([], FAIR) == 0
    assert allowance([1000, *[40] * 14, 55], FAIR) == 41
    assert allowance([5000], FAIR) == FAIR.most


def test_a_race_is_open_as_long_as_somebody_farther_away_may_have_been_earlier() -> None:
    near = Receipt("near", 1000, 10)
    assert closes([near], {}) == 1000
    assert closes([near], {"far": 200, "as near": 10}) == 1190
    assert closes([near, Receipt("far", 1100, 200)], {"as far": 200}) == 1100
    assert closes([near, Receipt("far", 1100, 200)], {}) == 1100  # not before the last buzz that was received


def test_who_is_farther_away_and_pressed_earlier_wins() -> None:
    table = (
        Table(new_match(), {"ann": 10, "bea": 200})
        .ask()
        .wait(2000)
        .buzz("ann")
        .wait(150)
        .buzz("bea")
        .wait(100)
    )
    won = table.match.events[-1]
    assert isinstance(won, RaceWon)
    assert (won.player, won.by_lot) == ("bea", False)


def test_what_a_player_has_heard_ends_when_the_button_was_pressed() -> None:
    near = Table(new_match()).ask().wait(2000).buzz("ann").wait(0).match.events[-1]
    far = Table(new_match(), {"ann": 300}).ask().wait(2300).buzz("ann").wait(0).match.events[-1]
    assert isinstance(near, RaceWon)
    assert isinstance(far, RaceWon)
    assert near.words == far.words


def test_simultaneous_buzzes_are_decided_by_a_lot_that_anybody_can_draw_again() -> None:
    race = [Receipt("ann", 1000, 0), Receipt("bea", 1003, 0)]
    drawn = [winner(race, FAIR, seed, "kettle") for seed in range(400)]
    assert all(each.by_lot for each in drawn)
    assert 150 < sum(each.player == "bea" for each in drawn) < 250
    assert winner(race, FAIR, 3, "kettle") == winner(race[::-1], FAIR, 3, "kettle")


@given(
    st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 300)), min_size=1, max_size=6),
    st.integers(0, 20),
)
def test_the_winner_is_never_later_than_another_by_more_than_a_tie(
    receipts: list[tuple[int, int]], tie: int
) -> None:
    race = [Receipt(str(place), *each) for place, each in enumerate(receipts)]
    won = winner(race, Fairness(tie=tie), 7, "q")
    assert won.pressed - min(each.pressed for each in race) <= tie
