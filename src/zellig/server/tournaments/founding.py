"""A tournament as an organiser plans it: read, checked, and made ready to be kept."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, NamedTuple

import msgspec

from zellig.errors import ZelligError
from zellig.games.events import Happened
from zellig.games.match.packet import Packet
from zellig.games.match.rules import Rules
from zellig.games.match.setting import Setting
from zellig.games.tournament.events import About, Founded, FoundedTeam
from zellig.games.tournament.plan import Member, Phase, Seen, check_plan
from zellig.games.tournament.questions import Pool
from zellig.games.tournament.standing import stand
from zellig.server.accounts import LONGEST_NAME, Account
from zellig.server.addresses import read_address, refuse_out_of_reach
from zellig.server.limits import spend
from zellig.server.live.rooms.programs import apart
from zellig.server.logbook import title_of
from zellig.server.room_packets import rules_given
from zellig.server.tournaments.keeping import MOST_OF_TEAM, AskedProgram
from zellig.server.tournaments.questions import BroughtQuestions, read_questions, refuse_brought
from zellig.server.transactions import turn
from zellig.tasks.quiz import QUIZ

if TYPE_CHECKING:
    from zellig.server.state import House

AT_AN_ADDRESS = "address"  # as what a program is known that is at one

Called = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Brief = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]


class PlannedProgram(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program of a team: a registered system, or one at an address."""

    name: Called
    system: Brief = ""
    address: Annotated[str, msgspec.Meta(max_length=500)] = ""
    token: Annotated[str, msgspec.Meta(max_length=500)] | None = None


class PlannedTeam(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A team; people come to it by invitation."""

    name: Called
    group: Brief = ""  # of ability
    programs: Annotated[tuple[PlannedProgram, ...], msgspec.Meta(max_length=MOST_OF_TEAM)] = ()


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament that is founded; without a seed all is drawn by one that nobody knows."""

    tournament: Annotated[str, msgspec.Meta(min_length=1, max_length=50)]
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    teams: Annotated[tuple[PlannedTeam, ...], msgspec.Meta(min_length=2, max_length=64)]
    questions: BroughtQuestions
    phases: Annotated[tuple[Phase, ...], msgspec.Meta(min_length=1, max_length=10)] = (Phase("round robin"),)
    rules: str | Rules = "acf"
    seed: Annotated[int, msgspec.Meta(ge=0, lt=2**32)] | None = None
    seen: Annotated[tuple[Seen, ...], msgspec.Meta(max_length=1000)] = ()
    licence: Annotated[str, msgspec.Meta(max_length=200)] = "that of the questions"
    about: About = About()


class Ready(NamedTuple):
    """All that is kept of a tournament when it is founded."""

    founded: Founded
    pool: Pool
    programs: list[AskedProgram]


def read_plan(house: House, now: datetime, account: Account, given: NewTournament) -> Ready:
    """What was planned; refuses what cannot be played, questions that somebody may not bring, and a program
    that has learnt from them."""
    refuse_brought(house, account, given.questions)
    rules, asked = rules_given(given.rules), given.questions
    founded = Founded(
        title_of(given.title),
        tuple(map(_team, given.teams)),
        rules,
        given.phases,
        secrets.randbelow(2**32) if given.seed is None else given.seed,
        len(asked.packets),
        asked.spares,
        bool(asked.reserve),
        given.seen,
        title_of(given.licence),
        given.about,
    )
    plan = stand([Happened(0, now, account.id, founded)], None).plan
    check_plan(plan)
    if any(each.address for team in given.teams for each in team.programs):
        with turn(house.database) as connection:
            spend(connection, now, "name", account.id)
    programs = [_asked(house, each) for team in given.teams for each in team.programs]
    with house.database.reading() as connection:
        pool = read_questions(house, connection, account, asked, plan, rules)
    every = _every(rules, pool)
    for name in sorted({each.system for each in programs if each.system}):
        apart(house.systems[name], every)
    return Ready(founded, pool, programs)


def _team(given: PlannedTeam) -> FoundedTeam:
    programs = tuple(Member(_called(each.name), each.system or AT_AN_ADDRESS) for each in given.programs)
    return FoundedTeam(_called(given.name), " ".join(given.group.split()), programs)


def _asked(house: House, given: PlannedProgram) -> AskedProgram:
    if bool(given.system) == bool(given.address):
        raise ZelligError(
            f"the program {given.name!r} is a system or at an address",
            field="teams",
            remedy="Give one of the two.",
        )
    if given.system and house.systems[given.system].task.name != QUIZ.name:
        raise ZelligError(
            f"the system {given.system!r} does not answer quizzes", field="teams", remedy="Choose another."
        )
    address = ""
    if given.address:
        address = read_address(given.address, given.token)
        refuse_out_of_reach(address, inside=house.settings.private_endpoints)
    return AskedProgram(_called(given.name), given.system, address, given.token)


def _every(rules: Rules, pool: Pool) -> Setting:
    """All questions, as if they were read in one match."""
    packets = (*pool.packets, Packet(pool.reserve))
    bonuses = tuple(each for packet in packets for each in packet.bonuses)
    return Setting(rules, (), (), tuple(pool.tossups()), bonuses)


def _called(name: str) -> str:
    """The name of a team or a program as it is shown; refuses what cannot be one."""
    shown = " ".join(name.split())
    if not shown or not shown.isprintable():
        raise ZelligError(f"{name!r} cannot be read as a name", field="teams", remedy="Choose another.")
    return shown
