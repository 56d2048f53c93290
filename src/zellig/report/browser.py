"""The browser of a page: what it shows, filters and hands out.

A page that everybody can open holds some ten thousands of pairs. Where there are more, those of each
phenomenon and outcome take turns, the worst first, until it is full: what is rare is there in full, and no
filter is empty for want of room.
"""

from __future__ import annotations

import base64
import gzip
from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec
import numpy as np

from zellig.games.contest import Contest
from zellig.measures.outcomes import Floats, Ints
from zellig.report.cards import Card, Deck

ROOM = 8_000_000  # bytes of cards; packed, language takes between a third and a half of them
LEVEL = 6  # of compression: three times as fast as the highest, and larger by a tenth
UNKNOWN = 0.5  # probability of an answer where the system gives none, as in browser.js


Place = tuple[int, int]  # the number of a deck, and a row of its contest


class Browser(msgspec.Struct, frozen=True):
    """All that the browser of a page shows."""

    task: str
    systems: list[str]
    breakers: list[str]
    words: dict[str, str]  # for answers that are not words themselves
    pairs: list[Card]
    every: int  # so many pairs there are

    @property
    def full(self) -> bool:
        """Was there no room for some of the pairs?"""
        return len(self.pairs) < self.every

    def packed(self) -> str:
        """JSON, compressed and in base64: safe inside a script element, and small for large contests."""
        return base64.b64encode(gzip.compress(msgspec.json.encode(self), LEVEL, mtime=0)).decode()

    def renamed(self, names: Mapping[str, str]) -> Browser:
        """The same pairs with other names for those who made and who answered them, and in their order."""

        def called(name: str) -> str:
            return names.get(name, name)

        order = sorted(range(len(self.systems)), key=lambda place: called(self.systems[place]))
        cards = [
            msgspec.structs.replace(
                card,
                key=f"{called(card.breaker)}/{card.id}",
                breaker=called(card.breaker),
                answers=[card.answers[place] for place in order],
                right=[card.right[place] for place in order],
                confidences=[card.confidences[place] for place in order] if card.confidences else [],
                reasons={called(system): each for system, each in card.reasons.items()},
            )
            for card in self.pairs
        ]
        return msgspec.structs.replace(
            self,
            systems=[called(self.systems[place]) for place in order],
            breakers=sorted(map(called, self.breakers)),
            pairs=sorted(cards, key=lambda card: card.breaker),
        )


def browser_of(*decks: Deck, linked: Collection[int] = ()) -> Browser:
    """A browser of the pairs of some decks, of the systems and entries of the first one.

    `linked` are rows of the first deck that something else on the page leads to.
    """
    contest = decks[0].contest
    turn = [turns(deck, () if number else linked) for number, deck in enumerate(decks)]
    every = [(number, row) for number, its in enumerate(turn) for row in range(len(its))]
    places = (every[place] for place in np.argsort(np.concatenate(turn), kind="stable").tolist())
    shown = dict(_fitting(((number, row), decks[number].card(row)) for number, row in places))
    return Browser(
        contest.task.name,
        contest.systems,
        contest.names,
        dict(contest.task.words),
        [shown[place] for place in sorted(shown)],
        len(every),
    )


def turns(deck: Deck, linked: Collection[int] = ()) -> Ints:
    """When each pair's turn comes: 0 for the worst of its kind that has this outcome, for some system."""
    contest = deck.contest
    numbers: dict[object, int] = {}
    kinds = np.array([numbers.setdefault(kind, len(numbers)) for kind in deck.kinds()], dtype=np.intp)
    found = np.full(len(kinds), len(kinds))
    for system, (original, modified) in zip(contest.systems, contest.outcomes.right, strict=True):
        before, after = _sure(contest, system)
        surest = np.where(~modified, after, np.where(~original, before, 0.0))  # of a wrong answer
        found = np.minimum(found, _places(2 * (2 * kinds + original) + modified, surest))
    found[[*linked, *deck.explained()]] = -1  # what is spoken of is there in any case
    return found


def _places(groups: Ints, values: Floats) -> Ints:
    """The place of each row in its group, the largest value first; equal ones as they come."""
    order = np.lexsort((-values, groups))
    ordered = groups[order]
    places = np.empty(len(groups), dtype=np.intp)
    places[order] = np.arange(len(groups)) - np.searchsorted(ordered, ordered)
    return places


def _sure(contest: Contest, system: str) -> tuple[Floats, Floats]:
    """How probable a system's answers are to itself, by side and row."""
    given = contest.confidences.get(system)
    if given is None:
        unknown = np.full(len(contest.pairs), UNKNOWN)
        return unknown, unknown
    before, after = (
        np.array(
            [UNKNOWN if sure is None else sure for name in contest.names for sure in given[name][side]],
            dtype=float,
        )
        for side in (0, 1)
    )
    return before, after


def _fitting(cards: Iterable[tuple[Place, Card]]) -> Iterator[tuple[Place, Card]]:
    """The first cards, as many as there is room for; one that is larger than all of it is left out."""
    used = 0
    for place, card in cards:
        size = len(msgspec.json.encode(card))
        if size > ROOM:
            continue
        used += size
        if used > ROOM:
            return
        yield place, card
