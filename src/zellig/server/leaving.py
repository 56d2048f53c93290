"""The end of an account: what is about the person goes; what they brought to contests stays, as nobody's."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, select, update

from zellig.games.contest import events
from zellig.games.contest.standing import Standing
from zellig.games.contest.uploads import plain_name
from zellig.server.accounts import CLOSED, Account
from zellig.server.arena.entrants import leave_arenas
from zellig.server.arena.keeping import Arenas
from zellig.server.contests import Standings, append, contests_of
from zellig.server.links import Gift, forget_links
from zellig.server.mails import forget_mails
from zellig.server.problems import ConflictError
from zellig.server.rooms import forget_seats
from zellig.server.sessions import end_sessions
from zellig.server.tournaments.keeping import forget_players
from zellig.server.workshops import Workshops, forget_drafts, leave_workshops
from zellig.store.database.tables.accounts import ACCOUNTS, ATTEMPTS, TOKENS
from zellig.store.database.tables.contests import SUBMISSIONS
from zellig.store.database.tables.endpoints import ENDPOINTS
from zellig.store.database.tables.uploads import UPLOADS


def close_account(
    connection: Connection,
    now: datetime,
    standings: Standings,
    workshops: Workshops,
    arenas: Arenas,
    account: Account,
) -> None:
    """Close an account; refuses the last operator, the last organiser of a contest that goes on, and the last
    editor of a workshop."""
    endpoints = _endpoints_of(connection, account)
    # Contests first, and in their order, as all do who write to several; whoever acts in one has it already,
    # and then only needs to know that the account is there.
    for contest in sorted({*contests_of(connection, standings, account.id), *endpoints}):
        standing = standings.held(connection, contest)
        _refuse_last_organiser(connection, now, standing, account)
        roles = [events.RoleTaken(account.id, role) for role in sorted(standing.roles_of(account.id))]
        append(connection, now, contest, account.id, *endpoints.get(contest, ()), *roles)
    leave_workshops(connection, now, workshops, account.id)
    leave_arenas(connection, now, arenas, account.id)
    if account.operator:
        _refuse_last_operator(connection, account)
    for row in connection.execute(
        select(SUBMISSIONS.c.id, SUBMISSIONS.c.kind, SUBMISSIONS.c.filename).where(
            SUBMISSIONS.c.account == account.id
        )
    ).all():
        # The names of files and keys are people's own words; how a file is read hangs on its ending.
        plain = {"filename": plain_name(row.kind, row.filename), "key": row.id}
        connection.execute(update(SUBMISSIONS).where(SUBMISSIONS.c.id == row.id).values(plain))
    folded = select(ACCOUNTS.c.folded).where(ACCOUNTS.c.id == account.id).scalar_subquery()
    connection.execute(
        ATTEMPTS.delete().where((ATTEMPTS.c.folded == folded) | (ATTEMPTS.c.folded == account.id))
    )
    connection.execute(UPLOADS.delete().where(UPLOADS.c.account == account.id))
    own = update(ENDPOINTS).where(ENDPOINTS.c.account == account.id)
    connection.execute(own.where(ENDPOINTS.c.removed_at.is_(None)).values(removed_at=now))
    connection.execute(own.values(address="", token=None))
    forget_drafts(connection, workshops, account.id)
    # Tournaments before their rooms, as who publishes an end.
    forget_players(connection, now, account.id)
    forget_seats(connection, now, account.id)
    connection.execute(TOKENS.delete().where(TOKENS.c.account == account.id))
    end_sessions(connection, account.id)
    forget_links(connection, Gift("password", account.id))
    forget_mails(connection, account.id)
    gone = {"name": CLOSED, "folded": f"closed-{account.id}", "email": None, "password": None}
    connection.execute(
        update(ACCOUNTS)
        .where(ACCOUNTS.c.id == account.id)
        .values({**gone, "operator": False, "reminders": False, "closed_at": now})
    )


def _endpoints_of(connection: Connection, account: Account) -> dict[str, list[events.EndpointRemoved]]:
    """By contest, that the endpoints are gone which an account registered and which were asked until now."""
    columns = ENDPOINTS.c
    query = select(columns.contest, columns.team, columns.id).where(
        columns.account == account.id, columns.removed_at.is_(None)
    )
    found: dict[str, list[events.EndpointRemoved]] = {}
    for row in connection.execute(query):
        found.setdefault(row.contest, []).append(events.EndpointRemoved(row.team, row.id))
    return found


def _refuse_last_operator(connection: Connection, account: Account) -> None:
    operators = select(ACCOUNTS.c.id).where(ACCOUNTS.c.operator.is_(True), ACCOUNTS.c.closed_at.is_(None))
    # Locked, so that two who leave at once do not each take the other for the one who stays; but not so that
    # what operators write meanwhile would wait, which refers to their rows.
    locked = operators.order_by(ACCOUNTS.c.id).with_for_update(key_share=True)
    found = connection.execute(locked).scalars().all()
    if found == [account.id]:
        raise ConflictError(
            "you are the last operator of this server",
            remedy="Make somebody else an operator first: the page of your account has a link for it.",
        )


def _refuse_last_organiser(
    connection: Connection, now: datetime, standing: Standing, account: Account
) -> None:
    if "organiser" not in standing.roles_of(account.id) or not standing.timeline or _is_over(standing, now):
        return
    others = [each for each, roles in standing.roles.items() if "organiser" in roles and each != account.id]
    there = select(ACCOUNTS.c.id).where(ACCOUNTS.c.id.in_(others), ACCOUNTS.c.closed_at.is_(None)).limit(1)
    if connection.execute(there).first() is None:
        raise ConflictError(
            f"you are the last organiser of {standing.title}, which goes on",
            remedy="Invite another organiser first, or publish its results.",
        )


def _is_over(standing: Standing, now: datetime) -> bool:
    last = standing.timeline[-1]
    return last.round in standing.published or (last.closes is not None and last.closes <= now)
