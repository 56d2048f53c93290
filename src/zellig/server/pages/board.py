"""The board: the report's own tables and browser of pairs, for each result that there is."""

from __future__ import annotations

from datetime import UTC, datetime

from litestar import get
from litestar.params import FromQuery

from zellig.games.contest.aliases import aliases
from zellig.games.contest.events import Ruled
from zellig.games.contest.moves import moves
from zellig.report.words import limits_in_words
from zellig.server.contests import CONTEST, allow
from zellig.server.given import AnyRound, By, InHouse, Name
from zellig.server.pages.places import place_of
from zellig.server.pages.showing import Page, page
from zellig.server.scoring import boards
from zellig.server.showing_boards import body_of

RULED = str(Ruled.__struct_config__.tag)


@get("/contests/{contest:str}/board", sync_to_thread=True)
def show_board(
    contest: Name,
    house: InHouse,
    caller: By,
    number: AnyRound = None,
    result: FromQuery[str] = "",
    as_of: FromQuery[datetime | None] = None,
) -> Page:
    """The newest board, or the one that was chosen, or the newest that was there at a moment."""
    with place_of(house, caller, contest, number) as place:
        who = caller.signed_in
        allow(place.connection, place.now, contest, place.standing, who, "see-board", place.round)
        found = boards(place.connection, place.standing, who, place.round)
        moment = as_of if as_of is None or as_of.tzinfo else as_of.replace(tzinfo=UTC)
        before = [each for each in found if moment is None or each.at <= moment]
        board = next((each for each in found if each.id == result), (before or found[:1])[-1])
        known = len(board.names) == len(place.standing.teams)
        body = body_of(house, place.connection, contest, board, place.standing)
        team = place.standing.team_of(who.id if who else None)
        rulings = CONTEST.read_kind(place.connection, contest, RULED)
        earlier = found[found.index(board) - 1] if board != found[0] else None
        return page(
            "board.html",
            caller,
            place=place,
            boards=[(each, sum(ruling.number <= each.events for ruling in rulings)) for each in found],
            board=board,
            too_early=not before,
            rounds=sorted(place.standing.scored if place.organises else place.standing.public),
            shown_to_all=next((each for each in reversed(found) if each.published), None),
            known=known,
            alias=aliases(place.standing, board.round)[team.id] if team else "",
            earlier=earlier,
            moves=moves(earlier.scores, board.scores) if earlier else [],
            rulings=[
                each.event for each in rulings if earlier and earlier.events < each.number <= board.events
            ],
            limits=limits_in_words(board.scores),
            body=body,
        )


HANDLERS = [show_board]
