"""Askings in the database: an endpoint is asked once for a round, and again when its team wants it.

An asking is its own job: whoever leases it goes on after the answers that are there, and a lease that has run
out is taken up by another. It ends once, in a named state and with a reason that says whose fault it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, delete, func, or_, select, update
from sqlalchemy.exc import IntegrityError

from zellig.games.contest import events
from zellig.items import Prediction, encode_record
from zellig.server.contests import append
from zellig.server.leasing import LEASE, TRIES
from zellig.server.problems import ConflictError
from zellig.server.secrets import new_id
from zellig.server.submissions import Answerer
from zellig.store.database.tables.endpoints import ANSWERS, ASKINGS, ENDPOINTS
from zellig.texts import counted

Ended = Literal["brought", "unanswered", "refused", "failed"]
State = Literal["waiting", "asking"] | Ended

BY_ITSELF = ""  # the key of the asking that is begun when the phase opens
BACK_OFF = tuple(
    timedelta(minutes=each) for each in (1, 5, 15)
)  # after each fault of an endpoint but the last


class Asking(msgspec.Struct, frozen=True):
    """One time that an endpoint is asked, and what has come of it."""

    id: str
    round: int
    wanted_at: datetime
    state: State
    words: str
    answered: int
    asked: int | None  # once it is known how many there are
    system: Answerer | None  # that answers there, as it says
    ended_at: datetime | None
    submission: str | None


class Job(msgspec.Struct, frozen=True):
    """An asking for who does it."""

    id: str
    contest: str
    team: str
    round: int
    faults: int
    address: str
    token: str | None
    account: str  # who registered the endpoint
    removed: bool  # by its team, meanwhile


def begin_asking(
    connection: Connection,
    now: datetime,
    contest: str,
    team: str,
    endpoint: str,
    number: int,
    key: str,
    account: str | None,
) -> Asking:
    """Have an endpoint asked for a round; refuses while it is being asked."""
    if any(each.ended_at is None for each in askings_of(connection, contest, team, number)):
        raise ConflictError("your endpoint is being asked", remedy="Wait until that has ended.")
    name = new_id()
    row = {
        "id": name,
        "endpoint": endpoint,
        "contest": contest,
        "team": team,
        "round": number,
        "key": key,
        "account": account,
        "wanted_at": now,
        "words": "It will be asked in a moment.",
    }
    try:
        with connection.begin_nested():
            connection.execute(ASKINGS.insert().values(row))
    except IntegrityError:
        raise ConflictError("the same is on its way", remedy="Wait a moment, and look again.") from None
    append(connection, now, contest, account, events.EndpointAsked(team, endpoint, number, name))
    (found,) = askings_of(connection, contest, team, number, key)
    return found


def askings_of(
    connection: Connection, contest: str, team: str, number: int | None = None, key: str | None = None
) -> list[Asking]:
    """The askings of a team, the oldest first."""
    answered = (
        select(func.coalesce(func.sum(ANSWERS.c.answered), 0))
        .where(ANSWERS.c.asking == ASKINGS.c.id)
        .correlate(ASKINGS)
        .scalar_subquery()
    )
    query = select(ASKINGS, answered.label("answered")).where(
        ASKINGS.c.contest == contest, ASKINGS.c.team == team
    )
    for column, wanted in (("round", number), ("key", key)):
        if wanted is not None:
            query = query.where(ASKINGS.c[column] == wanted)
    query = query.order_by(ASKINGS.c.wanted_at, ASKINGS.c.id)
    return [_asking(row) for row in connection.execute(query).mappings()]


def is_waiting(connection: Connection, now: datetime) -> bool:
    """Does an asking wait for somebody?"""
    return connection.execute(_waiting(now).limit(1)).first() is not None


def lease_asking(connection: Connection, now: datetime, worker: str) -> Job | None:
    """The asking that has waited longest, since it was wanted or let go, or whose worker has not come back;
    None if there is none."""
    since = func.coalesce(ASKINGS.c.leased_until, ASKINGS.c.wanted_at)
    query = _waiting(now).order_by(since, ASKINGS.c.id).limit(1)
    row = connection.execute(query.with_for_update(skip_locked=True)).mappings().first()
    if row is None:
        return None
    mine = update(ASKINGS).where(ASKINGS.c.id == row["id"])
    connection.execute(
        mine.values(leased_by=worker, leased_until=now + LEASE, tries=row["tries"] + 1, words="It is asked.")
    )
    if row["tries"] >= TRIES:
        words = "It could not be asked, which is a fault of the platform and not charged. Ask it again."
        end_asking(connection, now, worker, row["id"], "failed", words)
        return lease_asking(connection, now, worker)
    endpoint = select(ENDPOINTS).where(ENDPOINTS.c.id == row["endpoint"])
    place = connection.execute(endpoint).mappings().one()
    given = {key: row[key] for key in ("id", "contest", "team", "round", "faults")}
    return Job(
        **given,
        address=place["address"],
        token=place["token"],
        account=place["account"],
        removed=place["removed_at"] is not None,
    )


def renew_asking(connection: Connection, now: datetime, worker: str, asking: str) -> bool:
    """Hold an asking for longer; says whether it is still one's own, and still wanted."""
    held = connection.execute(_held(worker, asking).values(leased_until=now + LEASE)).rowcount
    there = select(ENDPOINTS.c.id).join(ASKINGS, ASKINGS.c.endpoint == ENDPOINTS.c.id)
    kept = there.where(ASKINGS.c.id == asking, ENDPOINTS.c.removed_at.is_(None))
    return bool(held) and connection.execute(kept).first() is not None


