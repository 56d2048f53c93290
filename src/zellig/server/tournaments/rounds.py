"""The next round of a tournament: who plays whom, and a room for each game, with its players seated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection

from zellig.games.match.packet import Packet
from zellig.games.match.rooms import RoomRules, Seated
from zellig.games.match.setting import Player
from zellig.games.tournament.events import Begun, RoundMade
from zellig.games.tournament.questions import kept_by_teams
from zellig.games.tournament.rounds import Paired, paired
from zellig.games.tournament.standing import Standing
from zellig.games.tournament.tournament import Beginning, Game, advanced
from zellig.server.accounts import Account
from zellig.server.problems import ConflictError
from zellig.server.rooms import ROOM, begin_match, found_room, seat_program, wake_others
from zellig.server.secrets import new_id
from zellig.server.tournaments.keeping import (
    TOURNAMENT,
    AskedProgram,
    allow,
    programs_of,
    refuse_published,
    refuse_waiting,
)
from zellig.store.database.tables.tournaments import TOURNAMENT_ROOMS

if TYPE_CHECKING:
    from zellig.server.state import House

LONGEST_NAME = 30  # characters of a tournament's name in those of its rooms


def make_round(
    house: House, connection: Connection, name: str, standing: Standing, account: Account
) -> list[str]:
    """Make the next round; the organiser only. Games among programs begin at once, those with people when
    their host or moderator begins them. Refuses before all games are over. Gives the rooms."""
    allow(standing, account, "organise")
    refuse_published(standing)
    now = house.clock()
    if not standing.begun:
        standing = _begun(house, connection, name, standing, account)
    found = house.playing.of(connection, name, standing).tournament
    refuse_waiting(found)
    plan = standing.plan
    if len(found.rounds) == plan.rounds:
        raise ConflictError("all rounds were played", remedy="Publish the end.")
    round_ = paired(plan, found.rounds, found.results)
    games = _games(found.beginning, standing, [*found.rounds, round_])
    programs = programs_of(connection, name)
    rooms = [_room(house, connection, name, standing, account, each, programs) for each in games]
    TOURNAMENT.append(connection, now, name, account.id, RoundMade(round_, tuple(rooms)))
    return rooms


def _begun(house: House, connection: Connection, name: str, standing: Standing, account: Account) -> Standing:
    """From the first round on teams stay as they are."""
    plan = standing.plan
    if empty := [each.name for each in plan.teams if not each.players]:
        raise ConflictError(
            f"nobody plays for {empty[0]}", remedy="Invite somebody, or let the team withdraw."
        )
    seen = kept_by_teams(plan, house.playing.pool(connection, name).tossups())
    TOURNAMENT.append(connection, house.clock(), name, account.id, Begun(seen))
    return house.tournaments.of(connection, name)


def _games(beginning: Beginning, standing: Standing, rounds: list[Paired]) -> list[Game]:
    """The games of the last round, with what is read in each; refuses where a team has seen too much."""
    found = advanced(beginning, standing.forfeits, lambda game: None, rounds)
    return [each for each in found.games if each.round == len(rounds)]


def _room(
    house: House,
    connection: Connection,
    name: str,
    standing: Standing,
    account: Account,
    game: Game,
    programs: dict[str, AskedProgram],
) -> str:
    """The room of a game. Nobody else may look: others may be read the same questions later."""
    now, setting = house.clock(), game.setting
    room = f"{name[:LONGEST_NAME].rstrip('-')}-{game.round}-{game.number}-{new_id()[:6]}"
    about = RoomRules(spectators=False, moderator=standing.about.moderators and not game.of_programs)
    title = f"{standing.title}, round {game.round}: {' – '.join(game.teams)}"
    packet = Packet(setting.tossups, setting.bonuses)
    entrants = {each.account: each.team for each in standing.people}
    found_room(
        connection, now, account, room, title[:200], setting.rules, about, game.teams, packet, entrants
    )
    connection.execute(TOURNAMENT_ROOMS.insert().values(room=room, tournament=name))
    teams = {each.name: each.id for each in house.rooms.of(connection, room).teams}
    accounts = {each.name: each.account for each in standing.people}
    people = [each for each in setting.players if each.kind == "person"]
    for number, each in enumerate(people, start=1):
        player = Player(f"p{number}", each.name, teams[each.team])
        seated = Seated(player, accounts[each.name])
        ROOM.append(connection, now, room, seated.account, seated)
    for each in setting.players:
        if each.kind == "program":
            _, system, address, token = programs[each.name]
            seat_program(
                connection,
                now,
                room,
                house.rooms.of(connection, room),
                account,
                teams[each.team],
                house.systems,
                name=each.name,
                system=system,
                address=address,
                token=token,
            )
    if game.of_programs:
        here = house.rooms.of(connection, room)
        begin_match(connection, now, room, here, account, setting.seed, house.moment())
    wake_others(connection, room)
    return room
