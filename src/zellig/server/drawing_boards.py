"""Drawing a board: scores and all that is shown of them, with nothing of a server but its database.

What is large is drawn in a process of its own, which loads this module and what it needs.
"""

from __future__ import annotations

import gc
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from zellig.games.contest import Contest, Scores
from zellig.games.contest.renaming import renamed
from zellig.report.browser import Browser, browser_of
from zellig.report.cards import Deck
from zellig.report.contest import contest_values
from zellig.report.page import environment
from zellig.server.accounts import Account
from zellig.server.contests import Standings
from zellig.server.scoring import Computed, board_names, compute, named
from zellig.store.database import Database, open_database


class Asked(NamedTuple):
    """Whose scores are computed, of which database, when, and for whom."""

    where: Path | str
    now: datetime
    contest: str
    account: Account
    number: int


class Drawn(NamedTuple):
    """Scores with all that is shown of them: by their aliases, and by the names of the teams."""

    computed: Computed
    bodies: dict[bool, str]


def draw(database: Database, standings: Standings, asked: Asked) -> Drawn:
    """The scores of a round from all that counts now."""
    computed, found = compute(database.reading, asked.now, asked.contest, standings, asked.number)
    browser = browser_of(Deck(found))
    called = board_names(computed.standing, asked.account, asked.number)
    bodies = {bool(names): draw_body(found, computed.scores, browser, names) for names in ({}, called)}
    return Drawn(computed, bodies)


def draw_apart(asked: Asked) -> Drawn:
    """The same with a connection to the database of its own, in a process that ends with it."""
    gc.disable()  # nothing of it is garbage before that
    database = open_database(asked.where)
    try:
        return draw(database, Standings(), asked)
    finally:
        database.close()


def draw_body(contest: Contest, scores: Scores, browser: Browser, names: dict[str, str]) -> str:
    """The tables and the browser of a result; teams go by these names, or by their aliases."""
    templates = environment("zellig.server", "zellig.report")
    shown = contest_values(renamed(contest, names), named(scores, names), browser.renamed(names))
    return templates.get_template("board_body.html").render(**shown)