def note_system(connection: Connection, asking: str, system: Answerer, asked: int) -> None:
    """Write down who answers, and how much is asked; what another version has answered does not count."""
    said = msgspec.json.encode(system).decode()
    before = connection.execute(select(ASKINGS.c.system).where(ASKINGS.c.id == asking)).scalar()
    if before != said:
        connection.execute(delete(ANSWERS).where(ANSWERS.c.asking == asking))
    connection.execute(update(ASKINGS).where(ASKINGS.c.id == asking).values(system=said, asked=asked))


def keep_answers(connection: Connection, asking: str, found: Sequence[Prediction]) -> None:
    """Keep what was answered to a batch; it has come on, so no try was in vain."""
    content = b"".join(encode_record(Prediction(each.id, each.answer)) for each in found)
    connection.execute(ANSWERS.insert().values(asking=asking, answered=len(found), content=content))
    connection.execute(update(ASKINGS).where(ASKINGS.c.id == asking).values(tries=0))


def answers_so_far(connection: Connection, asking: str) -> bytes:
    """The lines of all answers that are there."""
    query = select(ANSWERS.c.content).where(ANSWERS.c.asking == asking).order_by(ANSWERS.c.number)
    return b"".join(connection.execute(query).scalars())


def let_go(connection: Connection, now: datetime, worker: str, asking: str) -> None:
    """Leave an asking to whoever looks for work next, after those that wait already."""
    words = "It will be gone on with in a moment."
    connection.execute(_held(worker, asking).values(leased_by=None, leased_until=now, tries=0, words=words))


def put_off(connection: Connection, now: datetime, worker: str, job: Job, why: str) -> None:
    """The endpoint is at fault: it is asked again after a while, so many times, and then no more."""
    told = f"{_so_far(connection, job.id)}: {why}. This is a fault of the endpoint."
    if job.faults == len(BACK_OFF):
        words = f"{told} It was tried {len(BACK_OFF) + 1} times."
        end_asking(connection, now, worker, job.id, "unanswered", words)
        return
    wait = BACK_OFF[job.faults]
    minutes = wait // timedelta(minutes=1)
    words = (
        f"{told} It is asked again {minutes} minute{'' if minutes == 1 else 's'} later, "
        f"for the {('second', 'third', 'fourth')[job.faults]} time of {len(BACK_OFF) + 1}."
    )
    connection.execute(
        _held(worker, job.id).values(
            leased_by=None, leased_until=now + wait, tries=0, faults=job.faults + 1, words=_kept(words)
        )
    )


def end_asking(
    connection: Connection,
    now: datetime,
    worker: str,
    asking: str,
    state: Ended,
    words: str,
    submission: str | None = None,
) -> None:
    """Write how an asking ended, unless another worker has it by now."""
    held = connection.execute(
        _held(worker, asking).values(
            leased_by=None,
            leased_until=None,
            ended_at=now,
            end_state=state,
            words=_kept(words),
            submission=submission,
        )
    )
    if held.rowcount:
        row = connection.execute(select(ASKINGS).where(ASKINGS.c.id == asking)).mappings().one()
        ended = events.AskingEnded(
            row["team"], asking, row["round"], state, _answered(connection, asking), _kept(words), submission
        )
        append(connection, now, row["contest"], None, ended)


def refused_words(connection: Connection, asking: str, why: str) -> str:
    """Why the answers of an endpoint are not brought, and how many there are."""
    return f"{_so_far(connection, asking)}: {why}."


def _waiting(now: datetime) -> Any:
    return select(ASKINGS).where(
        ASKINGS.c.ended_at.is_(None), or_(ASKINGS.c.leased_until.is_(None), ASKINGS.c.leased_until <= now)
    )


def _held(worker: str, asking: str) -> Any:
    return update(ASKINGS).where(
        ASKINGS.c.id == asking, ASKINGS.c.leased_by == worker, ASKINGS.c.ended_at.is_(None)
    )


def _answered(connection: Connection, asking: str) -> int:
    query = select(func.coalesce(func.sum(ANSWERS.c.answered), 0)).where(ANSWERS.c.asking == asking)
    return int(connection.execute(query).scalar_one())


def _so_far(connection: Connection, asking: str) -> str:
    asked = connection.execute(select(ASKINGS.c.asked).where(ASKINGS.c.id == asking)).scalar()
    return (
        f"{_answered(connection, asking):,} of {counted(asked, 'item')} were answered"
        if asked
        else "Nothing was answered"
    )


def _kept(words: str) -> str:
    return words.replace("\0", "\\0")  # which PostgreSQL does not take


def _asking(row: Any) -> Asking:
    given = {key: row[key] for key in Asking.__struct_fields__ if key in row}
    state = row["end_state"] or ("asking" if row["leased_by"] else "waiting")
    system = msgspec.json.decode(row["system"] or "null")
    return msgspec.convert({**given, "state": state, "system": system}, Asking)
