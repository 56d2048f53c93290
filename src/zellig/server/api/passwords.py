"""New passwords over HTTP: by links and mails, or with the old one; and links for further operators."""

from __future__ import annotations

import msgspec
from litestar import Response, post, put
from litestar.params import JSONBody

from zellig.server.api.accounts import in_person
from zellig.server.api.signed_in import Password, PersonsName, Secret, SignedIn, signed_in
from zellig.server.given import By, InHouse, Invited
from zellig.server.invitations import operator_link
from zellig.server.passwords import change_password, choose_password, forgotten, link_for
from zellig.server.problems import ForbiddenError
from zellig.server.sessions import begin_session
from zellig.server.transactions import turn


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """A password that is chosen anew with the end of a link."""

    link: Secret
    password: Password


class ChangedPassword(msgspec.Struct, forbid_unknown_fields=True):
    """A password that is chosen anew with the one that was."""

    old: Password
    password: Password


class Whose(msgspec.Struct, forbid_unknown_fields=True):
    """The name of an account."""

    name: PersonsName


@post("/password", sync_to_thread=True)
def post_password(data: JSONBody[NewPassword], house: InHouse, caller: By) -> Response[SignedIn]:
    """Choose a new password with a link, which ends all sessions and tokens, and sign in."""
    now = house.clock()
    with turn(house.database) as connection:
        account = choose_password(connection, now, data.link, data.password, caller.address)
        session = begin_session(connection, now, account)
    return signed_in(session, house)


@put("/account/password", sync_to_thread=True, status_code=201)
def put_password(data: JSONBody[ChangedPassword], house: InHouse, caller: By) -> Response[SignedIn]:
    """Choose a new password with the old one, which ends all other sessions, and all tokens."""
    now, account = house.clock(), in_person(caller)
    with turn(house.database) as connection:
        change_password(connection, now, account, data.old, data.password, caller.address)
        session = begin_session(connection, now, account)
    return signed_in(session, house)


@post("/password/forgotten", sync_to_thread=True, status_code=204)
def post_forgotten(data: JSONBody[Whose], house: InHouse, caller: By) -> None:
    """Send a link for a new password to the address of an account; the answer is alike if there is none."""
    if house.settings.mail is None:
        raise ForbiddenError(
            "this server sends no mails", remedy="Ask an organiser of your contest for a link."
        )
    with turn(house.database) as connection:
        forgotten(connection, house.clock(), data.name, caller.address)


@post("/password/links", sync_to_thread=True)
def post_link(data: JSONBody[Whose], house: InHouse, caller: By) -> Invited:
    """A link for the password of somebody who takes part in a contest of yours; for operators, of anybody."""
    account = in_person(caller)
    with turn(house.database) as connection:
        link = link_for(connection, house.clock(), house.standings, account, data.name)
    return Invited(link, f"{house.settings.address}/join/{link}")


@post("/operators", sync_to_thread=True)
def post_operator(house: InHouse, caller: By) -> Invited:
    """A link by which somebody becomes an operator, too."""
    account = in_person(caller)
    with turn(house.database) as connection:
        link = operator_link(connection, house.clock(), account)
    return Invited(link, f"{house.settings.address}/join/{link}")


HANDLERS = [post_password, put_password, post_forgotten, post_link, post_operator]
