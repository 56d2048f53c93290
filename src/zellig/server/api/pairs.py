"""Pairs that are being written, and those of one's own team, over HTTP."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import JSONBody

from zellig.games.writing.pair import Checked
from zellig.items import Pair
from zellig.server.api.cursors import InPart, part_of
from zellig.server.contests import allow
from zellig.server.gathering import brought_pairs, rules_of
from zellig.server.given import By, InHouse, Name, Round
from zellig.server.limits import spend
from zellig.server.pair_editor import WrittenPair, look_at
from zellig.server.problems import ForbiddenError
from zellig.server.transactions import turn


@get("/contests/{contest:str}/pairs", sync_to_thread=True)
def get_pairs(
    contest: Name, house: InHouse, caller: By, part: InPart, number: Round = 1
) -> Response[list[Pair]]:
    """The pairs of one's own team that count in a round, by id."""
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        team = standing.team_of(caller.account.id)
        if team is None:
            raise ForbiddenError("only a team has pairs", remedy="Join a team first.")
        found = brought_pairs(connection, contest, rules_of(standing), number)
    mine = [pair for each in found if each.team == team.id for pair in each.pairs]
    return part_of(part, str, mine, lambda pair: pair.id)


@post("/contests/{contest:str}/pairs/check", sync_to_thread=True, status_code=200)
def post_check(
    contest: Name, data: JSONBody[WrittenPair], house: InHouse, caller: By, number: Round = 1
) -> Checked:
    """What speaks against a pair that is being written; nothing of it is kept."""
    with turn(house.database) as connection:
        spend(connection, house.clock(), "check", caller.account.id)
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        allow(connection, house.clock(), contest, standing, caller.account, "get-starter", number)
        return look_at(connection, contest, standing, house.corpora, data)


HANDLERS = [get_pairs, post_check]
