"""What teams and organisers bring: received once, while it is allowed, and taken back."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from zellig.games.contest import events
from zellig.games.contest.phases import Act
from zellig.games.contest.rules import Quotas
from zellig.games.contest.standing import Standing, Team
from zellig.games.contest.uploads import ACTS, KINDS_OF_DATA, MEGABYTE, Kind
from zellig.server.accounts import Account
from zellig.server.contests import allow, lock, note_refused, organise
from zellig.server.judging import is_asked
from zellig.server.problems import ConflictError, ForbiddenError, TooLargeError, TooManyError
from zellig.server.secrets import new_id
from zellig.server.submissions import (
    Answerer,
    State,
    Upload,
    find_submission,
    has_brought,
    locked,
    note_state,
    submissions_of,
    submissions_that_count,
)
from zellig.store.database.tables.contests import SUBMISSIONS
from zellig.texts import counted

CHARGED: tuple[State, ...] = ("received", "checking", "accepted", "rejected", "withdrawn")
DUE = timedelta(minutes=15)
_BUILT_UPON: dict[Kind, Kind] = {"dev": "dev-predictions", "starter": "pairs"}  # what teams make of data
_JUDGED: tuple[Kind, ...] = ("dev", "to-judge")


def receive(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account,
    kind: Kind,
    number: int,
    filename: str,
    content: bytes,
    key: str,
    system: Answerer | None = None,
    act: Act | None = None,
) -> str:
    """Take an upload, and say its id; the same key gives the same one. Refuses what is not allowed now, too
    large, too much, or brought without consent to the licence. `system`: who answered, as it says itself;
    `act`: what has to be allowed for it, if it is not what uploads of the kind need."""
    lock(connection, contest)
    digest = hashlib.sha256(content).hexdigest()
    if (before := brought_before(connection, contest, account, key, (kind, number, digest))) is not None:
        return before
    team = admit(connection, now, contest, standing, account, kind, number, len(content), act)
    submission = new_id()
    row = {
        "id": submission,
        "contest": contest,
        "account": account.id,
        "team": team.id if team else None,
        "kind": kind,
        "round": number,
        "key": key,
        "filename": filename[-200:],
        "sha256": digest,
        "content": content,
        "system": None if system is None else msgspec.json.encode(system).decode(),
        "received_at": now,
        "due_at": now + DUE,
    }
    try:
        with connection.begin_nested():
            connection.execute(SUBMISSIONS.insert().values(row))
    except IntegrityError:
        raise ConflictError(
            "the same upload is on its way", remedy="Wait a moment, and look again."
        ) from None
    note_state(connection, now, submission, "received", "It will be checked.", account.id)
    return submission


def brought_before(
    connection: Connection, contest: str, account: Account, key: str, what: tuple[Kind, int, str]
) -> str | None:
    """The submission that an account has made with a key; refuses one of another kind, round or content."""
    columns = SUBMISSIONS.c.kind, SUBMISSIONS.c.round, SUBMISSIONS.c.sha256
    same = select(SUBMISSIONS.c.id, *columns).where(
        SUBMISSIONS.c.contest == contest, SUBMISSIONS.c.account == account.id, SUBMISSIONS.c.key == key
    )
    before = connection.execute(same).first()
    if before is not None and (before.kind, before.round, before.sha256) != what:
        raise ConflictError("this key was used for another upload", remedy="Use a new key for every upload.")
    return None if before is None else str(before.id)


def admit(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account,
    kind: Kind,
    number: int,
    size: int,
    act: Act | None = None,
) -> Team | None:
    """The team that brings an upload of so many bytes; none if it is the organiser's. Refuses what is not
    allowed now, too large, too much, or brought without consent to the licence."""
    team = _bring(connection, now, contest, standing, account, kind, number, act or ACTS.get(kind))
    rules = standing.rules
    if rules is None:
        raise ConflictError("the contest has no rules yet", remedy="Give it rules first.")
    if size > (largest := rules.quotas.megabytes * MEGABYTE):
        raise too_large(largest)
    if team is not None:
        _refuse_too_many(connection, now, contest, account, team, kind, number, rules.quotas.uploads)
    return team


def largest_of(standing: Standing, account: Account) -> int:
    """How many bytes an upload of somebody may have; refuses who takes no part, before anything is read."""
    if not standing.roles_of(account.id):
        raise ForbiddenError("you take no part in this contest", remedy="Ask for an invitation.")
    return (standing.rules.quotas if standing.rules else Quotas()).megabytes * MEGABYTE


def too_large(largest: int) -> TooLargeError:
    """The refusal of more bytes than are taken."""
    return TooLargeError(
        f"it has more than the {largest // MEGABYTE} MB that are allowed",
        remedy="Upload less at once, or pack it.",
    )


def _bring(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account,
    kind: Kind,
    number: int,
    act: Act | None,
) -> Team | None:
    """The team that brings an upload; none if it is the organiser's."""
    if act is None:
        organise(standing, account)
        _refuse_used(connection, contest, standing, kind)
        return None
    allow(connection, now, contest, standing, account, act, number)
    return playing(standing, account)


