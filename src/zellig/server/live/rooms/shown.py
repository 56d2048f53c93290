"""A room as somebody sees it, nothing of its questions; and as what they look at it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from zellig.games.match.rooms import Standing, rights
from zellig.games.match.seeing import MODERATOR, SPECTATOR, Viewer, undecided
from zellig.server.accounts import Account
from zellig.server.live.rooms.messages import PlayerShown, RoomShown
from zellig.server.problems import NotFoundError
from zellig.server.rooms import allow

if TYPE_CHECKING:
    from zellig.server.live.rooms.room import PlayersLine


def viewer_of(standing: Standing, account: Account, player: str = "") -> Viewer:
    """As what somebody looks at a match now: as this player, if it is theirs; refuses who may not watch."""
    allow(standing, account, "watch")
    own = {each.player.id: each.player for each in standing.places_of(account.id)}
    if player in own:
        return Viewer("player", player)
    if "moderate" in rights(standing, account.id):
        return MODERATOR
    people_first = sorted(own.values(), key=lambda each: each.kind != "person")
    return Viewer("player", people_first[0].id) if people_first else SPECTATOR


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
        moderator_shown(standing, names),
        names.get(standing.host, ""),
        rulers_shown(standing, names),
        len(undecided(standing.events)),
        tuple(sorted(rights(standing, account.id, operator=account.operator))),
        player or next(iter(own), ""),
    )


def players_shown(standing: Standing, lines: Mapping[str, PlayersLine]) -> list[PlayerShown]:
    """All players, and whether they are here."""
    found, misses = [], standing.misses
    for place in standing.places:
        each, line = place.player, lines.get(place.player.id)
        here = bool(place.asked) or line is not None
        how = line.how if line else "none"
        found.append(PlayerShown(each.id, each.name, each.team, each.kind, here, how, misses[each.id]))
    return found


def moderator_shown(standing: Standing, names: Mapping[str, str]) -> str | None:
    """Who reads and judges, by name."""
    return next((names.get(each, "") for each in standing.moderators), None)


def rulers_shown(standing: Standing, names: Mapping[str, str]) -> list[str]:
    """Who decides on protests, by name."""
    return [names.get(each, "") for each in standing.rulers]


def named_in(standing: Standing) -> Iterable[str]:
    """The accounts whose names are shown in a room, beside those of its players."""
    return {standing.host, *standing.moderators, *(each.actor or "" for each in standing.said)}
