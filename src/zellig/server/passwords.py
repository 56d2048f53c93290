"""New passwords: by a link of an organiser or operator, by a link that came by mail, or with the old one."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from sqlalchemy import Connection, update

from zellig.games.contest import events
from zellig.server.accounts import LONGEST_NAME, Account, find_account, find_by_name, folded_name
from zellig.server.contests import Standings, append, contests_of
from zellig.server.limits import note_try, refuse_tries, spend
from zellig.server.links import Gift, forget_links, make_link, use_link
from zellig.server.mails import ask_for_password
from zellig.server.problems import ForbiddenError, NotFoundError
from zellig.server.secrets import hash_password
from zellig.server.sessions import check_password, end_sessions
from zellig.server.tokens import revoke_tokens
from zellig.store.database.tables.accounts import ACCOUNTS

GOOD_FOR = timedelta(days=1)

log = logging.getLogger(__name__)


def new_link(connection: Connection, now: datetime, account: str, by: str | None) -> str:
    """The end of a link by which an account chooses a password, once, within a day."""
    return make_link(connection, now, Gift("password", account), by, GOOD_FOR)


def link_for(connection: Connection, now: datetime, standings: Standings, by: Account, name: str) -> str:
    """The same for somebody else, from an operator, or an organiser of a contest that they take part in.

    Whoever has the link can become them: that of an operator is made by operators, that of somebody who
    organises a contest by those who organise it, too. It is written down in all contests that they are in.
    """
    spend(connection, now, "password-link", by.id)
    account = find_by_name(connection, name)
    contests = {} if account is None else contests_of(connection, standings, account.id)
    organised = {each for each, standing in contests.items() if "organiser" in standing.roles_of(by.id)}
    if account is None or not (by.operator or organised):
        raise NotFoundError(
            "nobody of this name takes part in a contest that you organise",
            field="name",
            remedy="Look at the list of people.",
        )
    theirs = {each for each, standing in contests.items() if "organiser" in standing.roles_of(account.id)}
    if not by.operator and (account.operator or not theirs <= organised):
        raise ForbiddenError(
            f"{account.name} may do more than you", remedy="Ask an operator of this server for the link."
        )
    for contest in sorted(contests):
        append(connection, now, contest, by.id, events.PasswordLinked(account.id))
    log.info("a link for the password of %s was made by %s", account.id, by.id)
    return new_link(connection, now, account.id, by.id)


def forgotten(connection: Connection, now: datetime, name: str, address: str) -> None:
    """Send a link by mail to whoever has this name, if anybody has; nothing tells whether somebody does."""
    folded = folded_name(name)[:LONGEST_NAME]
    spend(connection, now, "forgotten-from", address)
    spend(connection, now, "forgotten", folded)
    ask_for_password(connection, now, folded)


def choose_password(
    connection: Connection, now: datetime, secret: str, password: str, address: str
) -> Account:
    """A new password with a link, which is used up with all others of the account."""
    refuse_tries(connection, now, "link", "", address)
    try:
        gift = use_link(connection, now, secret, None)
    except NotFoundError as error:
        note_try(connection, now, "link", "", address, False)
        error.noted = True
        raise
    account = find_account(connection, gift.account) if gift.purpose == "password" else None
    if account is None:
        raise ForbiddenError("this link is not for a password", remedy="Ask for another one.")
    set_password(connection, now, account.id, password)
    return account


def change_password(
    connection: Connection, now: datetime, account: Account, old: str, new: str, address: str
) -> None:
    """A new password with the old one."""
    check_password(connection, now, account.name, old, address)
    set_password(connection, now, account.id, new)


def set_password(connection: Connection, now: datetime, account: str, password: str) -> None:
    """A new password; the sessions and tokens that the old one began, and links that are left, are over."""
    connection.execute(
        update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(password=hash_password(password))
    )
    end_sessions(connection, account)
    revoke_tokens(connection, now, account)
    forget_links(connection, Gift("password", account))
