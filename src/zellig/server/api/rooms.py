"""Rooms for matches over HTTP; what is played goes over a WebSocket (`server/live/rooms`)."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Response, delete, get, post
from litestar.params import JSONBody
from sqlalchemy import Connection

from zellig.errors import ZelligError
from zellig.games.match.events import Outcome
from zellig.games.match.rooms import RoomRole, RoomRules, Standing, rules_as
from zellig.games.match.rules import Rules
from zellig.games.match.seeing import Seen, SeenProtest
from zellig.games.match.setting import Kind, Setting
from zellig.server.accounts import Account
from zellig.server.addresses import read_address, refuse_out_of_reach
from zellig.server.api.cursors import InPart, part_of
from zellig.server.given import By, InHouse, Invited, Name
from zellig.server.limits import spend
from zellig.server.live.rooms.doing import Move, doing_of, refuse_move
from zellig.server.live.rooms.matches import act
from zellig.server.live.rooms.messages import Number, PlayersId, Protest, Reason, RoomShown, Rule
from zellig.server.live.rooms.programs import apart
from zellig.server.live.rooms.shown import viewer_of
from zellig.server.live.rooms.taking_up import refuse_left_alone
from zellig.server.problems import ForbiddenError
from zellig.server.room_packets import LARGEST, OfSet, packet_in, packet_of, packet_of_set, rules_given
from zellig.server.rooms import (
    allow,
    begin_match,
    found_room,
    invite_to_room,
    leave_seat,
    seat_program,
    take_seat,
    wake_others,
)
from zellig.server.state import House
from zellig.server.transactions import turn
from zellig.server.views.rooms import (
    RoomListed,
    match_seen,
    packed_match,
    protests_in,
    qbj_of,
    rooms_listed,
    shown_room,
)

T = TypeVar("T")

PACKED, QBJ = "application/zip", "application/octet-stream"

Short = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Brief = Annotated[str, msgspec.Meta(max_length=60)]


class NewRoom(msgspec.Struct, forbid_unknown_fields=True):
    """A room that is founded; the packet is JSON as in files of packets, or one of a set of a workshop."""

    room: Annotated[str, msgspec.Meta(min_length=1, max_length=50)]
    title: Short
    teams: Annotated[list[Short], msgspec.Meta(min_length=2, max_length=8)]
    packet: dict[str, Any] | None = None
    of_set: OfSet | None = None
    rules: str | Rules = "acf"
    about: RoomRules = RoomRules()


class NewPlayer(msgspec.Struct, forbid_unknown_fields=True):
    """A seat that somebody takes; the name is for a program, people have their own."""

    team: PlayersId
    kind: Kind = "person"
    name: Brief = ""


class NewProgram(msgspec.Struct, forbid_unknown_fields=True):
    """A program that the server asks: a registered system, or one at an address."""

    team: PlayersId
    name: Brief = ""
    system: Brief = ""
    address: Annotated[str, msgspec.Meta(max_length=500)] = ""
    token: Annotated[str, msgspec.Meta(max_length=500)] | None = None


class NewGuest(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody is invited to be."""

    role: RoomRole


class NewProtest(msgspec.Struct, forbid_unknown_fields=True):
    """What a player thinks was misjudged."""

    number: Number
    player: PlayersId
    reason: Reason


class NewRuling(msgspec.Struct, forbid_unknown_fields=True):
    """What an answer was."""

    number: Number
    player: PlayersId
    outcome: Outcome
    reason: Reason
    protest: PlayersId = ""


class SeatTaken(msgspec.Struct):
    """Who somebody is in a room."""

    player: str


@get("/rooms", sync_to_thread=True)
def show_rooms(house: InHouse, caller: By, part: InPart) -> Response[list[RoomListed]]:
    """All rooms that the caller may see."""
    return part_of(part, str, rooms_listed(house, caller), lambda each: each.room)


