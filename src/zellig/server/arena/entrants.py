"""Entrants: performers that somebody registers, how they are reached, and that they are withdrawn.

A token goes to its address and nowhere else: nothing that is shown, logged or written as an event holds it.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, RowMapping, select, update

from zellig.errors import ZelligError
from zellig.games.arena import events
from zellig.games.arena.season.records import MOST_ENTRANTS, Entrant, Property
from zellig.games.arena.standing import ArenaStanding, Entered, SeasonStanding
from zellig.messages import Status
from zellig.performers import Role
from zellig.registry import names
from zellig.seats.loading import GENERATOR, PERSON
from zellig.seats.seating import Seating
from zellig.server.accounts import Account
from zellig.server.arena.keeping import ARENA, Arenas, organises, refuse_closed, season_of
from zellig.server.limits import spend
from zellig.server.problems import ConflictError, ForbiddenError, NotFoundError
from zellig.server.secrets import new_id
from zellig.store.database.tables.arenas import ARENA_MAIL, ARENA_SEATS

HERE = "here"  # the address of performers that play in the process of the worker
JOINED = "joined:"  # how the rules of a game call a performer that comes and asks for its messages
MOST_OF_ONE = 12  # entrants of an account in a season
MOST_BATCH = 256  # rounds in a message
TRYING = timedelta(minutes=5)  # in which trying one out is over
KINDS: dict[Role, str] = {"curator": "curators", "breaker": "breakers", "chooser": "choosers"}
_DASHED = re.compile(r"[^a-z0-9]+")


class SeatRow(msgspec.Struct, frozen=True):
    """How an entrant is reached."""

    id: str
    arena: str
    season: str
    entrant: str
    account: str
    address: str
    token: str | None
    status: Status | None
    heard_at: datetime | None


class Registering(msgspec.Struct, frozen=True):
    """What is said of a performer when it is registered."""

    role: Role
    name: str
    address: str = ""  # where it is called; empty: it comes and asks
    token: str | None = None
    performer: str = ""  # of ours, in the process of the worker; operators only
    params: dict[str, Property] = {}
    batch: int = 1
    resources: tuple[str, ...] = ()
    properties: dict[str, Property] = {}


def register(
    connection: Connection,
    now: datetime,
    arena: str,
    standing: ArenaStanding,
    account: Account,
    name: str,
    asked: Registering,
) -> Entrant:
    """Enter a performer; it is tried out before it plays. Refuses a name that another has; one that was never
    to play may be registered anew by its owner."""
    season = season_of(standing, name)
    refuse_closed(season)
    spend(connection, now, "entrant", account.id)
    id = _slug(asked.name)
    before = season.entered.get(id)
    if before is not None and not _may_come_again(season, account, before):
        raise ConflictError(f"there is an entrant {id!r} already", field="name", remedy="Choose another.")
    if not 1 <= asked.batch <= MOST_BATCH:
        raise ZelligError(
            f"a batch has 1 to {MOST_BATCH} rounds", field="batch", remedy="Choose more or fewer."
        )
    entrant = Entrant(
        id,
        asked.role,
        asked.name,
        _seating(account, asked, id),
        account.id,
        "here" if asked.performer else "address" if asked.address else "joined",
        asked.properties,
    )
    _refuse_too_many(season, account, entrant)
    row = {
        "id": new_id(),
        "arena": arena,
        "season": name,
        "entrant": id,
        "account": account.id,
        "address": asked.address or (HERE if asked.performer else ""),
        "token": asked.token,
        "tried": False,
    }
    if before is not None:
        forget_seat(connection, arena, name, id)
        connection.execute(ARENA_SEATS.delete().where(*_is_seat(arena, name, id)))
    connection.execute(ARENA_SEATS.insert().values(row))
    ARENA.append(connection, now, arena, account.id, events.EntrantRegistered(name, entrant))
    return entrant


def _may_come_again(season: SeasonStanding, account: Account, before: Entered) -> bool:
    """Is it somebody's own that was refused, or withdrawn before it could play?"""
    over = before.state in ("refused", "withdrawn") and before.entrant.id not in season.passed
    return over and before.entrant.owner == account.id


