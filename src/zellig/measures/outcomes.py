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
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from zellig.items import UNPARSED, Item, Pair
from zellig.measures.columns import code_type, column_of, joined
from zellig.tasks import Task
from zellig.texts import comparable

Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.integer]

Value = TypeVar("Value", bool, float)

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
    credit: Bools | Floats  # all or nothing is what is right


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
    credit: Bools | Floats  # (systems, 2, pairs)
    expected: Bools  # (systems, pairs): something follows from the answer to the original
    as_expected: Bools  # (systems, pairs): and the answer to the modified item is that

    @property
    def pairs(self) -> int:
        return len(self.original)

    @property
    def originals(self) -> int:
        """How many originals the pairs come from."""
        return len(np.unique(self.original))

    @property
    def unparsed(self) -> Bools:
        """(systems, 2, pairs): the answer is none of the task's."""
        code = self.spelling.index(UNPARSED) if UNPARSED in self.spelling else len(self.spelling)
        return np.asarray(self.answers == code)

    @cached_property
    def broken(self) -> Bools:
        """(systems, pairs): exactly one side is right, whichever."""
        return np.asarray(self.right[:, 0] ^ self.right[:, 1])

    @cached_property
    def passed(self) -> Bools:
        """(systems, pairs): both sides are right."""
        return np.asarray(self.right[:, 0] & self.right[:, 1])

    @property
    def original_wrong(self) -> Bools:
        """(systems, pairs): it breaks, and the wrong side is the original."""
        return np.asarray(self.broken & ~self.right[:, 0])

    @property
    def modified_wrong(self) -> Bools:
        """(systems, pairs): it breaks, and the wrong side is the modified item."""
        return np.asarray(self.broken & ~self.right[:, 1])

    @property
    def same(self) -> Bools:
        """(systems, pairs): one answer to both sides, right or wrong; two that are none are not the same."""
        return np.asarray((self.answers[:, 0] == self.answers[:, 1]) & ~self.unparsed[:, 0])

    def alone(self, system: int) -> Outcomes:
        """The outcomes of one of the systems."""
        one = slice(system, system + 1)
        return replace(
            self,
            systems=self.systems[one],
            answers=self.answers[one],
            right=self.right[one],
            credit=self.credit[one],
            expected=self.expected[one],
            as_expected=self.as_expected[one],
        )

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
            expected=self.expected[:, rows],
            as_expected=self.as_expected[:, rows],
        )


def judge(pairs: Sequence[Pair], answers: Mapping[str, Answers], task: Task, expected: Expected) -> Outcomes:
    """Judge the answers of systems, by name, to pairs.

    What is `expected` may depend on the claim of a pair (phenomenon, promise, last step of its lineage, what
    its items are judged by) and on the answer to the original, on nothing else: it is asked once for each.
    """
    sides = [pair.original for pair in pairs], [pair.modified for pair in pairs]
    judged = judge_items([*sides[0], *sides[1]], [joined(both) for both in answers.values()], task)
    by_side = (len(answers), 2, len(pairs))
    given = judged.answers.reshape(by_side)
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
        expected=follows,
        as_expected=fits,
    )


def judge_items(items: Sequence[Item], answers: Sequence[Sequence[str]], task: Task) -> Judged:
    """Judge the answers of systems, one sequence each, to items; answers are in the task's spelling."""
    spelling, coded = code_answers(answers, task)
    given = np.array(coded, dtype=code_type(len(spelling))).reshape(len(answers), len(items))
    codes = {answer: code for code, answer in enumerate(spelling)}
    kind = number([task.judged_by(item) for item in items])
    _, first = np.unique(kind, return_index=True)  # an item for each kind
    kinds = [items[place] for place in first]
    gold = np.array(
        [codes[each.accepted[0]] if task.labels and len(each.accepted) == 1 else -1 for each in kinds],
        dtype=np.intp,
    )
    right = _asked_once(given, kind, bool, lambda answer, one: task.rule(spelling[answer], kinds[one]).right)
    credit: Bools | Floats = right
    if task.partial:
        credit = _asked_once(
            given, kind, float, lambda answer, one: task.credit(spelling[answer], kinds[one].accepted)
        )
    return Judged(spelling, given, gold[kind], right, credit)


def code_answers(answers: Sequence[Sequence[str]], task: Task) -> tuple[Sequence[str], list[Ints]]:
    """The answers that there may be, and each sequence as their codes; those of labels are as in Judged."""
    columns = [column_of(some) for some in answers]
    spelling = (
        [*task.labels, UNPARSED]
        if task.labels
        else sorted(set(chain.from_iterable(each.spelling for each in columns)))
    )
    return spelling, [each.in_spelling(spelling) for each in columns]


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
    what_fits: dict[tuple[int, int], tuple[str, ...]] = {}  # by first answer and claim
    known: dict[tuple[int, int], bool] = {}  # does a second answer fit in a case, both numbers in one?

    def fitting(answer: int, one: int) -> tuple[str, ...]:
        if (answer, one) not in what_fits:
            what_fits[answer, one] = expected(pairs[first[one]], spelling[answer], task)
        return what_fits[answer, one]

    def fits(answer: int, case: int) -> bool:
        if (answer, case) not in known:
            before, one = divmod(case, len(first))
            modified, wanted = pairs[first[one]].modified, fitting(before, one)
            # What the item itself accepts is judged as the item is.
            known[answer, case] = (
                task.rule(spelling[answer], modified).right
                if set(wanted) == set(modified.accepted)
                else task.right(spelling[answer], wanted)
            )
        return known[answer, case]

    follows, as_expected = np.zeros((2, len(answers), len(pairs)), bool)
    for system, (given, then) in enumerate(answers):  # one at a time: numbers of cases are large
        follows[system] = _judged(given, claim, bool, lambda answer, one: bool(fitting(answer, one)))
        as_expected[system] = _judged(then, given.astype(np.intp) * len(first) + claim, bool, fits)
    as_expected &= follows
    return follows, as_expected


def _asked_once(codes: Ints, kinds: Ints, result: type[Value], judge: Callable[[int, int], Value]) -> Any:
    """`judge(code, kind)` for the codes of every system and the kinds, asked once about each combination."""
    known: dict[tuple[int, int], Value] = {}

    def asked(code: int, kind: int) -> Value:
        if (code, kind) not in known:
            known[code, kind] = judge(code, kind)
        return known[code, kind]

    found = np.empty(codes.shape, result)
    for row, of_system in zip(found, codes, strict=True):
        row[:] = _judged(of_system, kinds, result, asked)
    return found


def _judged(codes: Ints, kinds: Ints, result: type[Value], judge: Callable[[int, int], Value]) -> Any:
    """`judge(code, kind)` for every place of two columns."""
    width = int(kinds.max(initial=0)) + 1
    keys, where = _distinct(codes.astype(np.intp) * width + kinds)
    return np.array([judge(*divmod(key, width)) for key in keys.tolist()], dtype=result)[where]


def _distinct(numbers: Ints) -> tuple[Ints, Ints]:
    """The numbers that occur, in order, and for each place which of them stands there."""
    most = int(numbers.max(initial=0)) + 1
    if most > numbers.size:
        keys, where = np.unique(numbers, return_inverse=True)
        return keys, where.reshape(numbers.shape)
    there = np.zeros(most, bool)  # few kinds of many: sorting a million of them takes far longer
    there[numbers] = True
    return np.flatnonzero(there), (np.cumsum(there) - 1)[numbers]