@post("/rooms", sync_to_thread=True, request_max_body_size=LARGEST)
def post_room(data: JSONBody[NewRoom], house: InHouse, caller: By) -> RoomShown:
    """Found a room: operators with any packet, editors of a workshop with one of its sets, and everybody with
    any where the operator allows it."""
    account = caller.account
    if data.of_set is None and not (account.operator or house.settings.rooms):
        raise ForbiddenError(
            "you may not found rooms here",
            remedy="Ask the operator, or take a set of a workshop that you edit.",
        )
    if (data.packet is None) == (data.of_set is None):
        raise ZelligError(
            "a room has one packet", field="packet", remedy="Send packet or of_set, one of the two."
        )
    rules = rules_given(data.rules)
    packet = packet_in(data.packet) if data.packet is not None else None
    with turn(house.database) as connection:
        if packet is None and data.of_set is not None:
            packet = packet_of_set(connection, house.workshops, account, data.of_set)
        assert packet is not None  # noqa: S101 -- it is one of the two
        spend(connection, house.clock(), "room", account.id)
        found_room(
            connection, house.clock(), account, data.room, data.title, rules, data.about, data.teams, packet
        )
        return shown_room(house, connection, data.room, account)


@get("/rooms/{room:str}", sync_to_thread=True)
def show_room(room: Name, house: InHouse, caller: By) -> RoomShown:
    """A room: its rules, teams and players, and what the caller may do in it."""
    with house.database.reading() as connection:
        return shown_room(house, connection, room, caller.account)


@post("/rooms/{room:str}/players", sync_to_thread=True)
def post_player(room: Name, data: JSONBody[NewPlayer], house: InHouse, caller: By) -> SeatTaken:
    """Take a seat: oneself, or for a program that connects with a token of the same account."""
    account, now = caller.account, house.clock()
    return _changed(
        house,
        room,
        lambda connection, standing: SeatTaken(
            take_seat(connection, now, room, standing, account, data.team, data.kind, data.name)
        ),
    )


@post("/rooms/{room:str}/programs", sync_to_thread=True)
def post_program(room: Name, data: JSONBody[NewProgram], house: InHouse, caller: By) -> SeatTaken:
    """Seat a program that the server asks: the host only. Refuses one that has learnt from the packet."""
    account, now = caller.account, house.clock()
    if data.system:
        _refuse_learnt(house, room, account, data.system)
    if data.address:
        _refuse_out_of_reach(house, room, account, data)
    return _changed(
        house,
        room,
        lambda connection, standing: SeatTaken(
            seat_program(
                connection,
                now,
                room,
                standing,
                account,
                data.team,
                house.systems,
                name=data.name,
                system=data.system,
                address=data.address,
                token=data.token,
            )
        ),
    )


def _refuse_learnt(house: House, room: str, account: Account, system: str) -> None:
    with house.database.reading() as connection:
        standing = house.rooms.of(connection, room)
        allow(standing, account, "host")
        packet = packet_of(connection, room)
    if standing.rules is not None:
        apart(house.systems[system], Setting(standing.rules, (), (), packet.tossups, packet.bonuses))


def _refuse_out_of_reach(house: House, room: str, account: Account, data: NewProgram) -> None:
    """Nothing is looked up for who may not seat programs, or does so all the time."""
    address = read_address(data.address, data.token)
    with turn(house.database) as connection:
        allow(house.rooms.of(connection, room), account, "host")
        spend(connection, house.clock(), "name", account.id)
    refuse_out_of_reach(address, inside=house.settings.private_endpoints)


@delete("/rooms/{room:str}/players/{player:str}", sync_to_thread=True)
def delete_player(room: Name, player: Name, house: InHouse, caller: By) -> None:
    """Leave, or as the host let somebody leave, before the match begins."""
    account, now = caller.account, house.clock()
    _changed(
        house,
        room,
        lambda connection, standing: leave_seat(connection, now, room, standing, account, player),
    )


@post("/rooms/{room:str}/invitations", sync_to_thread=True)
def post_room_invitation(room: Name, data: JSONBody[NewGuest], house: InHouse, caller: By) -> Invited:
    """A link that lets one person in, who need not have an account yet; the host only."""
    with turn(house.database) as connection:
        standing = house.rooms.of(connection, room)
        link = invite_to_room(connection, house.clock(), room, standing, caller.account, data.role)
    return Invited(link, f"{house.settings.address}/join/{link}")


