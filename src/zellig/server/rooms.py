"""Rooms in the database: founded, joined, begun, and what happens in their matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from msgspec.structs import replace
from sqlalchemy import Connection, select, text, update

from zellig.errors import ZelligError
from zellig.games.match.events import TossupAsked
from zellig.games.match.packet import Packet
from zellig.games.match.rooms import (
    MOST_PLAYERS,
    AccountClosed,
    Begun,
    ChatLine,
    Event,
    Founded,
    Right,
    RoleGiven,
    RoomRole,
    RoomRules,
    Seated,
    Standing,
    Unseated,
    decode,
    encode,
    nameless,
    rights,
    stand,
)
from zellig.games.match.rules import Rules
from zellig.games.match.setting import Kind as PlayerKind
from zellig.games.match.setting import Player, Setting, Team, check_setting
from zellig.server.accounts import CLOSED, LONGEST_NAME, Account
from zellig.server.addresses import read_address
from zellig.server.limits import spend
from zellig.server.links import Gift, make_link
from zellig.server.live.systems import Systems
from zellig.server.logbook import Kind, Logbook, title_of
from zellig.server.problems import ConflictError, ForbiddenError, NotFoundError
from zellig.server.room_packets import keep_packet
from zellig.store.database.tables.rooms import ROOM_EVENTS, ROOM_PROGRAMS, ROOMS
from zellig.tasks.quiz import QUIZ

CHANNEL = "zellig_rooms"  # on which PostgreSQL tells other processes that a room has new events

ROOM: Kind[Event, Standing] = Kind("room", ROOMS, ROOM_EVENTS, encode=encode, decode=decode, stand=stand)

_REMEDIES: dict[Right, str] = {
    "see": "Ask its host for an invitation.",
    "watch": "Ask its host for an invitation.",
    "join": "Ask its host for an invitation, or for another room: nobody joins after the beginning.",
}


class Bell:
    """How a request lets the live part of its own process know that a room has new events."""

    def __init__(self) -> None:
        self.rung: Callable[[str], None] | None = None  # from any thread
        self.begun: int | None = None  # since when that part looks after rooms, in milliseconds

    def ring(self, room: str) -> None:
        """A room has new events, which are written."""
        if self.rung is not None:
            self.rung(room)


class Rooms(Logbook[Event, Standing]):
    """What the rooms are."""

    def __init__(self) -> None:
        super().__init__(ROOM)


def allow(standing: Standing, account: Account, right: Right) -> None:
    """Refuse who may not do this in a room."""
    if right not in rights(standing, account.id, operator=account.operator):
        raise ForbiddenError(
            f"you may not {right} here", remedy=_REMEDIES.get(right, "Ask its host, or look at `you`.")
        )


def found_room(
    connection: Connection,
    now: datetime,
    account: Account,
    room: str,
    title: str,
    rules: Rules,
    about: RoomRules,
    teams: Sequence[str],
    packet: Packet,
    entrants: Mapping[str, str] | None = None,
) -> None:
    """Found a room; who does is its host. Whether they may is for who has the packet to say. `entrants` are
    those of the tournament whose game it is: by account, the name of the team."""
    named = tuple(Team(f"t{number}", title_of(each)) for number, each in enumerate(teams, start=1))
    if len(named) < 2 or len({each.name for each in named}) < len(named):
        raise ZelligError(
            "a match has two teams or more, each with its own name", field="teams", remedy="Name them."
        )
    check_setting(Setting(rules, named, (), packet.tossups, packet.bonuses))
    founded = Founded(title_of(title), rules, about, named, len(packet.tossups), dict(entrants or {}))
    ROOM.begin(connection, now, room, account.id, founded)
    keep_packet(connection, room, packet)


def take_seat(
    connection: Connection,
    now: datetime,
    room: str,
    standing: Standing,
    account: Account,
    team: str,
    kind: PlayerKind,
    name: str = "",
) -> str:
    """A seat for somebody, or for a program of theirs that connects with a token; gives the player's id. One
    person has one seat, and one program."""
    allow(standing, account, "join")
    own, chosen = standing.own_team(account.id), _team_called(standing, team)
    if own is not None and (kind != "person" or chosen != own):
        raise ForbiddenError(f"you play for {own.name} in this tournament", remedy="Take your own seat.")
    if any(each.player.kind == kind for each in standing.places_of(account.id)):
        raise ConflictError(f"you have a seat as a {kind} already", remedy="Leave that one first.")
    shown = account.name if kind == "person" else name or f"{account.name}'s program"
    player = _new_player(standing, chosen, shown, kind)
    ROOM.append(connection, now, room, account.id, Seated(player, account.id))
    return player.id


def seat_program(
    connection: Connection,
    now: datetime,
    room: str,
    standing: Standing,
    account: Account,
    team: str,
    systems: Systems,
    *,
    name: str,
    system: str = "",
    address: str = "",
    token: str | None = None,
) -> str:
    """A seat for a program that the server asks, a registered guesser or one at an address; the host only."""
    allow(standing, account, "host")
    if standing.state != "waiting":
        raise ConflictError("the match has begun", remedy="Found another room.")
    if bool(system) == bool(address):
        raise ZelligError("a program is a system or at an address", remedy="Give one of the two.")
    if system and systems[system].task.name != QUIZ.name:
        raise ZelligError(
            f"the system {system!r} does not answer quizzes", field="system", remedy="Choose another."
        )
    chosen = _team_called(standing, team)
    url = read_address(address, token) if address else ""
    shown = name or (systems.title(system) if system else "Remote program")
    player = _new_player(standing, chosen, shown, "program")
    row = {"room": room, "player": player.id, "system": system, "address": url, "token": token}
    connection.execute(ROOM_PROGRAMS.insert().values(row))
    ROOM.append(connection, now, room, account.id, Seated(player, asked=system or url))
    return player.id


def _team_called(standing: Standing, given: str) -> Team:
    """The team of this id, or else of this name; refuses what is neither."""
    by_name = {each.name: each for each in standing.teams}
    if found := {**by_name, **{each.id: each for each in standing.teams}}.get(given):
        return found
    teams = ", ".join(f"{each.id} ({each.name})" for each in standing.teams)
    raise ZelligError(f"there is no team {given!r}", field="team", remedy=f"Choose one of {teams}.")


def _new_player(standing: Standing, team: Team, name: str, kind: PlayerKind) -> Player:
    if len(standing.places) >= MOST_PLAYERS:
        raise ConflictError("the room is full", remedy="Found another one.")
    shown = title_of(name)[:LONGEST_NAME]
    taken = {each.player.name for each in standing.places}
    named = next(each for each in (shown, *(f"{shown} #{n}" for n in range(2, 100))) if each not in taken)
    return Player(f"p{standing.seated + 1}", named, team.id, kind)


def leave_seat(
    connection: Connection, now: datetime, room: str, standing: Standing, account: Account, player: str
) -> None:
    """Let a player go before the match begins: oneself, or as the host anybody."""
    place = standing.place_of(player)
    if place is None:
        raise NotFoundError(f"there is no player {player!r} here", remedy="Look at the players of the room.")
    if place.account != account.id:
        allow(standing, account, "host")
    if standing.state != "waiting":
        raise ConflictError("the match has begun", remedy="Who does not buzz takes no part in it.")
    gone = (ROOM_PROGRAMS.c.room == room) & (ROOM_PROGRAMS.c.player == player)
    connection.execute(ROOM_PROGRAMS.delete().where(gone))
    ROOM.append(connection, now, room, account.id, Unseated(player))


def invite_to_room(
    connection: Connection, now: datetime, room: str, standing: Standing, account: Account, role: RoomRole
) -> str:
    """The end of a link that gives a role in a room to one person; the host only."""
    allow(standing, account, "host")
    spend(connection, now, "invitation", account.id)
    return make_link(connection, now, Gift("invitation", room=room, room_role=role), account.id)


def give_room_role(
    connection: Connection, now: datetime, room: str, account: Account, role: RoomRole
) -> None:
    """What an invitation gives."""
    ROOM.append(connection, now, room, account.id, RoleGiven(account.id, role))


def say_line(
    connection: Connection, now: datetime, room: str, standing: Standing, account: Account, given: str
) -> None:
    """Say something in the chat; not too often."""
    allow(standing, account, "say")
    spend(connection, now, "line", account.id)
    shown = " ".join(given.split())
    if not shown or not shown.isprintable():
        raise ZelligError("nothing was said that can be seen", field="text", remedy="Write something.")
    ROOM.append(connection, now, room, account.id, ChatLine(shown))


def begin_match(
    connection: Connection, now: datetime, room: str, standing: Standing, account: Account, seed: int, at: int
) -> None:
    """Begin with the players who are there: where nobody moderates, the first tossup is read at once. Refuses
    a team without any, and a match that was begun."""
    if standing.state != "waiting":
        raise ConflictError("the match has begun already", remedy="Look at it.")
    allow(standing, account, "begin")
    playing = {each.player.team for each in standing.places}
    if empty := [each.name for each in standing.teams if each.id not in playing]:
        raise ConflictError(f"nobody plays for {empty[0]}", remedy="Wait, or seat a program.")
    ROOM.append(connection, now, room, account.id, Begun(seed))
    if not standing.about.moderator:
        ROOM.append(connection, now, room, None, TossupAsked(at, 1))
    connection.execute(update(ROOMS).where(ROOMS.c.id == room).values(seen_at=at))


def setting_of(standing: Standing, packet: Packet) -> Setting:
    """The match of a room before its first event; refuses a room whose match has not begun."""
    if standing.seed is None or standing.rules is None:
        raise ConflictError("the match has not begun", remedy="Begin it first.")
    return Setting(
        standing.rules,
        standing.teams,
        tuple(each.player for each in standing.places),
        packet.tossups,
        packet.bonuses,
        standing.about.moderator,
        standing.seed,
    )


def forget_seats(connection: Connection, now: datetime, account: str) -> None:
    """The name of somebody who closes the account is nobody's; what they played stays. Programs that they
    seated are not asked any more where that needs a token of theirs."""
    events = ROOM_EVENTS.c
    query = select(events.room, events.number, events.body).where(events.actor == account)
    rows = connection.execute(query.order_by(events.room, events.number)).all()
    for room in sorted({row.room for row in rows}):
        ROOM.append(connection, now, room, account, AccountClosed(account, CLOSED))
        wake_others(connection, room)
    for row in rows:
        event = decode(row.body)
        if isinstance(event, Seated) and event.account == account:
            kept = encode(replace(event, player=nameless(event.player, CLOSED))).decode()
            connection.execute(update(ROOM_EVENTS).where(events.number == row.number).values(body=kept))
    hosted = select(events.room).where(
        events.actor == account, events.body.startswith('{"event":"founded"', autoescape=True)
    )
    connection.execute(update(ROOM_PROGRAMS).where(ROOM_PROGRAMS.c.room.in_(hosted)).values(token=None))


def forget_tokens(connection: Connection, *rooms: str) -> None:
    """The programs of these rooms are asked no more: their tokens are gone."""
    connection.execute(update(ROOM_PROGRAMS).where(ROOM_PROGRAMS.c.room.in_(rooms)).values(token=None))


def wake_others(connection: Connection, room: str) -> None:
    """Tell other processes that a room has new events, as soon as they are written."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_notify(:channel, :room)"), {"channel": CHANNEL, "room": room})
