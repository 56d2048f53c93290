"""Submissions in the database: uploads that stay as they came, and their states; the newest counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Literal, get_args

import msgspec
from sqlalchemy import Connection, ScalarSelect, Select, func, select

from zellig.checks.findings import Finding
from zellig.games.contest.uploads import KINDS_OF_DATA, Kind
from zellig.server.problems import ConflictError, NotFoundError
from zellig.store.database.connecting import large
from zellig.store.database.tables.contests import STATES, SUBMISSIONS

State = Literal["received", "checking", "accepted", "rejected", "withdrawn", "failed"]
ENDED: tuple[State, ...] = ("accepted", "rejected", "withdrawn", "failed")


class Answerer(msgspec.Struct, frozen=True):
    """The system at an endpoint, as it says itself."""

    name: str
    version: str


class Submission(msgspec.Struct, frozen=True):
    """An upload, and what has become of it."""

    id: str
    number: int  # the later it was brought, the higher
    kind: Kind
    round: int
    team: str | None
    filename: str
    sha256: str
    bytes: int
    received_at: datetime
    due_at: datetime
    state: State
    reason: str
    changed_at: datetime
    system: Answerer | None = None  # that was asked by the server itself
    findings: list[Finding] = []


class Upload(msgspec.Struct, frozen=True):
    """The content of a submission, for who reads it."""

    id: str
    contest: str
    kind: Kind
    round: int
    team: str | None
    filename: str
    content: bytes


def note_state(
    connection: Connection,
    now: datetime,
    submission: str,
    state: State,
    reason: str,
    actor: str | None = None,
    findings: Sequence[Finding] = (),
) -> None:
    """Write a further state of a submission. Who makes it count, or count no more, holds the contest: by the
    numbers of states it is told what counted when, whatever clocks say."""
    row = {
        "submission": submission,
        "state": state,
        "at": now,
        "actor": actor,
        "reason": reason.replace("\0", "\\0"),  # which PostgreSQL does not take
        "findings": msgspec.json.encode(list(findings)).decode(),
    }
    connection.execute(STATES.insert().values(row))


def submissions_of(
    connection: Connection,
    contest: str,
    *,
    kind: Kind | None = None,
    number: int | None = None,
    team: str | None = None,
    submission: str | None = None,
    until: int | None = None,
    after: int | None = None,
    limit: int | None = None,
    findings: bool = False,
) -> list[Submission]:
    """Submissions with their newest states, the oldest first; without their content, and without what was
    found in their lines, unless it is wanted. `until`: the newest state that there was; `after`: the number
    of a submission."""
    columns = [each for each in SUBMISSIONS.c if each.name != "content"]
    brought = _number_of_state(func.min)
    query = (
        select(
            *columns,
            brought.label("number"),
            func.length(SUBMISSIONS.c.content).label("bytes"),
            STATES.c.state,
            STATES.c.reason,
            STATES.c.at,
            *([STATES.c.findings] if findings else []),
        )
        .select_from(SUBMISSIONS)
        .join(STATES, STATES.c.number == newest_state(until))
        .where(SUBMISSIONS.c.contest == contest)
        .order_by("number")
    )
    for column, wanted in (("kind", kind), ("round", number), ("team", team), ("id", submission)):
        if wanted is not None:
            query = query.where(SUBMISSIONS.c[column] == wanted)
    if after is not None:
        query = query.where(brought > after)
    query = query.limit(limit)
    return [_submission(row) for row in connection.execute(query).mappings()]


def find_submission(connection: Connection, contest: str, submission: str) -> Submission:
    """One submission with what was found in its lines; refuses one that is not there."""
    for found in submissions_of(connection, contest, submission=submission, findings=True):
        return found
    raise NotFoundError("there is no such submission", remedy="Look at the list of your submissions.")


def newest_accepted(found: Iterable[Submission]) -> dict[str | None, Submission]:
    """By team, the submission that counts."""
    return {each.team: each for each in found if each.state == "accepted"}


def submissions_that_count(
    connection: Connection, contest: str, kind: Kind, number: int | None = None, until: int | None = None
) -> list[Submission]:
    """The submissions of a kind that count, one of each team at most. `until`: by a state of back then."""
    found = submissions_of(connection, contest, kind=kind, number=number, until=until)
    return list(newest_accepted(found).values())


def data_that_count(connection: Connection, contest: str) -> frozenset[str]:
    """The submissions of the organiser's data that count."""
    found = (submissions_that_count(connection, contest, kind) for kind in KINDS_OF_DATA)
    return frozenset(each.id for some in found for each in some)