def _seating(account: Account, asked: Registering, id: str) -> Seating:
    if not asked.performer:
        if asked.params:
            raise ZelligError(
                "a performer from outside has its parameters where it is", field="params", remedy="Leave it."
            )
        return Seating(asked.address or f"{JOINED}{id}", {}, asked.resources, asked.batch)
    if not account.operator:
        raise ForbiddenError(
            "only an operator registers performers that play on the server itself",
            remedy="Give the address of yours, or let it join.",
        )
    known = names(KINDS[asked.role])
    if asked.performer not in known or asked.performer in (PERSON, GENERATOR):
        raise ZelligError(
            f"there is no {asked.role} {asked.performer!r} for this",
            field="performer",
            remedy=f"There are: {', '.join(each for each in known if each not in (PERSON, GENERATOR))}.",
        )
    _refuse_places(asked.params)
    return Seating(asked.performer, dict(asked.params), asked.resources, MOST_BATCH, isolated=False)


def _refuse_places(params: dict[str, Property]) -> None:
    """Files, folders, addresses and code are named on the command line, and nowhere else."""
    for key, value in params.items():
        if isinstance(value, str) and not re.fullmatch(r"[A-Za-z0-9_ .,-]{0,100}", value):
            raise ZelligError(
                f"the parameter {key!r} could name a file or an address",
                field="params",
                remedy="Give numbers and plain words.",
            )


def _refuse_too_many(season: SeasonStanding, account: Account, entrant: Entrant) -> None:
    there = [each.entrant for each in season.entered.values() if each.state not in ("withdrawn", "refused")]
    own = sum(each.owner == account.id and each.kind != "person" for each in there)
    of_role = sum(each.role == entrant.role and each.kind != "person" for each in there)
    if (own >= MOST_OF_ONE and not account.operator) or of_role >= MOST_ENTRANTS:
        raise ConflictError(
            f"an account has at most {MOST_OF_ONE} entrants in a season, and a role {MOST_ENTRANTS}",
            remedy="Withdraw one.",
        )


def withdraw(
    connection: Connection,
    now: datetime,
    arena: str,
    standing: ArenaStanding,
    account: Account,
    name: str,
    entrant: str,
) -> None:
    """Take an entrant out of a season: one's own, or any for who organises. Its token is forgotten."""
    season = season_of(standing, name)
    found = own_entrant(standing, season, account, entrant)
    if season.ended or found.state == "withdrawn":
        raise ConflictError("it plays no more anyway", remedy="Look at the ladder.")
    forget_seat(connection, arena, name, entrant)
    ARENA.append(connection, now, arena, account.id, events.EntrantWithdrawn(name, entrant))


def own_entrant(standing: ArenaStanding, season: SeasonStanding, account: Account, entrant: str) -> Entered:
    """An entrant that is somebody's own, or any for who organises; refuses others."""
    found = season.entered.get(entrant)
    if found is None or (found.entrant.owner != account.id and not organises(standing, account)):
        raise NotFoundError("there is no such entrant of yours", remedy="Look at the page of the season.")
    return found


def forget_seat(connection: Connection, arena: str, season: str, entrant: str) -> None:
    """Nobody is called there any more, and the token is gone."""
    where = _is_seat(arena, season, entrant)
    seat = select(ARENA_SEATS.c.id).where(*where).scalar_subquery()
    connection.execute(ARENA_MAIL.delete().where(ARENA_MAIL.c.seat == seat))
    connection.execute(update(ARENA_SEATS).where(*where).values(token=None, tried=True))


