"""Who may do what in a room."""

from __future__ import annotations

from zellig.games.match.rooms import Place, RoomRules, Standing, rights
from zellig.games.match.setting import Player


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
