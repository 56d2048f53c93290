"""Does a system read at all, and do its labels mean what they are taken to mean? Told from its answers alone.

Whoever gives one answer to everything, guesses, or has its labels exchanged, fails at changed texts for other
reasons than the change: until the doubt is cleared up, nothing can be said of what it reads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from math import comb, factorial
from typing import Literal, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri  # scipy.stats would take half a second to import

from zellig.items import Item, Pair
from zellig.measures.outcomes import Outcomes, code_answers, number, number_texts
from zellig.measures.significance import mcnemar
from zellig.tasks import Task
from zellig.texts import comparable

LEVEL = 0.01  # the probability below which something is not taken to have come by chance
DECENT = 0.5  # of the way from guesses to all answers right: who gets so far reads ...
POWER = 0.9  # ... and would be told from a guess so often
TELLING = 3  # other answers that it never gives: who is right about most texts would have given one of them

_BEYOND = float(ndtri(1 - LEVEL))

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]
Kind = Literal["constant", "exchanged", "worse than chance", "chance", "too few", "one label"]


class Doubt(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why what a system does says nothing of what it reads; docs/reference/systems.md explains the keys."""

    kind: Kind
    texts: int  # different ones, with one right answer
    right: int  # of those
    answer: str = ""  # that it gives to all of them, or that all of them have
    exchanged: tuple[tuple[str, ...], ...] = ()  # circles of labels: each seems to stand for the next
    right_if: int = 0  # it would be right about so many if they did
    more: int = 0  # texts that would tell

    @property
    def about_texts(self) -> bool:
        """Are the texts to blame, being few or of one label? Else the system is."""
        return self.kind in ("too few", "one label")


Told: TypeAlias = tuple[Item, str]  # an item that has an answer, and the one that it got


def doubt_about(
    items: Sequence[Item], answers: Sequence[str], task: Task, changed: Iterable[Told] = ()
) -> Doubt | None:
    """Why these answers, in the task's spelling, say nothing of what a system reads; None if nothing is odd.

    The items are texts as they are. Where all of them have one label, those that were `changed` count, too:
    they may show that it reads, or that it never gives another answer. They are made to mislead it, so that
    it fails at them shows nothing more.
    """
    others = list(changed)
    spelling, (given, given_others) = code_answers([answers, [answer for _, answer in others]], task)

    def more() -> _Told:
        found = [item for item, _ in others]
        return _Told(_Distinct(found, number_texts(found, task), task), given_others)

    return _doubt_of(_Told(_Distinct(items, number_texts(items, task), task), given), more, spelling, task)


def doubts_about(pairs: Sequence[Pair], what: Outcomes, task: Task) -> dict[str, Doubt]:
    """By system the doubt about its answers to pairs, where there is one."""
    originals = _Distinct([pair.original for pair in pairs], what.original, task)

    @cache
    def modified() -> _Distinct:  # of most contests nobody has to look at these
        items = [pair.modified for pair in pairs]
        return _Distinct(items, number([comparable(task.text(item)) for item in items]), task)

    def doubt(given: Ints) -> Doubt | None:
        return _doubt_of(_Told(originals, given[0]), lambda: _Told(modified(), given[1]), what.spelling, task)

    found = {system: doubt(given) for system, given in zip(what.systems, what.answers, strict=True)}
    return {system: each for system, each in found.items() if each is not None}


class _Distinct:
    """Those of some items that have an answer, each text once: one that stands there ten times is no ten
    witnesses. However many systems have answered them, this is worked out once."""

    def __init__(self, items: Sequence[Item], texts: Ints, task: Task) -> None:
        answered = np.flatnonzero([bool(item.accepted) for item in items])
        _, first = np.unique(texts[answered], return_index=True)
        self.places = answered[first]
        self.items = [items[place] for place in self.places.tolist()]
        self.sure = np.flatnonzero([len(item.accepted) == 1 for item in self.items])
        codes = {label: code for code, label in enumerate(task.labels)}
        golds = [self.items[place].accepted[0] for place in self.sure.tolist()]
        self.golds = np.array([codes.setdefault(gold, len(codes)) for gold in golds], dtype=np.intp)


class _Told:
    """Distinct texts, and the code of the answer to each; `given` are those to all items."""

    def __init__(self, texts: _Distinct, given: Ints) -> None:
        self.texts, self.answers = texts, given[texts.places]

    def table(self, task: Task) -> Ints:
        """Of the texts with one right answer, how often each label (a row) got each answer (a column); the
        last column is what is no answer."""
        labels, answers = len(task.labels), len(task.labels) + 1
        cells = self.texts.golds * answers + self.answers[self.texts.sure]
        return np.bincount(cells, minlength=labels * answers).reshape(labels, answers)


def _doubt_of(told: _Told, changed: Callable[[], _Told], spelling: Sequence[str], task: Task) -> Doubt | None:
    labels = np.unique(told.texts.golds)
    every = [told, changed()] if len(labels) < 2 or len(np.unique(told.answers)) == 1 else [told]
    if constant := _constant([told], spelling, task) or _constant(every, spelling, task):
        return constant
    if not task.labels or len(labels) == 0:
        return None
    if len(labels) == 1:
        return _one_label(told, every, task)
    return _doubt(told.table(task), task.labels)


def _constant(every: Sequence[_Told], spelling: Sequence[str], task: Task) -> Doubt | None:
    """Is one answer given to all, although others were due?"""
    given = np.unique(np.concatenate([told.answers for told in every]))
    if len(given) != 1:
        return None
    answer = spelling[given[0]]
    items = [item for told in every for item in told.texts.items]
    right = sum(task.rule(answer, item).right for item in items)
    return Doubt("constant", len(items), right, answer) if len(items) - right >= TELLING else None


