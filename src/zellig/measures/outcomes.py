"""One judgement: what systems' answers come to, once, for everything that counts, compares or shows it.

An item is answered right or wrong. A pair breaks a system if exactly one of its two items is answered right,
and the system passes it if both are. Everything is a column, so that a million pairs are arrays. Side 0 is
the original item of a pair, side 1 the modified one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zellig.items import UNPARSED, Item, Pair
from zellig.tasks import Task
from zellig.texts import comparable

Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.integer]

# Which answers to the modified item fit an answer to the original; none if nothing follows from it.
Expected: TypeAlias = Callable[[Pair, str, Task], tuple[str, ...]]


class Answers(NamedTuple):
    """One system's answers to some pairs, in their order."""

    original: Sequence[str]
    modified: Sequence[str]


@dataclass(frozen=True)
class Judged:
    """Answers of several systems to the same items; arrays are (systems, items) unless they say otherwise."""

    spelling: Sequence[str]  # by code: the answer
    answers: Ints  # codes; a label's code is its index among the labels
    gold: Ints  # (items): code of the gold label; -1 if several are accepted, or the task has no labels
    right: Bools
    credit: Floats


@dataclass(frozen=True)
class Outcomes:
    """What every system did on every pair."""

    systems: tuple[str, ...]
    original: Ints  # per pair: number of its original's text, from 0: what goes together
    item: Ints  # per pair: number of its original as an item: a text with two right answers is two
    spelling: Sequence[str]  # as in Judged
    answers: Ints  # (systems, 2, pairs), as in Judged
    gold: Ints  # (2, pairs), as in Judged
    right: Bools  # (systems, 2, pairs)
    credit: Floats  # (systems, 2, pairs)
    unparsed: Bools  # (systems, 2, pairs): the answer is none of the task's
    expected: Bools  # (systems, pairs): something follows from the answer to the original
    as_expected: Bools  # (systems, pairs): and the answer to the modified item is that

    @property
    def pairs(self) -> int:
        return len(self.original)

    @property
    def originals(self) -> int:
        """How many originals the pairs come from."""
        return len(np.unique(self.original))

    @cached_property
    def broken(self) -> Bools:
        """(systems, pairs): exactly one side is right, whichever."""
        return np.asarray(self.right[:, 0] ^ self.right[:, 1])

    @cached_property
    def passed(self) -> Bools:
        """(systems, pairs): both sides are right."""
        return np.asarray(self.right[:, 0] & self.right[:, 1])

    @cached_property
    def original_wrong(self) -> Bools:
        """(systems, pairs): it breaks, and the wrong side is the original."""
        return np.asarray(self.broken & ~self.right[:, 0])

    @cached_property
    def modified_wrong(self) -> Bools:
        """(systems, pairs): it breaks, and the wrong side is the modified item."""
        return np.asarray(self.broken & ~self.right[:, 1])

    @cached_property
    def same(self) -> Bools:
        """(systems, pairs): one answer to both sides, right or wrong; two that are none are not the same."""
        return np.asarray((self.answers[:, 0] == self.answers[:, 1]) & ~self.unparsed[:, 0])

    def of(self, rows: Ints | Bools) -> Outcomes:
        """The outcomes of some of the pairs."""
        return replace(
            self,
            original=self.original[rows],
            item=self.item[rows],
            answers=self.answers[..., rows],
            gold=self.gold[..., rows],
            right=self.right[..., rows],
            credit=self.credit[..., rows],
            unparsed=self.unparsed[..., rows],
            expected=self.expected[:, rows],
            as_expected=self.as_expected[:, rows],
        )


def judge(pairs: Sequence[Pair], answers: Mapping[str, Answers], task: Task, expected: Expected) -> Outcomes:
    """Judge the answers of systems, by name, to pairs.

    What is `expected` may depend on the claim of a pair (phenomenon, promise, last step of its lineage, what
    its items are judged by) and on the answer to the original, on nothing else: it is asked once for each.
    """
    sides = [pair.original for pair in pairs], [pair.modified for pair in pairs]
    judged = judge_items([*sides[0], *sides[1]], [[*both[0], *both[1]] for both in answers.values()], task)
    by_side = (len(answers), 2, len(pairs))
    given = judged.answers.reshape(by_side)
    unparsed = np.array([answer == UNPARSED for answer in judged.spelling], dtype=bool)
    follows, fits = _expectations(pairs, given, judged.spelling, task, expected)
    texts = [comparable(task.text(item)) for item in sides[0]]
    return Outcomes(
        systems=tuple(answers),
        original=_ranked(texts),
        item=number(list(zip(texts, map(task.judged_by, sides[0]), strict=True))),
        spelling=judged.spelling,
        answers=given,
        gold=judged.gold.reshape(2, len(pairs)),
        right=judged.right.reshape(by_side),
        credit=judged.credit.reshape(by_side),
        unparsed=unparsed[given],
        expected=follows,
        as_expected=fits,
    )