def has_brought(connection: Connection, contest: str, kind: Kind, number: int | None = None) -> bool:
    """Has somebody brought something of a kind that counts, or may once it has been checked?"""
    found = submissions_of(connection, contest, kind=kind, number=number)
    return any(each.state == "accepted" or each.state not in ENDED for each in found)


def refuse_unfinished(connection: Connection, contest: str, number: int, *kinds: Kind) -> None:
    """Refuse to go on with a round while something that was brought in time is still being checked."""
    found = [each for kind in kinds for each in submissions_of(connection, contest, kind=kind, number=number)]
    waiting = sum(each.state not in ENDED for each in found)
    if waiting:
        raise ConflictError(
            f"{waiting} submissions of this round are still being checked, and none is left out",
            remedy="Try again in a minute.",
        )


def contents(connection: Connection, chosen: Iterable[Submission]) -> dict[str, Upload]:
    """The uploads of submissions, by id."""
    names = [each.id for each in chosen]
    query = large(select(SUBMISSIONS).where(SUBMISSIONS.c.id.in_(names)))
    return {row["id"]: upload_of(row) for row in connection.execute(query).mappings()}


def findings_of(connection: Connection, submission: str) -> list[Finding]:
    """What was found in the lines of a submission that was accepted, whatever became of it later."""
    query = select(STATES.c.findings).where(STATES.c.submission == submission, STATES.c.state == "accepted")
    return msgspec.json.decode(connection.execute(query).scalar_one(), type=list[Finding])


def newest_of(connection: Connection, contest: str) -> int:
    """The number of the newest state of any submission of a contest: as long as it is the same, nothing was
    brought, checked or withdrawn."""
    query = select(func.max(STATES.c.number)).join(SUBMISSIONS, SUBMISSIONS.c.id == STATES.c.submission)
    return connection.execute(query.where(SUBMISSIONS.c.contest == contest)).scalar() or 0


def count_states(connection: Connection) -> dict[str, int]:
    """How many submissions are in each state, of all contests."""
    query = (
        select(STATES.c.state, func.count().label("number"))
        .select_from(SUBMISSIONS)
        .join(STATES, STATES.c.number == newest_state())
        .group_by(STATES.c.state)
    )
    return dict.fromkeys(get_args(State), 0) | {row.state: row.number for row in connection.execute(query)}


def locked(submission: str) -> Select[str]:
    """The row of a submission, for who is about to write a state."""
    return select(SUBMISSIONS.c.id).where(SUBMISSIONS.c.id == submission).with_for_update()


def state_of(submission: str) -> Select[str]:
    """The newest state of one submission."""
    query = select(STATES.c.state).where(STATES.c.submission == submission)
    return query.order_by(STATES.c.number.desc()).limit(1)


def newest_state(until: int | None = None) -> ScalarSelect[int]:
    """The number of the newest state of a submission, or of the newest up to a number."""
    return _number_of_state(func.max, until)


def _number_of_state(which: Any, until: int | None = None) -> ScalarSelect[int]:
    states = STATES.alias()
    query = select(which(states.c.number)).where(states.c.submission == SUBMISSIONS.c.id)
    if until is not None:
        query = query.where(states.c.number <= until)
    return query.correlate(SUBMISSIONS).scalar_subquery()


def _submission(row: Any) -> Submission:
    given = {key: row[key] for key in Submission.__struct_fields__ if key in row}
    given |= {"changed_at": row["at"], "findings": msgspec.json.decode(row.get("findings", "[]"))}
    given["system"] = msgspec.json.decode(row["system"] or "null")
    return msgspec.convert(given, Submission)


def upload_of(row: Any) -> Upload:
    return Upload(**{key: row[key] for key in Upload.__struct_fields__})
