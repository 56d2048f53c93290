"""Why a system was wrong: the words that decided, for the pairs that a reader sees first.

Only systems that explain themselves are asked, and about so many pairs at most: evidence may take long. What
they said is kept in the run, so that a run that is over can be shown without them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

import msgspec
import numpy as np

from zellig.decoding import decode_json
from zellig.errors import ZelligError
from zellig.files import opened, write_json
from zellig.games.breaking.diagnosis import diagnose
from zellig.games.breaking.result import Result
from zellig.games.contest.contest import Contest
from zellig.items import Item
from zellig.notices import warn
from zellig.performers import Evidence, Explainer, System, capabilities, evidence
from zellig.store.run import Run

REASONS = "reasons.json"
ASKED = 25  # pairs that each system is asked about
WORDS = 5  # that are shown


class Place(NamedTuple):
    """A pair of a contest, by entry and by position there."""

    entry: str
    position: int


class Reasons(msgspec.Struct, frozen=True):
    """The words that decided an answer, the strongest first; a positive weight speaks for the answer."""

    entry: str
    position: int
    system: str
    modified: bool  # of the modified item; else of the original
    words: list[tuple[str, float]]


class _Wrong(NamedTuple):
    """A pair that a system has a wrong answer to."""

    place: Place
    modified: bool  # it is the answer to the modified item that is wrong
    item: Item


def kept_reasons(run: Run, result: Result) -> list[Reasons]:
    """The words that decided wrong answers; asked for once, and in the run afterwards."""
    path = run / REASONS
    if run.has(REASONS):
        with opened(path) as file:
            raw = file.read()
        remedy = "Delete it, and run again."
        return decode_json(raw, list[Reasons], path=path, what="what systems explained", remedy=remedy)
    first = {
        each.system: [group.example for group in each.standing("fails") if group.example is not None]
        for each in diagnose(result)
    }
    found = reasons_of(result.played, result.systems, first)
    write_json(path, found)  # also where there are none: a file that comes later would pass for an edit
    return found


def reasons_of(
    contest: Contest, systems: Mapping[str, System], first: Mapping[str, Sequence[int]]
) -> list[Reasons]:
    """The words that decided wrong answers.

    `first` are the rows that each system should be asked about before those that it is surest of.
    """
    return [
        _reasons(system, each, why)
        for system, performer in systems.items()
        if "explains" in capabilities(performer)
        for wrong in [_wrong(contest, system, first.get(system, ()))]
        for each, why in zip(wrong, _evidence(performer, wrong), strict=False)
    ]


def _wrong(contest: Contest, system: str, first: Sequence[int]) -> list[_Wrong]:
    """The pairs that the system is asked about: those to be first, then what it is surest of."""
    right = contest.outcomes.right[contest.systems.index(system)]
    sure = {
        row: _sure(contest, system, Place(entry.name, position), modified=not right[1][row])
        for row in np.flatnonzero(~(right[0] & right[1])).tolist()
        for entry, position, _ in [contest.row(row)]
    }
    order = [*first, *sorted(sure, key=lambda row: (-sure[row], row))]
    return [
        _Wrong(Place(entry.name, position), wrong, pair.modified if wrong else pair.original)
        for row in list(dict.fromkeys(order))[:ASKED]
        for entry, position, pair in [contest.row(row)]
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


def _reasons(system: str, wrong: _Wrong, why: Evidence) -> Reasons:
    strongest = sorted((span for span in why.spans if span.weight), key=lambda span: -abs(span.weight))
    words = [
        (wrong.item.fields[span.field][span.start : span.end], round(span.weight, 3))
        for span in strongest[:WORDS]
    ]
    return Reasons(*wrong.place, system, wrong.modified, words)
