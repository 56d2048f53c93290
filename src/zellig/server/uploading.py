"""Uploads that come in parts, over a line that may fail at any time.

Whoever uploads says first what will come: how many bytes, and their hash. Parts are kept one by one, each
where the one before ends, and a complete upload becomes a submission exactly as one that came in one piece.
The key that the owner chose is that of the submission: sent again, each step does nothing more.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, select

from zellig.games.contest.phases import refuse_act
from zellig.games.contest.rules import in_zone
from zellig.games.contest.standing import Standing
from zellig.games.contest.uploads import ACTS, MEGABYTE, Kind
from zellig.server.accounts import Account
from zellig.server.contests import lock
from zellig.server.problems import ConflictError, NotFoundError, OutOfPhaseError, TooLargeError
from zellig.server.receiving import admit, brought_before, receive
from zellig.server.secrets import new_id
from zellig.store.database.tables.contests import SUBMISSIONS
from zellig.store.database.tables.uploads import PARTS, UPLOADS

KEPT = timedelta(days=2)  # after which what is not complete is gone
AT_ONCE = 4  # of one account in a contest; who begins another one gives up the oldest
PART = 8 * MEGABYTE  # bytes that one part may have


class Announced(msgspec.Struct, frozen=True):
    """What an upload will be."""

    kind: Kind
    round: int
    filename: str
    bytes: int
    sha256: str


class Uploading(msgspec.Struct, frozen=True):
    """How much of an upload is there; once it is complete, the submission that it has become."""

    key: str
    kind: Kind
    round: int
    filename: str
    bytes: int
    sha256: str
    received: int
    expires_at: datetime | None = None
    submission: str | None = None


def begin(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account,
    key: str,
    announced: Announced,
) -> Uploading:
    """Begin an upload, or say how far it has come. Refuses what could not become a submission now."""
    lock(connection, contest)
    what = announced.kind, announced.round, announced.sha256
    if brought_before(connection, contest, account, key, what) is not None:
        return find_upload(connection, now, contest, account, key)
    same = UPLOADS.c.contest == contest, UPLOADS.c.account == account.id
    connection.execute(delete(UPLOADS).where(*same, UPLOADS.c.key == key, UPLOADS.c.expires_at <= now))
    row = connection.execute(select(UPLOADS).where(*same, UPLOADS.c.key == key)).mappings().first()
    given = msgspec.structs.asdict(announced)
    if row is None:
        kind, number = announced.kind, announced.round
        admit(connection, now, contest, standing, account, kind, number, announced.bytes)
        mine = select(UPLOADS.c.id).where(*same).order_by(UPLOADS.c.begun_at.desc(), UPLOADS.c.id)
        oldest = connection.execute(mine.offset(AT_ONCE - 1)).scalars().all()
        connection.execute(delete(UPLOADS).where(UPLOADS.c.id.in_(oldest)))
        times = {"begun_at": now, "expires_at": now + KEPT}
        whose = {"id": new_id(), "contest": contest, "account": account.id, "key": key}
        connection.execute(UPLOADS.insert().values(**whose, **given, **times))
    elif any(row[name] != value for name, value in given.items()):
        raise ConflictError("this key was used for another upload", remedy="Use a new key for every upload.")
    return find_upload(connection, now, contest, account, key)


def find_upload(connection: Connection, now: datetime, contest: str, account: Account, key: str) -> Uploading:
    """How far an upload of one's own has come; refuses one that is not there, or not any more."""
    done = select(SUBMISSIONS, func.length(SUBMISSIONS.c.content).label("bytes")).where(
        SUBMISSIONS.c.contest == contest, SUBMISSIONS.c.account == account.id, SUBMISSIONS.c.key == key
    )
    if (row := connection.execute(done).mappings().first()) is not None:
        return _uploading(row, row["bytes"], None, row["id"])
    for found in uploads_of(connection, now, contest, account):
        if found.key == key:
            return found
    raise NotFoundError("there is no such upload, or not any more", remedy="Begin it, with PUT.")


def uploads_of(connection: Connection, now: datetime, contest: str, account: Account) -> list[Uploading]:
    """The uploads of one's own that are not complete, the oldest first."""
    query = select(UPLOADS).where(
        UPLOADS.c.contest == contest, UPLOADS.c.account == account.id, UPLOADS.c.expires_at > now
    )
    rows = connection.execute(query.order_by(UPLOADS.c.begun_at, UPLOADS.c.id)).mappings().all()
    return [_uploading(row, _received(connection, row["id"]), row["expires_at"], None) for row in rows]


