"""Who asks: known by the cookie of a session or by a token, never by what a request says of itself."""

from __future__ import annotations

import hmac
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Request
from litestar.di import NamedDependency

from zellig.server.accounts import Account
from zellig.server.problems import ForbiddenError, UnauthorisedError
from zellig.server.sessions import find_session, prolong_session
from zellig.server.state import House
from zellig.server.tokens import Pass, find_token

COOKIE = "zellig_session"
CSRF_HEADER = "x-csrf-token"
PERFORMS = "performs"  # among the options of handlers that a performer needs
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Caller(msgspec.Struct, frozen=True):
    """Who asks, and from where."""

    address: str
    signed_in: Account | None = None
    csrf: str = ""  # of the session, for the forms that it is shown
    token: Pass | None = None

    @property
    def account(self) -> Account:
        """The account that asks; refuses nobody."""
        if self.signed_in is None:
            raise UnauthorisedError("nobody has signed in", remedy="Sign in, or send a token.")
        return self.signed_in


def find_caller(request: Request[Any, Any, Any], house: NamedDependency[House]) -> Caller:
    """Who sends a request; refuses a wrong token, one for something else, and a forged request."""
    address = request.client.host if request.client else ""
    given = request.headers.get("authorization", "")
    if given:
        return _by_token(request, house, given, address)
    if request.method not in SAFE:
        _refuse_foreign(request, house)
    secret = request.cookies.get(COOKIE)
    if not secret:
        return Caller(address)
    with house.database.looking() as connection:
        session = find_session(connection, house.clock(), secret)
    if session is None:
        return Caller(address)
    if request.method not in SAFE:
        shown = request.headers.get(CSRF_HEADER, "")
        if not hmac.compare_digest(shown.encode(), session.csrf.encode()):
            raise ForbiddenError(
                "the request does not come from a page of this session",
                remedy=f"Send the header {CSRF_HEADER}, or load the page again.",
            )
    if session.later is not None:
        with house.database.writing() as connection:
            prolong_session(connection, secret, session.later)
    return Caller(address, session.account, session.csrf)


def _refuse_foreign(request: Request[Any, Any, Any], house: House) -> None:
    """Refuse what a page of another site lets a browser send, also to who has not signed in yet: it could
    sign them in as somebody else."""
    origin = request.headers.get("origin")
    own = {urlsplit(house.settings.address).netloc, request.headers.get("host", "")}
    if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin") or (
        origin is not None and urlsplit(origin).netloc not in own
    ):
        raise ForbiddenError(
            "the request comes from a page of another site",
            remedy="Use the pages of this one, or a token.",
        )


def _by_token(request: Request[Any, Any, Any], house: House, given: str, address: str) -> Caller:
    scheme, _, secret = given.partition(" ")
    with house.database.looking() as connection:
        found = find_token(connection, house.clock(), secret) if scheme.lower() == "bearer" else None
    if found is None:
        raise UnauthorisedError("this token is not good, or not any more", remedy="Make another one.")
    account, token = found
    if token.scope == "read" and request.method not in SAFE:
        raise ForbiddenError("this token is for reading", remedy="Make one that may write.")
    if token.scope == "perform" and PERFORMS not in request.route_handler.opt:
        raise ForbiddenError(
            "this token is for performers of the arena alone", remedy="Make one that may read or write."
        )
    if token.contest is not None and request.path_params.get("contest") != token.contest:
        raise ForbiddenError(f"this token is for the contest {token.contest}", remedy="Make another one.")
    return Caller(address, account, token=token)
