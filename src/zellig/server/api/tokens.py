"""Tokens over HTTP."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from zellig.server.api.accounts import in_person
from zellig.server.api.cursors import InPart, part_of
from zellig.server.given import By, InHouse
from zellig.server.tokens import Pass, Scope, give_token, revoke_token, tokens_of
from zellig.server.transactions import turn


class NewToken(msgspec.Struct, forbid_unknown_fields=True):
    """What a token is for."""

    title: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    scope: Scope = "write"
    contest: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    days: Annotated[int, msgspec.Meta(ge=1, le=366)] = 90


@get("/tokens", sync_to_thread=True)
def show_tokens(house: InHouse, caller: By, part: InPart) -> Response[list[Pass]]:
    """The tokens of the account that asks, the oldest first."""
    with house.database.reading() as connection:
        found = tokens_of(connection, caller.account.id)
    return part_of(part, tuple[datetime, str], found, lambda each: (each.created_at, each.id))


@post("/tokens", sync_to_thread=True)
def make_token(data: JSONBody[NewToken], house: InHouse, caller: By) -> Pass:
    """A new token; its secret is shown now, and never again."""
    account = in_person(caller)
    with turn(house.database) as connection:
        if data.contest is not None:
            house.standings.of(connection, data.contest)
        return give_token(
            connection,
            house.clock(),
            account,
            data.title,
            scope=data.scope,
            contest=data.contest,
            days=data.days,
        )


@delete("/tokens/{token:str}", sync_to_thread=True)
def revoke(token: FromPath[str], house: InHouse, caller: By) -> None:
    """Make a token worthless."""
    with turn(house.database) as connection:
        revoke_token(connection, house.clock(), caller.account.id, token)


HANDLERS = [show_tokens, make_token, revoke]
