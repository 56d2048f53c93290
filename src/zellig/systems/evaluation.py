"""How good systems are on a corpus: accuracy and F1 with intervals, and paired comparisons."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zellig.corpora import Corpus
from zellig.errors import ZelligError
from zellig.items import UNPARSED, Item
from zellig.measures import f1
from zellig.measures.intervals import Block, bootstrap_sums, percentile_interval, share_interval
from zellig.measures.significance import holm, mcnemar, permutation_test, sampled_permutation_test
from zellig.oracle import answers_of
from zellig.systems.card import CARD, training_keys
from zellig.systems.loading import load_system
from zellig.systems.training import Progress
from zellig.tasks import Task, get_task
from zellig.texts import key64

Evaluation = dict[str, Any]
Floats = NDArray[np.float64]


def evaluate(
    names: Sequence[str],
    corpus: Corpus,
    *,
    allow_overlap: bool = False,
    replicates: int = 1000,
    seed: int = 2017,
    progress: Progress = lambda what, done, total: None,
) -> Evaluation:
    """Every number about these systems on the items of a corpus that have an answer, JSON-ready."""
    task = get_task(corpus.task)
    items = [item for item in corpus if item.accepted]
    if not items:
        raise ZelligError(
            f"{corpus.spec} has no item with an answer", remedy="Choose a corpus with gold answers."
        )
    systems = {name: load_system(name) for name in names}
    overlaps = {name: training_overlap(Path(name), items, task, allow=allow_overlap) for name in systems}
    answers = {name: answers_of(system, items, task, progress) for name, system in systems.items()}
    right = np.array([_judged(task.right, given, items) for given in answers.values()])
    credit = np.array([_judged(task.credit, given, items) for given in answers.values()])
    texts = np.unique([key64(task.text(item)) for item in items], return_inverse=True)[1]
    block = Block(texts, np.column_stack([np.ones(len(items)), *right, *credit]))
    (drawn,) = bootstrap_sums([block], int(texts.max()) + 1, replicates, seed)
    shares, credits = np.split(drawn[:, 1:] / drawn[:, :1], 2, axis=1)
    return {
        "schema": 1,
        "task": task.name,
        "corpus": corpus.spec,
        "items": len(items),
        "systems": {
            name: {
                "accuracy": float(right[s].mean()),
                "interval": share_interval(float(right[s].mean()), shares[:, s], len(items)).tolist(),
                **_f1(task, answers[name], items, credit[s]),
                "overlap": overlaps[name],
                "unparsed": answers[name].count(UNPARSED),
            }
            for s, name in enumerate(systems)
        },
        "comparisons": _comparisons(list(systems), right, credit, shares, credits, texts, seed),
    }


def training_overlap(folder: Path, items: Sequence[Item], task: Task, *, allow: bool) -> int | None:
    """How many of the items a trained system has learnt from; None for systems that do not say.

    Refuses any unless it is allowed.
    """
    if not os.path.isfile(folder / CARD):  # Path.is_file fails on a long adapter spec
        return None
    keys = np.array([key64(task.text(item)) for item in items], dtype=np.uint64)
    shared = np.isin(keys, training_keys(folder))
    if shared.any() and not allow:
        examples = ", ".join(items[place].id for place in np.flatnonzero(shared)[:3])
        raise ZelligError(
            f"{shared.sum()} of {len(items)} items are texts that {folder} was trained on, e.g. {examples}",
            remedy="Choose another corpus, or say --allow-overlap.",
        )
    return int(shared.sum())


def _judged(
    judge: Callable[[str, Sequence[str]], float], answers: Sequence[str], items: Sequence[Item]
) -> Floats:
    return np.array(
        [judge(answer, item.accepted) for answer, item in zip(answers, items, strict=True)], dtype=float
    )


def _f1(task: Task, answers: Sequence[str], items: Sequence[Item], credit: Floats) -> Evaluation:
    """Weighted and macro F1 over labels; mean character F1 where answers are spans."""
    if not task.labels:
        return {"f1": float(credit.mean())}
    code = {label: index for index, label in enumerate(task.labels)}
    gold = np.array([code[item.accepted[0]] if len(item.accepted) == 1 else -1 for item in items])
    counts = f1.count(gold, np.array([code.get(answer, -1) for answer in answers]), len(code))
    return {"f1": float(f1.weighted(counts)), "f1_macro": float(f1.macro(counts))}


def _comparisons(
    names: list[str],
    right: Floats,
    credit: Floats,
    shares: Floats,
    credits: Floats,
    texts: NDArray[np.integer],
    seed: int,
) -> list[Evaluation]:
    """Every two systems on the same items: exact McNemar for accuracy, permutation for partial credit."""
    result = []
    for i, j in combinations(range(len(names)), 2):
        only_first, only_second = int((right[i] > right[j]).sum()), int((right[i] < right[j]).sum())
        row = {
            "first": names[i],
            "second": names[j],
            "difference": float(right[i].mean() - right[j].mean()),
            "interval": percentile_interval(shares[:, i] - shares[:, j]).tolist(),
            "mcnemar_p": mcnemar(only_first, only_second),
            "permutation_p": permutation_test((right[i] - right[j]).astype(int), texts),
        }
        if (credit != right).any():
            row |= {
                "credit_difference": float(credit[i].mean() - credit[j].mean()),
                "credit_interval": percentile_interval(credits[:, i] - credits[:, j]).tolist(),
                "credit_p": sampled_permutation_test(credit[i] - credit[j], texts, seed),
            }
        result.append(row)
    for row, adjusted in zip(result, holm([row["permutation_p"] for row in result]), strict=True):
        row["adjusted_p"] = adjusted
    return result
