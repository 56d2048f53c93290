"""A room as somebody sees it: nothing of its questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from zellig.games.match.rooms import Standing, rights
from zellig.server.accounts import Account
from zellig.server.live.rooms.messages import PlayerShown, RoomShown
from zellig.server.problems import NotFoundError

if TYPE_CHECKING:
    from zellig.server.live.rooms.room import PlayersLine


def room_shown(
    room: str,
    standing: Standing,
    account: Account,
    names: Mapping[str, str],
    lines: Mapping[str, PlayersLine],
    player: str = "",
) -> RoomShown:
    """A room for an account; `names` are those of accounts, `lines` those of who is connected."""
    if standing.rules is None or standing.founded is None:
        raise NotFoundError(f"there is no room {room!r}", remedy="Look at the list of rooms.")
    own = [each.player.id for each in standing.places_of(account.id)]
    return RoomShown(
        room,
        standing.title,
        standing.founded,
        standing.state,
        standing.rules,
        standing.about,
        standing.tossups,
        standing.teams,
        players_shown(standing, lines),
        next((names.get(each, "") for each in standing.moderators), None),
        names.get(standing.host, ""),
        tuple(sorted(rights(standing, account.id, operator=account.operator))),
        player or next(iter(own), ""),
    )


def players_shown(standing: Standing, lines: Mapping[str, PlayersLine]) -> list[PlayerShown]:
    """All players, and whether they are here."""
    found = []
    for place in standing.places:
        each, line = place.player, lines.get(place.player.id)
        here = bool(place.asked) or line is not None
        how = line.how if line else "none"
        found.append(PlayerShown(each.id, each.name, each.team, each.kind, here, how))
    return found