def judge_items(items: Sequence[Item], answers: Sequence[Sequence[str]], task: Task) -> Judged:
    """Judge the answers of systems, one sequence each, to items; answers are in the task's spelling."""
    spelling, coded = code_answers(answers, task)
    codes = {answer: code for code, answer in enumerate(spelling)}
    given = np.array(coded, dtype=np.intp).reshape(len(answers), len(items))
    kind = number([task.judged_by(item) for item in items])
    _, first = np.unique(kind, return_index=True)  # an item for each kind
    kinds = [items[place] for place in first]
    gold = np.array(
        [codes[each.accepted[0]] if task.labels and len(each.accepted) == 1 else -1 for each in kinds],
        dtype=np.intp,
    )
    right = _asked_once(given, kind, lambda answer, one: task.rule(spelling[answer], kinds[one]).right)
    credit = right
    if task.partial:
        credit = _asked_once(
            given, kind, lambda answer, one: task.credit(spelling[answer], kinds[one].accepted)
        )
    return Judged(spelling, given, gold[kind], right.astype(bool), credit)


def code_answers(answers: Sequence[Sequence[str]], task: Task) -> tuple[Sequence[str], list[Ints]]:
    """The answers that there may be, and each sequence as their codes; those of labels are as in Judged."""
    spelling = [*task.labels, UNPARSED] if task.labels else sorted(set(chain.from_iterable(answers)))
    codes = {answer: code for code, answer in enumerate(spelling)}
    return spelling, [np.fromiter(map(codes.__getitem__, some), np.intp, len(some)) for some in answers]


def number_texts(items: Sequence[Item], task: Task) -> Ints:
    """The number of each item's text, from 0: one text is one item, however it is spelt and whatever its id.

    What was made from one text stays together, whatever is right about it: this is what intervals and tests
    go by. The numbers go by the order of the texts, so that a bootstrap draws the same ones in whatever order
    they come.
    """
    return _ranked([comparable(task.text(item)) for item in items])


def _ranked(texts: Sequence[str]) -> Ints:
    ranks = {text: rank for rank, text in enumerate(sorted(set(texts)))}
    return np.array([ranks[text] for text in texts], dtype=np.intp)


def number_items(items: Sequence[Item], task: Task) -> Ints:
    """The number of each item, from 0: one text with one right answer is one item, whatever its id.

    This is what *the same original* means where answers to it are counted: whoever answers a text that stands
    there with two right answers is right about one of the items.
    """
    return number([(comparable(task.text(item)), task.judged_by(item)) for item in items])


def number(keys: Sequence[object]) -> Ints:
    """Number the distinct keys in order of appearance."""
    seen: dict[object, int] = {}
    return np.array([seen.setdefault(key, len(seen)) for key in keys], dtype=np.intp)


def _expectations(
    pairs: Sequence[Pair], answers: Ints, spelling: Sequence[str], task: Task, expected: Expected
) -> tuple[Bools, Bools]:
    """(systems, pairs): does anything follow from the first answer, and is the second answer that?"""
    claims = [
        (
            pair.phenomenon,
            pair.promise,
            pair.lineage[-1:],
            *map(task.judged_by, (pair.original, pair.modified)),
        )
        for pair in pairs
    ]
    claim = number(claims)
    _, first = np.unique(claim, return_index=True)  # a pair for each claim
    keys, case = _distinct(answers[:, 0] * len(first) + claim)  # a first answer to a claim
    of_case = [pairs[first[key % len(first)]] for key in keys.tolist()]
    fitting = [
        expected(pair, spelling[key // len(first)], task)
        for pair, key in zip(of_case, keys.tolist(), strict=True)
    ]

    def fits(answer: int, one: int) -> bool:
        modified = of_case[one].modified
        if set(fitting[one]) == set(modified.accepted):  # then it is judged as the item itself is
            return task.rule(spelling[answer], modified).right
        return task.right(spelling[answer], fitting[one])

    follows = np.array([bool(answers) for answers in fitting], dtype=bool)[case]
    return follows, _asked_once(answers[:, 1], case, fits).astype(bool) & follows


def _asked_once(codes: Ints, kinds: Ints, judge: Callable[[int, int], float]) -> Floats:
    """`judge(code, kind)` for every place of the two arrays, asked once about each combination."""
    if codes.size == 0:
        return np.zeros(codes.shape)
    width = int(kinds.max()) + 1
    keys, where = _distinct(codes * width + kinds)
    return np.array([judge(*divmod(int(key), width)) for key in keys], dtype=float)[where]


def _distinct(numbers: Ints) -> tuple[Ints, Ints]:
    """The numbers that occur, in order, and for each place which of them stands there."""
    most = int(numbers.max(initial=0)) + 1
    if most > numbers.size:
        keys, where = np.unique(numbers, return_inverse=True)
        return keys, where.reshape(numbers.shape)
    there = np.zeros(most, bool)  # few kinds of many: sorting a million of them takes far longer
    there[numbers] = True
    return np.flatnonzero(there), (np.cumsum(there) - 1)[numbers]
