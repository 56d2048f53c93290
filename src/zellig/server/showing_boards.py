"""Boards that are looked at: the report's own tables and browser of pairs, made once for each result."""

from __future__ import annotations

from markupsafe import Markup
from sqlalchemy import Connection

from zellig.games.contest import Contest, Scores
from zellig.games.contest.renaming import renamed
from zellig.games.contest.standing import Standing, stand
from zellig.report.browser import Browser, browser_of
from zellig.report.cards import Deck
from zellig.report.contest import contest_values
from zellig.report.page import environment
from zellig.server.accounts import Account
from zellig.server.contests import allow, read_events
from zellig.server.gathering import gather
from zellig.server.problems import ConflictError
from zellig.server.scoring import Board, board_names, compute, keep, named
from zellig.server.state import House
from zellig.server.transactions import turn

TRIES = 3


def score(house: House, contest: str, account: Account, number: int) -> str:
    """Compute the scores of a round, and keep them with all that is shown of them."""
    with turn(house.database) as connection:  # who comes too early has not read everything for nothing
        standing = house.standings.held(connection, contest)
        allow(connection, house.clock(), contest, standing, account, "score", number)
    for _ in range(TRIES):
        computed = compute(house.database.reading, house.clock(), contest, house.standings, number)
        with turn(house.database) as connection:
            standing = house.standings.held(connection, contest)
            result = keep(connection, house.clock(), contest, standing, account, number, computed)
        if result is not None:
            browser = browser_of(Deck(computed.contest))
            for names in ({}, board_names(standing, account, number)):
                body = _made(computed.contest, computed.scores, browser, names)
                house.boards[_key(result, bool(names))] = body
            return result
    raise ConflictError("what counts was changed meanwhile", remedy="Compute the scores again.")


def body_of(house: House, connection: Connection, contest: str, board: Board, standing: Standing) -> Markup:
    """What is shown of a board; with the names of the teams, if all of them may be known."""
    known = len(board.names) == len(standing.teams)
    body: Markup | None = house.boards.get(_key(board.id, known))
    if body is None:
        then = stand(each for each in read_events(connection, contest) if each.number <= board.events)
        found = gather(connection, contest, then, board.round, board.states)
        names = board.names if known else {}
        body = _made(found, board.scores, browser_of(Deck(found)), names)
        house.boards[_key(board.id, known)] = body
    return body


def _key(result: str, known: bool) -> str:
    return f"{result} {known}"


def _made(contest: Contest, scores: Scores, browser: Browser, names: dict[str, str]) -> Markup:
    """The tables and the browser of a result; teams go by these names, or by their aliases."""
    templates = environment("zellig.server", "zellig.report")
    shown = contest_values(renamed(contest, names), named(scores, names), browser.renamed(names))
    return Markup(templates.get_template("board_body.html").render(**shown))  # noqa: S704  (escaped by it)
