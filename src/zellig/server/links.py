"""One-time links: to become the first organiser, to be let in with a role, to choose a new password."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

import msgspec
from sqlalchemy import Connection, select, update

from zellig.games.contest.rules import Role
from zellig.games.match.rooms import RoomRole
from zellig.games.writing.rules import Role as WorkshopRole
from zellig.server.problems import NotFoundError
from zellig.server.secrets import key_of, new_secret
from zellig.store.database.tables.accounts import LINKS

Purpose = Literal["operator", "invitation", "password"]
GOOD_FOR = timedelta(days=7)


class Gift(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a link gives to whoever opens it."""

    purpose: Purpose
    account: str = ""  # whose password is chosen anew
    contest: str = ""  # and the roles that an invitation gives in it
    roles: tuple[Role, ...] = ()
    team: str | None = None  # also of a tournament
    workshop: str = ""  # or the role that it gives in one
    role: WorkshopRole | None = None
    room: str = ""  # or the role that it gives in one
    room_role: RoomRole | None = None
    tournament: str = ""  # or in which one plays for a team


def make_link(
    connection: Connection, now: datetime, gift: Gift, by: str | None, good_for: timedelta = GOOD_FOR
) -> str:
    """The secret that the link ends in."""
    secret = new_secret()
    connection.execute(
        LINKS.insert().values(
            key=key_of(secret),
            purpose=gift.purpose,
            body=_written(gift),
            made_by=by,
            created_at=now,
            expires_at=now + good_for,
        )
    )
    return secret


def look_at_link(connection: Connection, now: datetime, secret: str) -> Gift:
    """What a link gives; refuses one that was used, has run out or never was."""
    query = select(LINKS.c.body).where(
        LINKS.c.key == key_of(secret), LINKS.c.used_at.is_(None), LINKS.c.expires_at > now
    )
    body = connection.execute(query).scalar()
    if body is None:
        raise NotFoundError("this link is not good, or not any more", remedy="Ask for another one.")
    return msgspec.json.decode(body, type=Gift)


def use_link(connection: Connection, now: datetime, secret: str, account: str | None) -> Gift:
    """Take what a link gives; it is good once, also where two open it at the same moment."""
    gift = look_at_link(connection, now, secret)
    used = connection.execute(
        update(LINKS)
        .where(LINKS.c.key == key_of(secret), LINKS.c.used_at.is_(None))
        .values(used_at=now, used_by=account)
    )
    if not used.rowcount:
        raise NotFoundError("this link is not good any more", remedy="Ask for another one.")
    return gift


def forget_links(connection: Connection, gift: Gift) -> None:
    """Delete all links that give exactly this and have not been used."""
    connection.execute(LINKS.delete().where(LINKS.c.body == _written(gift), LINKS.c.used_at.is_(None)))


def _written(gift: Gift) -> str:
    return msgspec.json.encode(gift).decode()
