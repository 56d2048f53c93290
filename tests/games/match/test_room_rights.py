"""Who may do what in a room."""

from __future__ import annotations

from msgspec.structs import replace

from zellig.games.match.rooms import Place, RoomRules, Standing, rights
from zellig.games.match.setting import Player, Team


def test_who_plays_does_not_moderate_and_so_does_not_see_the_answers() -> None:
    room = Standing(host="host", about=RoomRules(moderator=True), roles={"eve": frozenset({"moderator"})})
    assert "moderate" in rights(room, "eve")
    assert "join" not in rights(room, "eve")
    seated = Standing(
        host="host",
        about=RoomRules(moderator=True),
        roles={"eve": frozenset({"moderator", "player"})},
        places=(Place(Player("p", "Eve", "a"), "eve"),),
    )
    assert not {"moderate", "begin"} & rights(seated, "eve")


def test_who_plays_in_a_tournament_comes_to_the_own_game_and_to_no_other_as_an_operator() -> None:
    teams = (Team("t1", "Anchors"), Team("t2", "Fox"))
    entrants = {"ann": "Anchors", "otto": "Elm"}
    room = Standing(host="host", about=RoomRules(spectators=False), teams=teams, entrants=entrants, seed=1)
    waiting = replace(room, seed=None)
    assert rights(waiting, "ann") == {"see", "watch", "join"}  # also without a seat
    assert rights(waiting, "otto", operator=True) == set()
    assert rights(room, "otto", operator=True) == set()
    assert rights(room, "another", operator=True) == {"see", "watch", "rule"}