@post("/rooms/{room:str}/beginning", sync_to_thread=True)
def post_beginning(room: Name, house: InHouse, caller: By) -> RoomShown:
    """Begin the match with the players who are there."""
    account, now, at = caller.account, house.clock(), house.moment()
    seed = secrets.randbelow(2**31)

    def begin(connection: Connection, standing: Standing) -> RoomShown:
        begin_match(connection, now, room, standing, account, seed, at)
        return shown_room(house, connection, room, account)

    return _changed(house, room, begin)


@get("/rooms/{room:str}/match", sync_to_thread=True)
def show_match(room: Name, house: InHouse, caller: By) -> Seen:
    """The match as the caller is handed it now."""
    with house.database.reading() as connection:
        return match_seen(house, connection, room, caller.account)


@get("/rooms/{room:str}/protests", sync_to_thread=True)
def show_protests(room: Name, house: InHouse, caller: By, part: InPart) -> Response[list[SeenProtest]]:
    """Protests about finished tossups, and the rulings on them, by their ids."""
    with house.database.reading() as connection:
        found = sorted(protests_in(house, connection, room, caller.account), key=lambda each: each.protest)
    return part_of(part, str, found, lambda each: each.protest)


@post("/rooms/{room:str}/protests", sync_to_thread=True)
def post_protest(room: Name, data: JSONBody[NewProtest], house: InHouse, caller: By) -> Seen:
    """Protest about the verdict on an answer: players, also after the end."""
    return _moved(house, room, caller.account, Protest(data.number, data.player, data.reason))


@post("/rooms/{room:str}/rulings", sync_to_thread=True)
def post_room_ruling(room: Name, data: JSONBody[NewRuling], house: InHouse, caller: By) -> Seen:
    """Say what an answer was; the score is that after the ruling."""
    asked = Rule(data.number, data.player, data.outcome, data.reason, data.protest)
    return _moved(house, room, caller.account, asked)


@get("/rooms/{room:str}/transcript", sync_to_thread=True, media_type=PACKED)
def get_match_folder(room: Name, house: InHouse, caller: By) -> Response[bytes]:
    """The folder of a match that is over, packed, as `zellig match replay` takes it."""
    with house.database.reading() as connection:
        content = packed_match(house, connection, room, caller.account)
    headers = {"Content-Disposition": f'attachment; filename="{room}.zip"'}
    return Response(content, media_type=PACKED, headers=headers)


@get("/rooms/{room:str}/qbj", sync_to_thread=True, media_type=QBJ)
def get_match_qbj(room: Name, house: InHouse, caller: By) -> Response[bytes]:
    """A match that is over as QBJ."""
    with house.database.reading() as connection:
        content = qbj_of(house, connection, room, caller.account)
    headers = {"Content-Disposition": f'attachment; filename="{room}.qbj"'}
    return Response(content, media_type=QBJ, headers=headers)


def _moved(house: House, room: str, account: Account, asked: Move) -> Seen:
    """A move in the match, and the match after it."""
    at = house.moment()
    with turn(house.database) as connection:
        standing = house.rooms.held(connection, room)
        player = viewer_of(standing, account).player
        refuse_move(standing, account, player, asked)
        refuse_left_alone(connection, room, house.bell.begun, at)
        doing = doing_of(asked, player, rules_as(standing, account.id))
        refused = act(connection, house.matches, room, standing, house.clock(), at, account.id, doing)
    house.bell.ring(room)
    if refused is not None:
        raise refused
    with house.database.reading() as connection:
        return match_seen(house, connection, room, account)


def _changed(house: House, room: str, doing: Callable[[Connection, Standing], T]) -> T:
    with turn(house.database) as connection:
        found = doing(connection, house.rooms.held(connection, room))
        wake_others(connection, room)
    house.bell.ring(room)
    return found


HANDLERS = [
    show_rooms,
    post_room,
    show_room,
    post_player,
    post_program,
    delete_player,
    post_room_invitation,
    post_beginning,
    show_match,
    show_protests,
    post_protest,
    post_room_ruling,
    get_match_folder,
    get_match_qbj,
]