def forget_tokens(connection: Connection, arena: str, season: str) -> None:
    """The season has ended, and nobody is called any more: the tokens are gone."""
    seats = ARENA_SEATS.c
    connection.execute(
        update(ARENA_SEATS).where(seats.arena == arena, seats.season == season).values(token=None)
    )


def leave_arenas(connection: Connection, now: datetime, arenas: Arenas, account: str) -> None:
    """Withdraw all entrants of somebody who closes the account, and forget where they were."""
    query = select(ARENA_SEATS).where(ARENA_SEATS.c.account == account).order_by(ARENA_SEATS.c.arena)
    for row in connection.execute(query).mappings().all():
        standing = arenas.held(connection, row["arena"])
        season = standing.seasons[row["season"]]
        if not season.ended and season.entered[row["entrant"]].state != "withdrawn":
            gone = events.EntrantWithdrawn(row["season"], row["entrant"])
            ARENA.append(connection, now, row["arena"], account, gone)
        forget_seat(connection, row["arena"], row["season"], row["entrant"])
    connection.execute(update(ARENA_SEATS).where(ARENA_SEATS.c.account == account).values(address=""))


def _is_seat(arena: str, season: str, entrant: str) -> tuple[ColumnElement[bool], ...]:
    columns = ARENA_SEATS.c
    return columns.arena == arena, columns.season == season, columns.entrant == entrant


def seat_of(connection: Connection, arena: str, season: str, entrant: str) -> SeatRow:
    """How an entrant is reached."""
    query = select(ARENA_SEATS).where(*_is_seat(arena, season, entrant))
    return _row(connection.execute(query).mappings().one())


def lease_untried(connection: Connection, now: datetime) -> SeatRow | None:
    """An entrant that nobody has tried out, or is trying out; one that comes by itself waits until it has."""
    query = _untried(now).order_by(ARENA_SEATS.c.id).limit(1).with_for_update(skip_locked=True)
    row = connection.execute(query).mappings().first()
    if row is None:
        return None
    mine = update(ARENA_SEATS).where(ARENA_SEATS.c.id == row["id"])
    connection.execute(mine.values(leased_until=now + TRYING))
    return _row(row)


def is_untried(connection: Connection, now: datetime) -> bool:
    """Does an entrant wait to be tried out?"""
    return connection.execute(_untried(now).limit(1)).first() is not None


def note_tried(connection: Connection, now: datetime, row: SeatRow, works: bool, words: str) -> None:
    """Write down what came of trying an entrant out."""
    ARENA.lock(connection, row.arena)
    done = update(ARENA_SEATS).where(ARENA_SEATS.c.id == row.id, ARENA_SEATS.c.tried.is_(False))
    if connection.execute(done.values(tried=True, leased_until=None)).rowcount:
        checked = events.EntrantChecked(row.season, row.entrant, works, words.replace("\0", "\\0"))
        ARENA.append(connection, now, row.arena, None, checked)


def _untried(now: datetime) -> Any:
    return select(ARENA_SEATS).where(
        ARENA_SEATS.c.tried.is_(False),
        (ARENA_SEATS.c.leased_until.is_(None)) | (ARENA_SEATS.c.leased_until < now),
        # In the process of the worker, at an address, or somebody has come.
        (ARENA_SEATS.c.address != "") | (ARENA_SEATS.c.status.is_not(None)),
    )


def _row(row: RowMapping) -> SeatRow:
    given = {key: row[key] for key in SeatRow.__struct_fields__ if key != "status"}
    status = msgspec.json.decode(row["status"], type=Status) if row["status"] else None
    return SeatRow(**given, status=status)


def _slug(name: str) -> str:
    """The id of an entrant, from what it is called."""
    found = _DASHED.sub("-", name.lower()).strip("-")[:40].strip("-")
    if not found or found.startswith("person-"):
        raise ZelligError(
            f"{name!r} is no name for an entrant", field="name", remedy="Begin with a letter or a digit."
        )
    return found
