"""Why a system was wrong: the words that decided, for the pairs that a reader sees first.

Only systems that explain themselves are asked, and about so many pairs at most: evidence may take long.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

import numpy as np

from zellig.errors import ZelligError
from zellig.games.contest import Contest
from zellig.items import Item
from zellig.notices import warn
from zellig.performers import Evidence, Explainer, System, capabilities, evidence
from zellig.report.cards import Place, Reasons

ASKED = 25  # pairs that each system is asked about
WORDS = 5  # that are shown


class _Wrong(NamedTuple):
    """A pair that a system has a wrong answer to."""

    place: Place
    modified: bool  # it is the answer to the modified item that is wrong
    item: Item


def reasons_of(
    contest: Contest, systems: Mapping[str, System], first: Mapping[str, Sequence[int]]
) -> dict[Place, dict[str, Reasons]]:
    """The words that decided wrong answers, by pair and system.

    `first` are the rows that each system should be asked about before those that it is surest of.
    """
    found: dict[Place, dict[str, Reasons]] = {}
    for system, performer in systems.items():
        if "explains" in capabilities(performer):
            wrong = _wrong(contest, system, first.get(system, ()))
            for each, why in zip(wrong, _evidence(performer, wrong), strict=False):
                found.setdefault(each.place, {})[system] = _reasons(each, why)
    return found


def _wrong(contest: Contest, system: str, first: Sequence[int]) -> list[_Wrong]:
    """The pairs that the system is asked about: those to be first, then what it is surest of."""
    right = contest.outcomes.right[contest.systems.index(system)]
    rows = list(contest.rows())
    sure = {
        int(row): _sure(contest, system, Place(rows[row][0].name, rows[row][1]), modified=not right[1][row])
        for row in np.flatnonzero(~(right[0] & right[1]))
    }
    order = [*first, *sorted(sure, key=lambda row: (-sure[row], row))]
    return [
        _Wrong(Place(entry.name, position), wrong, pair.modified if wrong else pair.original)
        for row in list(dict.fromkeys(order))[:ASKED]
        for entry, position, pair in [rows[row]]
        for wrong in [not right[1][row]]
    ]


def _sure(contest: Contest, system: str, place: Place, *, modified: bool) -> float:
    both = contest.confidences[system][place.entry]
    return (both.modified if modified else both.original)[place.position] or 0.0


def _evidence(system: System, wrong: Sequence[_Wrong]) -> list[Evidence]:
    """A report is worth having without evidence; that there is none is said."""
    try:
        return evidence(cast(Explainer, system), [each.item for each in wrong]) if wrong else []
    except ZelligError as error:
        warn(f"the report does not say why {system.spec.name} answers as it does: {error.what}")
        return []


def _reasons(wrong: _Wrong, why: Evidence) -> Reasons:
    strongest = sorted((span for span in why.spans if span.weight), key=lambda span: -abs(span.weight))
    words = [
        (wrong.item.fields[span.field][span.start : span.end], round(span.weight, 3))
        for span in strongest[:WORDS]
    ]
    return Reasons(wrong.modified, words)
