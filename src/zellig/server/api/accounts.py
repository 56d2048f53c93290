"""Accounts and sessions over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import IO, Any

import msgspec
from litestar import Request, Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from litestar.response import Stream

from zellig.games.contest.uploads import MEGABYTE
from zellig.server.accounts import Account, change_account, find_account, make_account
from zellig.server.api.signed_in import Email, Password, PersonsName, Secret, SignedIn, signed_in
from zellig.server.caller import COOKIE, Caller
from zellig.server.exporting import export
from zellig.server.given import By, InHouse
from zellig.server.invitations import accept
from zellig.server.leaving import close_account
from zellig.server.limits import spend
from zellig.server.problems import ForbiddenError
from zellig.server.sessions import begin_session, check_password, end_session, sign_in
from zellig.server.transactions import turn


class SignIn(msgspec.Struct, forbid_unknown_fields=True):
    """A name and its password."""

    name: PersonsName
    password: Password


class NewAccount(msgspec.Struct, forbid_unknown_fields=True):
    """What a new account is made of; `link` is the end of the link that lets one in."""

    name: PersonsName
    password: Password
    email: Email | None = None
    link: Secret | None = None


class AccountChange(msgspec.Struct, forbid_unknown_fields=True):
    """Where mails go, and whether reminders do; another address needs the password."""

    email: Email | None = None
    reminders: bool = True
    password: Password = ""


class Closing(msgspec.Struct, forbid_unknown_fields=True):
    """The password of the account that is closed."""

    password: Password


class Invitation(msgspec.Struct, forbid_unknown_fields=True):
    """The end of the link of an invitation."""

    link: Secret


@post("/session", sync_to_thread=True, status_code=201)
def begin(
    data: JSONBody[SignIn], request: Request[Any, Any, Any], house: InHouse, caller: By
) -> Response[SignedIn]:
    """Sign in; a session that this browser had before is over."""
    with turn(house.database) as connection:
        session = sign_in(connection, house.clock(), data.name, data.password, caller.address)
        end_session(connection, request.cookies.get(COOKIE, ""))
    return signed_in(session, house)


@delete(
    "/session",
    sync_to_thread=True,
    response_cookies=[Cookie(COOKIE, value="", path="/", httponly=True, samesite="lax", max_age=0)],
)
def end(request: Request[Any, Any, Any], house: InHouse, caller: By) -> None:
    """Sign out."""
    with turn(house.database) as connection:
        end_session(connection, request.cookies.get(COOKIE, ""))


@post("/accounts", sync_to_thread=True)
def register(data: JSONBody[NewAccount], house: InHouse, caller: By) -> Response[SignedIn]:
    """Make an account and sign in; with an invitation, unless the server is open to all."""
    now = house.clock()
    with turn(house.database) as connection:
        if data.link is None:
            if not house.settings.open:
                raise ForbiddenError(
                    "accounts are made by invitation here", remedy="Ask an organiser for a link."
                )
            spend(connection, now, "register", caller.address)
        account = make_account(connection, now, data.name, data.password, email=data.email)
        if data.link is not None:
            account = accept(connection, now, house.standings, data.link, account)
        session = begin_session(connection, now, account)
    return signed_in(session, house)


@post("/invitations/accept", sync_to_thread=True)
def accept_invitation(
    data: JSONBody[Invitation], request: Request[Any, Any, Any], house: InHouse, caller: By
) -> Response[SignedIn]:
    """Take the roles of an invitation with an account that is there already; a session goes on with a new
    cookie, so that one which somebody else has seen gains nothing."""
    now = house.clock()
    with turn(house.database) as connection:
        account = accept(connection, now, house.standings, data.link, caller.account)
        if caller.token is not None:
            return Response(SignedIn(account, ""), status_code=201)
        end_session(connection, request.cookies.get(COOKIE, ""))
        session = begin_session(connection, now, account)
    return signed_in(session, house)


@get("/account", sync_to_thread=True)
def show_account(caller: By) -> Account:
    """The account that asks."""
    return caller.account


@put("/account", sync_to_thread=True)
def put_account(data: JSONBody[AccountChange], house: InHouse, caller: By) -> Account:
    """Say where mails go, and whether reminders do."""
    account = in_person(caller)
    with turn(house.database) as connection:
        if (data.email or None) != account.email:  # whoever has the address can choose a password
            check_password(connection, house.clock(), account.name, data.password, caller.address)
        change_account(connection, account.id, data.email, data.reminders)
        return find_account(connection, account.id) or account


@get("/account/export", sync_to_thread=True, media_type="application/zip")
def get_export(house: InHouse, caller: By) -> Stream:
    """Everything that is kept about the account that asks, with the files that it uploaded."""
    account, now = caller.account, house.clock()
    with turn(house.database) as connection:
        spend(connection, now, "export", account.id)
    # On disk, for uploads may be more than the memory holds; closed when it was sent.
    file = TemporaryFile(prefix="zellig-export-")  # noqa: SIM115
    with house.database.reading() as connection:
        export(connection, now, house.standings, account, file)
    headers = {"Content-Disposition": 'attachment; filename="account.zip"'}
    return Stream(_parts(file), media_type="application/zip", headers=headers)


def _parts(file: IO[bytes]) -> Iterator[bytes]:
    """A file from its beginning, part by part; it is gone in the end."""
    with file:
        file.seek(0)
        while part := file.read(MEGABYTE):
            yield part


@post("/account/closing", sync_to_thread=True, status_code=204)
def close(data: JSONBody[Closing], house: InHouse, caller: By) -> None:
    """Close the account that asks, for good; what it brought to contests stays, and is nobody's."""
    account = in_person(caller)
    with turn(house.database) as connection:  # a session that somebody left open is not enough
        check_password(connection, house.clock(), account.name, data.password, caller.address)
    with turn(house.database) as connection:
        close_account(connection, house.clock(), house.standings, house.workshops, house.arenas, account)


def in_person(caller: Caller) -> Account:
    """The account that asks, if it has signed in; refuses a token, which may be in other hands."""
    if caller.token is not None:
        raise ForbiddenError("a token may not do this", remedy="Sign in, and do it there.")
    return caller.account


HANDLERS = [begin, end, register, accept_invitation, show_account, put_account, get_export, close]
