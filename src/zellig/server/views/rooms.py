"""Rooms and their matches as somebody may know them."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection

from zellig.games.match.folder import packed
from zellig.games.match.playing import Match
from zellig.games.match.qbj import qbj_json
from zellig.games.match.rooms import Right, Standing, rights
from zellig.games.match.seeing import Seen, SeenProtest, seen
from zellig.performers import Spec
from zellig.server.accounts import Account, names_of
from zellig.server.caller import Caller
from zellig.server.live.rooms.matches import AWAY, lines_of, passed_by, seen_of
from zellig.server.live.rooms.messages import RoomShown
from zellig.server.live.rooms.pulse import lines_in
from zellig.server.live.rooms.shown import named_in, room_shown, viewer_of
from zellig.server.live.rooms.taking_up import as_it_was
from zellig.server.problems import ConflictError, ForbiddenError
from zellig.server.rooms import allow
from zellig.server.state import House


class RoomListed(msgspec.Struct):
    """A room in the list."""

    room: str
    title: str
    state: str
    teams: list[str]
    players: int
    open: bool


def rooms_listed(house: House, caller: Caller) -> list[RoomListed]:
    """All rooms that the caller may see, by name."""
    with house.database.reading() as connection:
        found = _visible(house, connection, caller.account)
    return [
        RoomListed(
            name,
            standing.title,
            standing.state,
            [each.name for each in standing.teams],
            len(standing.places),
            standing.about.open,
        )
        for name, standing in found.items()
    ]


def rooms_shown(house: House, caller: Caller) -> list[RoomShown]:
    """The same as they are shown, those first that were founded last."""
    account = caller.account
    with house.database.reading() as connection:
        found = _visible(house, connection, account)
        named = {account for standing in found.values() for account in named_in(standing)}
        names = names_of(connection, named)
        here = [name for name, standing in found.items() if standing.state != "over"]
        lines = lines_in(connection, house.moment(), here)
    shown = [
        room_shown(name, standing, account, names, lines.get(name, {})) for name, standing in found.items()
    ]
    return sorted(shown, key=lambda each: each.founded, reverse=True)


def _visible(house: House, connection: Connection, account: Account) -> dict[str, Standing]:
    every = house.rooms.every(connection)
    return {
        name: standing
        for name, standing in every.items()
        if "see" in rights(standing, account.id, operator=account.operator)
    }


def visible_room(
    house: House, connection: Connection, room: str, account: Account, right: Right = "see"
) -> Standing:
    """A room in which somebody may do this; refuses others."""
    standing = house.rooms.of(connection, room)
    allow(standing, account, right)
    return standing


def shown_room(house: House, connection: Connection, room: str, account: Account) -> RoomShown:
    """A room as an account sees it."""
    standing = visible_room(house, connection, room, account)
    names = names_of(connection, named_in(standing))
    lines = lines_in(connection, house.moment(), [room]).get(room, {})
    return room_shown(room, standing, account, names, lines)


def match_seen(house: House, connection: Connection, room: str, account: Account) -> Seen:
    """The match as an account is handed it now."""
    standing = visible_room(house, connection, room, account, "watch")
    now = house.moment()
    match, lines = house.matches.of(connection, room, standing), lines_of(connection, room, now)
    # What has happened by itself may not be written yet, and nothing was read while no server was there.
    seen_at = seen_of(connection, room)
    if seen_at is not None and now - seen_at > AWAY:
        match = as_it_was(match, seen_at)
    else:
        match = match.with_events(passed_by(match, seen_at, now, lines))
    return seen(match, viewer_of(standing, account), now, lines)


def protests_in(house: House, connection: Connection, room: str, account: Account) -> list[SeenProtest]:
    """Protests about finished tossups, in their order."""
    return list(match_seen(house, connection, room, account).protests)


def packed_match(house: House, connection: Connection, room: str, account: Account) -> bytes:
    """The folder of a match that is over, as `zellig match replay` takes it. It has the whole packet: where
    not all of it was read, it is for the host and the moderator."""
    standing, match = _over(house, connection, room, account)
    operates = account.operator and account.id not in standing.entrants
    keeps = {"host", "moderate"} & rights(standing, account.id) or operates
    setting, now = match.setting, match.now
    if not keeps and (now.number < len(setting.tossups) or now.bonuses < len(setting.bonuses)):
        raise ForbiddenError(
            "the packet has questions that were not read", remedy="Ask the host of the room for it."
        )
    specs = {
        each.player.id: Spec(each.player.name) for each in standing.places if each.player.kind == "program"
    }
    return packed(match, specs)


def qbj_of(house: House, connection: Connection, room: str, account: Account) -> bytes:
    """A match that is over as QBJ."""
    return qbj_json(_over(house, connection, room, account)[1])


def _over(house: House, connection: Connection, room: str, account: Account) -> tuple[Standing, Match]:
    standing = visible_room(house, connection, room, account)
    if standing.state != "over":
        raise ConflictError("the match is not over", remedy="Wait for its end.")
    return standing, house.matches.of(connection, room, standing)
