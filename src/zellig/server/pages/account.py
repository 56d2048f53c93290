"""One's own account, and how programs use it."""

from __future__ import annotations

from litestar import get

from zellig.server.given import By, InHouse
from zellig.server.pages.showing import Page, page
from zellig.server.tokens import tokens_of
from zellig.server.views.contests import known_contests


@get("/account", sync_to_thread=True)
def show_account(house: InHouse, caller: By) -> Page:
    """Mails, the password, tokens, and the end of an account."""
    with house.database.reading() as connection:
        tokens = tokens_of(connection, caller.account.id)
    return page(
        "account.html",
        caller,
        tokens=tokens,
        contests=known_contests(house, caller),
        mails=house.settings.mail is not None,
        now=house.clock(),
    )


@get("/api", sync_to_thread=True)
def show_api(house: InHouse, caller: By) -> Page:
    """How to use the API."""
    return page("api.html", caller, address=house.settings.address)


HANDLERS = [show_account, show_api]
