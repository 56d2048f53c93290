"""Buzzes that others wrote down, as the table from which a tournament's statistics are computed."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from zellig.corpora.buzzes import Bools, Buzzes
from zellig.measures.playing import CHALLENGE, CONTROL, Exposure, Playing


def playing_from(table: Buzzes, challenge: Collection[str] = ()) -> Playing:
    """A table of buzzes with what follows from it. Where games are named, a player has heard what somebody
    buzzed on in a game in which he buzzed at all: nobody who was silent is named. A power is a right answer
    that brought more than the least of them."""
    least = int(table.value[table.right].min()) if table.right.any() else 0
    named = bool(challenge)
    return Playing(
        table,
        _first(table),
        table.right & (table.value > least),
        ("",) * len(table.players),
        tuple((CHALLENGE if item.id in challenge else CONTROL) if named else "" for item in table.asked),
        _heard(table),
        {},
    )


def _first(table: Buzzes) -> Bools | None:
    """Which buzz on a tossup of a game came first: the one with fewest words, of equals the first row."""
    if table.game is None:
        return None
    order = np.lexsort((np.arange(len(table)), table.words, table.question, table.game))
    room = np.stack([table.game, table.question])[:, order]
    begins = np.ones(len(table), bool)
    begins[1:] = (room[:, 1:] != room[:, :-1]).any(axis=0)
    found = np.zeros(len(table), bool)
    found[order[begins]] = True
    return found


def _heard(table: Buzzes) -> Exposure | None:
    if table.game is None:
        return None
    game, question = np.unique(np.stack([table.game, table.question]), axis=1)
    inside, player = np.unique(np.stack([table.game, table.player]), axis=1)
    starts, stops = (np.searchsorted(game, inside, side=side) for side in ("left", "right"))
    many = stops - starts
    place = np.repeat(starts - np.concatenate([[0], np.cumsum(many)[:-1]]), many) + np.arange(many.sum())
    return Exposure(np.repeat(player, many), question[place], np.repeat(inside, many))
