"""Contests in the database: their events are written one after the other, and add up to what they are."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, select

from zellig.errors import ZelligError
from zellig.games.contest import events
from zellig.games.contest.events import Event, Happened, decode, encode
from zellig.games.contest.phases import Act, Refusal, refuse_act, refuse_squeezed
from zellig.games.contest.rules import Phase, Role, Rules, check_rules
from zellig.games.contest.standing import Standing, stand
from zellig.games.contest.uploads import KINDS_OF_DATA
from zellig.server.accounts import Account
from zellig.server.limits import counted
from zellig.server.logbook import Kind, Logbook, title_of
from zellig.server.problems import ConflictError, ForbiddenError, NotFoundError, OutOfPhaseError
from zellig.server.secrets import new_id
from zellig.server.submissions import has_brought
from zellig.store.database.connecting import writes
from zellig.store.database.tables.contests import CONTESTS, EVENTS
from zellig.tasks import get_task
from zellig.tasks.finding import by_name_only

CONTEST: Kind[Event, Standing] = Kind("contest", CONTESTS, EVENTS, encode=encode, decode=decode, stand=stand)
read_events, append, lock = CONTEST.read, CONTEST.append, CONTEST.lock

_OF_TEAMS: tuple[Role, ...] = ("builder", "breaker")


class Standings(Logbook[Event, Standing]):
    """What the contests are."""

    def __init__(self) -> None:
        super().__init__(CONTEST)


def contests_of(connection: Connection, standings: Standings, account: str) -> dict[str, Standing]:
    """The contests that an account takes part in, by name."""
    names = connection.execute(select(CONTESTS.c.id).order_by(CONTESTS.c.id)).scalars().all()
    found = {name: standings.of(connection, name) for name in names}
    return {name: standing for name, standing in found.items() if standing.roles_of(account)}


def create_contest(connection: Connection, now: datetime, account: Account, contest: str, title: str) -> None:
    """Begin a contest; who does is its organiser. Refuses a name that is taken, or fits into no address."""
    if not account.operator:
        raise ForbiddenError("only an operator begins contests", remedy="Ask the operator of this server.")
    CONTEST.begin(connection, now, contest, account.id, events.Created(title_of(title)))


def organise(standing: Standing, account: Account) -> None:
    """Refuse whoever is not an organiser of the contest."""
    if "organiser" not in standing.roles_of(account.id):
        raise ForbiddenError("this is for the organisers of the contest", remedy="Ask one of them.")


def give_rules(
    connection: Connection, now: datetime, contest: str, standing: Standing, account: Account, rules: Rules
) -> None:
    """Write the rules of a contest that has not been opened."""
    organise(standing, account)
    if standing.timeline:
        raise ConflictError(
            "the contest has been opened, and its rules hold",
            remedy="Extend a phase, or begin another contest.",
        )
    with by_name_only():
        get_task(rules.task)
    check_rules(rules)
    if standing.rules is not None and rules.task != standing.rules.task:
        _refuse_other_task(connection, contest, standing.rules.task)
    append(connection, now, contest, account.id, events.RulesGiven(rules))


def _refuse_other_task(connection: Connection, contest: str, task: str) -> None:
    """Refuse to leave data behind that belong to the task of before."""
    there = [kind for kind in KINDS_OF_DATA if has_brought(connection, contest, kind)]
    if there:
        raise ConflictError(
            f"there are data of the task {task}: {', '.join(there)}",
            field="task",
            remedy="Withdraw them first, all of them, or begin another contest.",
        )


def open_contest(
    connection: Connection, now: datetime, contest: str, standing: Standing, account: Account
) -> None:
    """From now on the rules hold."""
    organise(standing, account)
    if standing.timeline:
        raise ConflictError("the contest is open already", remedy="Nothing is left to do.")
    if standing.rules is None:
        raise ConflictError("the contest has no rules yet", remedy="Give it rules first.")
    append(connection, now, contest, account.id, events.Opened())


def extend_phase(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account,
    phase: Phase,
    number: int,
    closes: datetime,
    reason: str,
) -> None:
    """Let a phase close later, also one that has closed; with a reason that everybody can read."""
    organise(standing, account)
    if not reason.strip():
        raise ZelligError("an extension needs a reason", field="reason", remedy="Say why.")
    if not any((window.phase, window.round) == (phase, number) for window in standing.timeline):
        raise NotFoundError(f"there is no phase {phase} in round {number}", remedy="Look at the timeline.")
    if phase == "break":
        _refuse_other_pairs(connection, contest, standing, number)
    event = events.Extended(phase, number, closes, reason.strip())
    then = stand([Happened(0, now, account.id, event)], standing)  # refuses what cannot be
    refuse_squeezed(standing.timeline, then.timeline)
    append(connection, now, contest, account.id, event)


def _refuse_other_pairs(connection: Connection, contest: str, standing: Standing, number: int) -> None:
    """Refuse to let other pairs come after those of a round have been worked with."""
    if has_brought(connection, contest, "predictions", number):
        raise ConflictError(
            "the pairs of this round have been answered, and other pairs would leave the answers with holes",
            remedy="Extend another phase, or play another round.",
        )
    if number in standing.seeds:
        raise ConflictError(
            "it has been drawn which pairs of this round are judged, and nobody would be asked about others",
            remedy="Extend another phase, or play another round.",
        )


def found_team(
    connection: Connection, now: datetime, contest: str, standing: Standing, by: str, name: str
) -> str:
    """A new team, and its id; its aliases say nothing about it, nor about each other."""
    shown = " ".join(name.split())
    if not 1 <= len(shown) <= 60 or not shown.isprintable():
        raise ZelligError(
            "the name of a team has 1 to 60 characters that can be seen",
            field="team",
            remedy="Choose another.",
        )
    if shown.casefold() in {team.name.casefold() for team in standing.teams.values()}:
        raise ConflictError(f"there is a team {shown!r} already", remedy="Choose another name.")
    team = new_id()
    alias = f"Team {len(standing.teams) + 1}"
    append(connection, now, contest, by, events.TeamFounded(team, shown, alias, secrets.randbits(53)))
    return team


def give_roles(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    by: str,
    account: str,
    roles: Sequence[Role],
    team: str | None,
) -> None:
    """Roles for an account; refuses a role of a team without one, and to play for two."""
    for role in roles:
        if role in _OF_TEAMS:
            if team is None or team not in standing.teams:
                raise ZelligError(
                    f"a {role} plays for a team", field="team", remedy="Name a team of this contest."
                )
            own = standing.team_of(account)
            if own is not None and own.id != team:
                raise ConflictError(
                    "this account plays for another team", remedy="Let it leave that one first."
                )
        append(
            connection,
            now,
            contest,
            by,
            events.RoleGiven(account, role, team if role in _OF_TEAMS else None),
        )


def take_role(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account,
    whose: str,
    role: Role,
) -> None:
    """Take a role from somebody; what they brought and said in it stays. Refuses to take that of the last
    organiser."""
    organise(standing, account)
    if role not in standing.roles_of(whose):
        raise NotFoundError(
            f"nobody of this id is {role} here", field="account", remedy="Look at the list of people."
        )
    if role == "organiser" and not any(
        role in roles for each, roles in standing.roles.items() if each != whose
    ):
        raise ConflictError("this is the last organiser", remedy="Invite another organiser first.")
    append(connection, now, contest, account.id, events.RoleTaken(whose, role))


def refusal(
    now: datetime, standing: Standing, account: Account | None, act: Act, number: int = 1
) -> Refusal | None:
    """Why something may not be done now by who asks; None if it may."""
    roles = standing.roles_of(account.id if account else None)
    return refuse_act(act, roles, standing.timeline, now, number, standing.kept)


def allow(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account | None,
    act: Act,
    number: int = 1,
) -> None:
    """Refuse what may not be done now by who asks; who came too early or too late to bring something is
    written down."""
    refused = refusal(now, standing, account, act, number)
    if refused is None:
        return
    if refused.cause == "role":
        raise ForbiddenError(refused.sentence, remedy=refused.remedy)
    if account is None or not writes(connection):
        raise OutOfPhaseError(refused.sentence, remedy=refused.remedy)
    event = events.Refused(act, refused.cause, refused.sentence)
    noted = note_refused(connection, now, contest, account, event)
    raise OutOfPhaseError(refused.sentence, remedy=refused.remedy, noted=noted)


def note_refused(
    connection: Connection, now: datetime, contest: str, account: Account, refused: events.Refused
) -> bool:
    """Write down that something was refused, unless this was done too often of late; says whether it was."""
    noted = counted(connection, now, "refused", account.id)
    if noted:
        append(connection, now, contest, account.id, refused)
    return noted