def _one_label(told: _Told, every: Sequence[_Told], task: Task) -> Doubt | None:
    """Whoever answers that label to everything is right; unless it is right about other labels, too, where
    texts were changed, nobody can tell whether it reads."""
    table = np.sum([each.table(task) for each in every], axis=0)
    if len(task.labels) < 2 or _beyond_chance(table, np.eye(*table.shape)) > _BEYOND:
        return None
    label = int(told.texts.golds[0])
    right = int(told.table(task)[label, label])
    return Doubt("one label", len(told.texts.sure), right, task.labels[label])


def _doubt(table: Ints, labels: Sequence[str]) -> Doubt | None:
    texts, right = int(table.sum()), int(np.trace(table))
    circles = list(_exchanged(table))
    if circles:
        named = tuple(tuple(labels[place] for place in circle) for circle in circles)
        gained = sum(_right_if(table, circle) - _right(table, circle) for circle in circles)
        return Doubt("exchanged", texts, right, exchanged=named, right_if=right + gained)
    found = _beyond_chance(table, np.eye(*table.shape))
    if found < -_BEYOND:
        return Doubt("worse than chance", texts, right)
    if found > _BEYOND:
        return None
    there = table.any(axis=1)
    balance = table.sum(axis=1)[there] / texts
    decent = DECENT + (1 - DECENT) / len(balance)
    if texts >= texts_that_tell(balance, decent):
        return Doubt("chance", texts, right)
    seen = float((np.diagonal(table)[there] / table.sum(axis=1)[there]).mean())  # each label counts the same
    return Doubt("too few", texts, right, more=max(1, texts_that_tell(balance, max(decent, seen)) - texts))


def _exchanged(table: Ints) -> Iterator[tuple[int, ...]]:
    """Circles of labels with which more answers would be right if each stood for the next one of the circle.

    A circle comes from the assignment of answers to labels that makes most of them right. It has to be better
    than the labels as they are by an exact paired test, corrected for all circles of that length; and each of
    its answers has to go with the label it would stand for: one that is given to everything goes with none.
    """
    square = table[:, : len(table)]
    own = np.diagonal(square)
    if (own >= square.max(axis=0)).all() and (own >= square.max(axis=1)).all():
        return
    from scipy.optimize import linear_sum_assignment  # who has no doubt need not wait for it

    rows, columns = linear_sum_assignment(-2 * square - np.eye(len(square), dtype=int))  # ties stay
    stands_for = dict(zip(columns.tolist(), rows.tolist(), strict=True))
    for circle in _circles(stands_for):
        size = len(circle)
        tried = comb(len(square), size) * factorial(size - 1)
        before, after = _right(table, circle), _right_if(table, circle)
        if after > before and tried * mcnemar(before, after) < LEVEL and _all_go(table, circle):
            yield circle


def _circles(stands_for: dict[int, int]) -> Iterator[tuple[int, ...]]:
    left = {answer for answer, label in stands_for.items() if answer != label}
    while left:
        circle = [min(left)]
        while (label := stands_for[circle[-1]]) != circle[0]:
            circle.append(label)
        left -= set(circle)
        yield tuple(circle)


def _steps(circle: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Each answer of a circle, and the label that it would stand for."""
    return zip(circle, (*circle[1:], circle[0]), strict=True)


def _right(table: Ints, circle: tuple[int, ...]) -> int:
    return int(sum(table[answer, answer] for answer in circle))


def _right_if(table: Ints, circle: tuple[int, ...]) -> int:
    return int(sum(table[label, answer] for answer, label in _steps(circle)))


def _all_go(table: Ints, circle: tuple[int, ...]) -> bool:
    for answer, label in _steps(circle):
        cell = np.zeros(table.shape)
        cell[label, answer] = 1.0
        if _beyond_chance(table, cell) < _BEYOND:
            return False
    return True


def _beyond_chance(table: Ints, counted: Floats) -> float:
    """How many standard deviations the `counted` cells have more than if the same answers were dealt out at
    random (Hoeffding 1951, with half a count for continuity)."""
    every = table.sum()
    shares = table / every
    expected, variance = _dealt_out(shares.sum(axis=1), shares.sum(axis=0), counted)
    more = float((table * counted).sum()) - every * expected
    spread = math.sqrt(every * every * variance / (every - 1)) if every > 1 else 0.0
    return math.copysign(max(abs(more) - 0.5, 0.0), more) / spread if spread > 0 else 0.0


def _dealt_out(gold: Floats, answers: Floats, counted: Floats) -> tuple[float, float]:
    """What of the counted cells falls to an item if answers are dealt out at random: mean and variance."""
    expected = float(gold @ counted @ answers)
    off = counted - (counted @ answers)[:, None] - (gold @ counted)[None, :] + expected
    return expected, float(gold @ off**2 @ answers)


def texts_that_tell(balance: Floats, accuracy: float) -> int:
    """So many texts, with this share of each label, tell a system so accurate from one that guesses."""
    wrong = (1 - accuracy) / (len(balance) - 1)
    answered = balance[:, None] * (wrong + (accuracy - wrong) * np.eye(len(balance)))
    expected, variance = _dealt_out(balance, answered.sum(axis=0), np.eye(len(balance)))
    reach = (_BEYOND + float(ndtri(POWER))) * math.sqrt(variance)
    return math.ceil((reach / (accuracy - expected)) ** 2)
