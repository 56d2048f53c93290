"""How much came of items: pairs, refusals, and how far the transformations reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec


class Survey(msgspec.Struct, frozen=True):
    """What can be done to sentences, whether or not a label rule uses it."""

    items_covered: int  # each of their sentences has a result from one of LIT's phenomena
    transformations: dict[str, int]  # sentences that each one was done to


class Counts(msgspec.Struct, frozen=True):
    """What came of some items."""

    items: int
    items_labelled: int  # with at least one pair
    sentences: int
    pairs: int
    phenomena: dict[str, int]  # pairs of each
    refusals: dict[str, int]  # by reason
    survey: Survey | None = None  # only if it was asked for
    rejected: dict[str, int] = {}  # pairs that the check of pairs left out, by code


def why_none(counts: Counts, most: int = 3) -> str:
    """Why no pair was made of any item, the most frequent reasons first."""
    reasons = sorted((counts.refusals | counts.rejected).items(), key=lambda each: -each[1])[:most]
    said = ", ".join(f"{reason} ({number:,})" for reason, number in reasons)
    return f"No pair was made of {counts.items:,} items" + (f": {said}" if said else "") + "."


def total(counts: Iterable[Counts]) -> Counts:
    """What came of all of them; what is most frequent comes first."""
    every = list(counts)
    surveys = [each.survey for each in every if each.survey is not None]
    return Counts(
        sum(each.items for each in every),
        sum(each.items_labelled for each in every),
        sum(each.sentences for each in every),
        sum(each.pairs for each in every),
        _summed(each.phenomena for each in every),
        _summed(each.refusals for each in every),
        _surveyed(surveys) if surveys else None,
    )


def _surveyed(surveys: list[Survey]) -> Survey:
    covered = sum(each.items_covered for each in surveys)
    return Survey(covered, _summed(each.transformations for each in surveys))


def _summed(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    summed: Counter[str] = Counter()
    for each in counts:
        summed.update(each)
    return dict(sorted(summed.items(), key=lambda entry: (-entry[1], entry[0])))
