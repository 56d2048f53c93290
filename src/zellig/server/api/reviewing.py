"""Pairs to be looked at, over HTTP."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from zellig.games.contest import events
from zellig.server.api.cursors import InPart, part_of
from zellig.server.contests import allow
from zellig.server.given import By, InHouse, Name, Round
from zellig.server.reviewing import ToReview, is_doubted, review, to_review
from zellig.server.transactions import turn


class NewReview(msgspec.Struct, forbid_unknown_fields=True):
    """Does a pair that has to be looked at count?"""

    pair: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
    counts: bool
    reason: Annotated[str, msgspec.Meta(max_length=5000)] = ""


@get("/contests/{contest:str}/reviews", sync_to_thread=True)
def get_reviews(
    contest: Name, house: InHouse, caller: By, part: InPart, number: Round = 1
) -> Response[list[ToReview]]:
    """The pairs to be looked at that one's own team brought, or all for an organiser, with what was found and
    decided."""
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        allow(connection, house.clock(), contest, standing, caller.account, "see-reviews", number)
        found = to_review(connection, contest, standing, number, caller.account)
    return part_of(part, str, found, lambda each: each.pair)


@post("/contests/{contest:str}/reviews", sync_to_thread=True, status_code=204)
def post_review(
    contest: Name, data: JSONBody[NewReview], house: InHouse, caller: By, number: Round = 1
) -> None:
    """Decide whether a pair counts that has to be looked at."""
    with house.database.reading() as connection:
        doubted = is_doubted(connection, contest, house.standings.of(connection, contest), data.pair)
    with turn(house.database) as connection:
        standing = house.standings.held(connection, contest)
        decision = events.Reviewed(data.pair, data.counts, data.reason.strip())
        review(
            connection, house.clock(), contest, standing, caller.account, number, decision, doubted=doubted
        )


HANDLERS = [get_reviews, post_review]
