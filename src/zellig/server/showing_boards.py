"""Boards that are looked at: the report's own tables and browser of pairs, made once for each result."""

from __future__ import annotations

from markupsafe import Markup
from sqlalchemy import Connection

from zellig.engine import apart
from zellig.games.contest.standing import Standing, stand
from zellig.games.contest.uploads import Kind
from zellig.report.browser import browser_of
from zellig.report.cards import Deck
from zellig.server.accounts import Account
from zellig.server.contests import allow, read_events
from zellig.server.drawing_boards import Asked, Drawn, draw, draw_apart, draw_body
from zellig.server.gathering import gather
from zellig.server.problems import ConflictError
from zellig.server.scoring import Board, keep
from zellig.server.state import House
from zellig.server.submissions import submissions_that_count
from zellig.server.transactions import turn

TRIES = 3
LARGE = 2**21  # bytes of what is scored: above that it takes longer than a process takes to start


def score(house: House, contest: str, account: Account, number: int) -> str:
    """Compute the scores of a round, and keep them with all that is shown of them."""
    with turn(house.database) as connection:  # who comes too early has not read everything for nothing
        standing = house.standings.held(connection, contest)
        allow(connection, house.clock(), contest, standing, account, "score", number)
    for _ in range(TRIES):
        computed, bodies = _draw(house, Asked(house.database.where, house.clock(), contest, account, number))
        with turn(house.database) as connection:
            standing = house.standings.held(connection, contest)
            result = keep(connection, house.clock(), contest, standing, account, number, computed)
        if result is not None:
            for known, body in bodies.items():
                house.boards[_key(result, known)] = Markup(body)  # noqa: S704  (escaped by its template)
            return result
    raise ConflictError("what counts was changed meanwhile", remedy="Compute the scores again.")


def _draw(house: House, asked: Asked) -> Drawn:
    """In a process of its own, if it takes long: whoever judges or uploads meanwhile does not wait for it."""
    with house.database.reading() as connection:
        kinds: tuple[Kind, ...] = ("pairs", "predictions")
        found = [submissions_that_count(connection, asked.contest, kind, asked.number) for kind in kinds]
    if sum(each.bytes for some in found for each in some) >= LARGE:
        return apart(draw_apart, asked)
    return draw(house.database, house.standings, asked)


def body_of(house: House, connection: Connection, contest: str, board: Board, standing: Standing) -> Markup:
    """What is shown of a board; with the names of the teams, if all of them may be known."""
    known = len(board.names) == len(standing.teams)
    body: Markup | None = house.boards.get(_key(board.id, known))
    if body is None:
        then = stand(each for each in read_events(connection, contest) if each.number <= board.events)
        found = gather(connection, contest, then, board.round, board.states)
        names = board.names if known else {}
        body = Markup(draw_body(found, board.scores, browser_of(Deck(found)), names))  # noqa: S704  (escaped)
        house.boards[_key(board.id, known)] = body
    return body


def _key(result: str, known: bool) -> str:
    return f"{result} {known}"