def take_part(
    connection: Connection,
    now: datetime,
    contest: str,
    account: Account,
    key: str,
    start: int,
    content: bytes,
) -> Uploading:
    """Keep a part that begins where the last one ends; one that is there already stays as it is."""
    upload = _held(connection, now, contest, account, key)
    received = _received(connection, upload["id"])
    if start + len(content) > upload["bytes"]:
        raise TooLargeError(
            f"{upload['bytes']:,} bytes were announced, and these go beyond them",
            remedy="Send what was announced, or begin another upload with a new key.",
        )
    if start == received and content:
        connection.execute(PARTS.insert().values(upload=upload["id"], start=start, content=content))
    elif start != received:
        there = select(PARTS.c.content).where(PARTS.c.upload == upload["id"], PARTS.c.start == start)
        if connection.execute(there).scalar() != content:
            raise ConflictError(
                f"{received:,} bytes are there, and this part begins at {start:,}",
                remedy="Ask how much is there, and go on from it.",
            )
    return find_upload(connection, now, contest, account, key)


def complete(
    connection: Connection, now: datetime, contest: str, standing: Standing, account: Account, key: str
) -> str:
    """Make a submission of an upload all of which is there, and say its id; once, however often it is asked
    for. What the rules say holds for this moment: who began in time and completes too late is too late."""
    lock(connection, contest)
    found = find_upload(connection, now, contest, account, key)
    if found.submission is not None:
        return found.submission
    upload = _held(connection, now, contest, account, key)
    if found.received < found.bytes:
        raise ConflictError(
            f"{found.received:,} of {found.bytes:,} bytes are there",
            remedy="Send the others, and complete it then.",
        )
    parts = select(PARTS.c.content).where(PARTS.c.upload == upload["id"]).order_by(PARTS.c.start)
    content = b"".join(connection.execute(parts).scalars())
    gone = delete(UPLOADS).where(UPLOADS.c.id == upload["id"])
    if hashlib.sha256(content).hexdigest() != found.sha256:
        connection.execute(gone)
        raise ConflictError(
            "the bytes are not those that were announced: their hash is another",
            remedy="Begin again, with a new key.",
            noted=True,
        )
    submission = _receive(connection, now, contest, standing, account, found, content, upload["begun_at"])
    connection.execute(gone)
    return submission


def _receive(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account,
    found: Uploading,
    content: bytes,
    begun: datetime,
) -> str:
    given = found.kind, found.round, found.filename, content, found.key
    try:
        return receive(connection, now, contest, standing, account, *given)
    except OutOfPhaseError as error:
        act = ACTS[found.kind]
        if refuse_act(act, standing.roles_of(account.id), standing.timeline, begun, found.round) is None:
            at = in_zone(begun).strftime("%Y-%m-%d %H:%M UTC")
            what = f"{error.what}; this was begun in time, at {at}, and is complete too late"
            raise OutOfPhaseError(what, remedy=error.remedy, noted=error.noted) from None
        raise


def has_expired(connection: Connection, now: datetime) -> bool:
    """Is there anything to be thrown away?"""
    return (
        connection.execute(select(UPLOADS.c.id).where(UPLOADS.c.expires_at <= now).limit(1)).first()
        is not None
    )


def clear(connection: Connection, now: datetime) -> int:
    """Throw away what has expired; says how many uploads."""
    return connection.execute(delete(UPLOADS).where(UPLOADS.c.expires_at <= now)).rowcount


def _held(connection: Connection, now: datetime, contest: str, account: Account, key: str) -> Any:
    """The row of an upload, for who is about to change something: nobody else does until then."""
    query = select(UPLOADS).where(
        UPLOADS.c.contest == contest,
        UPLOADS.c.account == account.id,
        UPLOADS.c.key == key,
        UPLOADS.c.expires_at > now,
    )
    row = connection.execute(query.with_for_update()).mappings().first()
    if row is None:
        raise NotFoundError("there is no such upload, or not any more", remedy="Begin it, with PUT.")
    return row


def _received(connection: Connection, upload: str) -> int:
    query = select(func.coalesce(func.sum(func.length(PARTS.c.content)), 0)).where(PARTS.c.upload == upload)
    return int(connection.execute(query).scalar_one())


def _uploading(row: Any, received: int, expires: datetime | None, submission: str | None) -> Uploading:
    given = {key: row[key] for key in Announced.__struct_fields__}
    return Uploading(row["key"], **given, received=received, expires_at=expires, submission=submission)
