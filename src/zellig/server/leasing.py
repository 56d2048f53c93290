"""Submissions as the work of workers: leased, renewed, ended in a named state with a reason.

A submission is its own job: a worker leases it, and a lease that has run out is taken up by another. What the
platform spoils is tried again and never counts against a team. A check has a time limit: no lease is renewed
beyond it, and what was begun and has not ended when it was due fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, and_, func, or_, select, update

from zellig.checks.findings import Finding
from zellig.server.contests import lock
from zellig.server.submissions import ENDED, State, Upload, newest_state, note_state, state_of, upload_of
from zellig.store.database.tables.contests import STATES, SUBMISSIONS

LEASE = timedelta(seconds=15)  # renewed while the worker is alive
CHECK = timedelta(minutes=4)  # that one check may take: all tries are over before a submission is due
TRIES = 3


def lease(connection: Connection, now: datetime, worker: str) -> Upload | None:
    """The oldest submission that waits for a worker, or whose worker has not come back; None if none does.

    The contest need not be held: no state that is written here counts, or makes anything count no more."""
    query = (
        select(SUBMISSIONS.c.id)
        .select_from(SUBMISSIONS)
        .join(STATES, STATES.c.number == newest_state())
        .where(
            # Only these can wait, and few are: the states of all others need not be looked up.
            or_(SUBMISSIONS.c.tries == 0, SUBMISSIONS.c.leased_until.is_not(None)),
            or_(
                STATES.c.state == "received",
                and_(STATES.c.state == "checking", SUBMISSIONS.c.leased_until < now),
            ),
        )
        .order_by(SUBMISSIONS.c.received_at, SUBMISSIONS.c.id)
        .limit(1)
        .with_for_update(of=SUBMISSIONS, skip_locked=True)
    )
    found = connection.execute(query).scalar()
    if found is None:
        return None
    # Another worker may have ended it, or its team withdrawn it, just before it was locked: in PostgreSQL the
    # query has not seen that.
    row = connection.execute(select(SUBMISSIONS).where(SUBMISSIONS.c.id == found)).mappings().one()
    state = connection.execute(state_of(found)).scalar_one()
    if state in ENDED or (state == "checking" and row["leased_until"] >= now):
        return lease(connection, now, worker)
    if row["tries"] >= TRIES or (row["tries"] and row["due_at"] <= now):
        note_state(
            connection,
            now,
            found,
            "failed",
            "It could not be checked. It does not count; please upload it again.",
        )
        return lease(connection, now, worker)
    connection.execute(
        update(SUBMISSIONS)
        .where(SUBMISSIONS.c.id == found)
        .values(leased_by=worker, leased_until=now + LEASE, tries=row["tries"] + 1)
    )
    note_state(connection, now, found, "checking", "It is being checked.")
    return upload_of(row)


def renew(connection: Connection, now: datetime, worker: str, submission: str) -> None:
    """Hold a submission for longer, unless another worker has it by now."""
    connection.execute(
        update(SUBMISSIONS)
        .where(SUBMISSIONS.c.id == submission, SUBMISSIONS.c.leased_by == worker)
        .values(leased_until=now + LEASE)
    )


def finish(
    connection: Connection,
    now: datetime,
    worker: str,
    upload: Upload,
    state: State,
    reason: str,
    findings: Sequence[Finding],
) -> None:
    """Write how a check ended, unless the lease was lost to another worker or the team withdrew."""
    lock(connection, upload.contest)
    held = connection.execute(
        update(SUBMISSIONS)
        .where(SUBMISSIONS.c.id == upload.id, SUBMISSIONS.c.leased_by == worker)
        .values(leased_by=None, leased_until=None)
    )
    if held.rowcount and connection.execute(state_of(upload.id)).scalar() == "checking":
        note_state(connection, now, upload.id, state, reason, findings=findings)


def count_leases(connection: Connection, now: datetime) -> tuple[int, int]:
    """How many submissions workers hold, and how many of them they have not come back for."""
    held = select(func.count()).where(SUBMISSIONS.c.leased_until.is_not(None))
    late = SUBMISSIONS.c.leased_until < now
    every, lost = (connection.execute(query).scalar_one() for query in (held, held.where(late)))
    return every - lost, lost
