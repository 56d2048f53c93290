"""The words of an answer beside those of another: which are the same, which are left over on either side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from zellig.tasks.quiz.judging.likeness import LONGEST_INITIALS, OTHER_SPELLING, SAME, relation
from zellig.tasks.quiz.tables import known


class Aligned(NamedTuple):
    """What became of the words."""

    cost: int
    slips: int
    differing: tuple[tuple[str, str], ...]  # given and named
    extra: tuple[str, ...]
    missing: tuple[str, ...]


def align(given: tuple[str, ...], named: tuple[str, ...], forms: int, *, name: bool = False) -> Aligned:
    """Each given word with one that is named, the surest first; `forms` says which forms of a word count.

    In a `name` more slips are borne with.
    """
    have, want = Counter(given), Counter(named)
    left, missing = list((have - want).elements()), list((want - have).elements())
    cost, slips = SAME, 0
    differing: list[tuple[str, str]] = []
    extra: list[str] = []
    for word in sorted(left, key=len, reverse=True):  # initials last
        near = [
            (how, place)
            for place, other in enumerate(missing)
            if (how := relation(word, other, forms, name=name))
        ]
        if near:
            how, place = min(near)
            differing.append((word, missing.pop(place)))
            cost, slips = max(cost, how.cost), slips + how.slips
        elif run := _initials(word, missing, sure=len(missing) < len(named)):
            differing.append((word, " ".join(run)))
            missing = _without(missing, run)
            cost = max(cost, OTHER_SPELLING)
        else:
            extra.append(word)
    for word in list(missing):
        said = [each for each in given if each in extra]  # in the order in which they were said
        if run := _initials(word, said, sure=len(missing) < len(named)):
            differing.append((" ".join(run), word))
            missing.remove(word)
            extra = _without(extra, run)
            cost = max(cost, OTHER_SPELLING)
    return Aligned(cost, slips, tuple(differing), tuple(extra), tuple(missing))


def _initials(short: str, full: Sequence[str], *, sure: bool) -> Sequence[str]:
    """The words that a short one has the initials of, `jr` for `joan ruth`; if another word agrees.

    Only titles may be passed over: "George W. Bush" is not George Herbert Walker Bush.
    """
    if not sure or len(short) > LONGEST_INITIALS or not short.isalpha():
        return ()
    start = next((place for place, word in enumerate(full) if word not in known().titles), 0)
    run = full[start : start + len(short)]
    stands_for = len(run) == len(short) and all(
        word[0] == letter and len(word) > 1 for word, letter in zip(run, short, strict=True)
    )
    return run if stands_for else ()


def _without(words: Sequence[str], gone: Sequence[str]) -> list[str]:
    return list((Counter(words) - Counter(gone)).elements())
