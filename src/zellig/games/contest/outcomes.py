"""A contest as arrays. Side 0 is the original item, side 1 the modified one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from zellig.games.contest.contest import Contest
from zellig.items import UNPARSED, Pair
from zellig.measures.consistency import RELATIONS
from zellig.texts import comparable

Ints = NDArray[np.integer]


@dataclass(frozen=True)
class Outcomes:
    """What every system did on every pair; pairs run breaker by breaker."""

    pairs: list[Pair]
    breaker: Ints  # per pair: index of its breaker
    original: Ints  # per pair: index of its original; one text is one original, however it is spelt
    originals: int
    relation: Ints  # per pair: index of its promise in RELATIONS
    gold: (
        Ints  # (2, pairs): index of the gold label; -1 if several answers are accepted or there are no labels
    )
    answers: Ints  # (systems, 2, pairs): code of the answer; a label's code is its index
    flips: Ints  # per code: code of the flipped answer, or -1
    right: NDArray[np.bool_]  # (systems, 2, pairs)
    credit: NDArray[np.float64]  # (systems, 2, pairs)


def outcomes(contest: Contest) -> Outcomes:
    """Judge every answer of a contest."""
    task = contest.task
    pairs = [pair for _, _, pair in contest.rows()]
    original, originals = _index([comparable(task.text(pair.original)) for pair in pairs])
    spelling = [*task.labels, UNPARSED] if task.labels else sorted(_answers_given(contest))
    codes = {answer: code for code, answer in enumerate(spelling)}
    answers = np.array(
        [
            [
                [codes[answer] for name in contest.pairs for answer in by_breaker[name][side]]
                for side in (0, 1)
            ]
            for by_breaker in contest.answers.values()
        ]
    )
    accepted = [[pair.original.accepted for pair in pairs], [pair.modified.accepted for pair in pairs]]
    flips = np.full(len(codes), -1)
    for label, flipped in task.flips.items():
        flips[codes[label]] = codes[flipped]
    right = _judge(answers, accepted, lambda answer, gold: task.right(spelling[answer], gold))
    return Outcomes(
        pairs=pairs,
        breaker=np.repeat(np.arange(len(contest.pairs)), [len(made) for made in contest.pairs.values()]),
        original=original,
        originals=originals,
        relation=np.array([RELATIONS.index(pair.promise) for pair in pairs]),
        gold=np.array(
            [[codes[gold[0]] if task.labels and len(gold) == 1 else -1 for gold in side] for side in accepted]
        ),
        answers=answers,
        flips=flips,
        right=right.astype(bool),
        credit=right
        if task.labels
        else _judge(answers, accepted, lambda answer, gold: task.credit(spelling[answer], gold)),
    )


def _answers_given(contest: Contest) -> set[str]:
    by_system = chain.from_iterable(by_breaker.values() for by_breaker in contest.answers.values())
    return {answer for both in by_system for answer in chain(*both)}


def _index(keys: Sequence[object]) -> tuple[Ints, int]:
    """Number the distinct keys in order of appearance."""
    seen: dict[object, int] = {}
    return np.array([seen.setdefault(key, len(seen)) for key in keys], dtype=np.intp), len(seen)


def _judge(
    answers: Ints,
    accepted: Sequence[Sequence[tuple[str, ...]]],
    judge: Callable[[int, tuple[str, ...]], float],
) -> NDArray[np.float64]:
    """Ask `judge` once about every combination of answer and accepted answers that occurs."""
    golds: dict[tuple[str, ...], int] = {}
    gold_code = np.array([[golds.setdefault(gold, len(golds)) for gold in side] for side in accepted])
    gold_of = list(golds)
    keys, where = np.unique(answers * len(golds) + gold_code, return_inverse=True)
    credit = np.array([judge(int(key) // len(golds), gold_of[int(key) % len(golds)]) for key in keys])
    return credit[where].reshape(answers.shape).astype(float)