def _refuse_used(connection: Connection, contest: str, standing: Standing, kind: Kind) -> None:
    """Refuse to replace data that others have worked with: what they brought would not fit any more. Refuse
    as well the first ones that are judged when it has been drawn in all rounds what is."""
    if not submissions_that_count(connection, contest, kind):
        judged = {window.round for window in standing.timeline if window.phase == "judge"}
        if kind in _JUDGED and judged and all(is_asked(connection, contest, each) for each in judged):
            raise ConflictError(
                "it has been drawn what is judged, and nobody would be asked about these data",
                remedy="Bring them to another contest.",
            )
        return
    asked = kind in _JUDGED and any(is_asked(connection, contest, number) for number in standing.rounds)
    built = _BUILT_UPON.get(kind)
    if asked or (built is not None and has_brought(connection, contest, built)):
        who = "judges have been asked about" if asked else "teams have worked with"
        raise ConflictError(
            f"{who} the data that are there",
            remedy="Let them be; for other data, begin another contest.",
        )


def too_late(connection: Connection, standing: Standing, upload: Upload) -> str | None:
    """Why data that the organiser brought in time cannot be taken any more once they are checked: meanwhile
    somebody has worked with what is there."""
    if upload.kind not in KINDS_OF_DATA:
        return None
    try:
        _refuse_used(connection, upload.contest, standing, upload.kind)
    except ConflictError as error:
        return f"Meanwhile {error.what}. {error.remedy}"
    return None


def playing(standing: Standing, account: Account) -> Team:
    """The team that an account plays for; refuses who plays for none, or has not agreed to the licence."""
    team = standing.team_of(account.id)
    if team is None:
        raise ForbiddenError("only a team brings this", remedy="Join a team first.")
    licence = standing.rules.licence if standing.rules else ""
    if licence not in standing.consents.get(account.id, ()):
        raise ForbiddenError(
            f"texts are brought under the licence {licence}, and you have not agreed to it",
            remedy="Agree to it on the page of the contest, or with PUT .../consent.",
        )
    return team


def _refuse_too_many(
    connection: Connection,
    now: datetime,
    contest: str,
    account: Account,
    team: Team,
    kind: Kind,
    number: int,
    most: int,
) -> None:
    mine = submissions_of(connection, contest, kind=kind, number=number, team=team.id)
    if sum(each.state in CHARGED for each in mine) < most:
        return
    sentence = f"the team has brought {counted(most, 'upload')} of this kind, which is all it may in a round"
    noted = note_refused(connection, now, contest, account, events.Refused(ACTS[kind], "quota", sentence))
    raise TooManyError(sentence, remedy="Withdraw nothing: the newest accepted one counts.", noted=noted)


def withdraw(
    connection: Connection, now: datetime, contest: str, standing: Standing, account: Account, submission: str
) -> None:
    """Take back a submission of one's own team, or the organiser's data, while another could be brought; it
    stays."""
    lock(connection, contest)
    connection.execute(locked(submission))
    found, team = find_submission(connection, contest, submission), standing.team_of(account.id)
    if found.team is None:
        organise(standing, account)
        _refuse_used(connection, contest, standing, found.kind)
    elif team is None or found.team != team.id:
        raise ForbiddenError("this is not a submission of your team", remedy="Withdraw your own.")
    else:
        allow(connection, now, contest, standing, account, ACTS[found.kind], found.round)
    if found.state in ("withdrawn", "failed", "rejected"):
        raise ConflictError(f"the submission is {found.state}", remedy="Nothing is left to withdraw.")
    by = "an organiser" if found.team is None else "its team"
    note_state(connection, now, submission, "withdrawn", f"Withdrawn by {by}.", account.id)
