"""The answer to who has signed in: the cookie of a new session, and the word that its forms send along."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response
from litestar.datastructures import Cookie

from zellig.errors import ZelligError
from zellig.server.accounts import LONGEST_NAME, Account
from zellig.server.caller import COOKIE
from zellig.server.sessions import LONGEST, Session
from zellig.server.state import House

PersonsName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Password = Annotated[str, msgspec.Meta(max_length=200)]
Secret = Annotated[str, msgspec.Meta(max_length=100)]
Email = Annotated[str, msgspec.Meta(max_length=320)]


class SignedIn(msgspec.Struct):
    """An account, and what its pages send along with every change."""

    account: Account
    csrf: str


def signed_in(session: Session, house: House) -> Response[SignedIn]:
    """The answer to who has signed in, with the cookie of a session that is new."""
    if session.secret is None:
        raise ZelligError("this session was begun before")
    cookie = Cookie(
        COOKIE,
        value=session.secret,
        path="/",
        httponly=True,
        samesite="lax",
        secure=house.settings.secure,
        max_age=int(LONGEST.total_seconds()),
    )
    return Response(SignedIn(session.account, session.csrf), cookies=[cookie], status_code=201)
