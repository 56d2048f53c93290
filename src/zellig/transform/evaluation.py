"""How systems do on a contrast set: by phenomenon, by kind of pair, and against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zellig.errors import ZelligError
from zellig.items import UNPARSED, Item, Pair, RecordFile
from zellig.measures.contrast import Figure, Outcomes, figures
from zellig.measures.intervals import percentile_interval
from zellig.measures.significance import holm, mcnemar, permutation_test
from zellig.oracle import answers_of, question_hash
from zellig.pairs.reading import no_pair, task_in
from zellig.performers import System
from zellig.tasks import Task
from zellig.texts import comparable
from zellig.transform.composition import JOIN
from zellig.transform.expectation import expected_answers, from_premise
from zellig.transform.label_rules import made_by, rules_of

Ints = NDArray[np.integer]
Evaluation = dict[str, Any]


def _composed(pair: Pair) -> bool:
    return any(JOIN in step for step in pair.lineage)


# Groups beside the phenomena; no phenomenon may have such a name. Of a hypothesis made from the premise
# alone, neither the steps nor the old label matter.
OF_TRANSFORMED: dict[str, Callable[[Pair], bool]] = {
    "simple": lambda pair: not _composed(pair),
    "composed": _composed,
    "label-preserving": lambda pair: pair.promise == "same",
    "label-changing": lambda pair: pair.promise != "same",
}
FROM_PREMISE, ALL = "from-premise", "all"
KINDS = (*OF_TRANSFORMED, FROM_PREMISE, ALL)


@dataclass(frozen=True)
class ContrastSet:
    """Pairs of one task."""

    task: Task
    pairs: Sequence[Pair]

    @cached_property
    def questions(self) -> dict[str, Item]:
        """Every distinct item, original or modified, by the hash of what a system sees of it."""
        items = (item for pair in self.pairs for item in (pair.original, pair.modified))
        return {question_hash(item): item for item in items}

    @cached_property
    def originals(self) -> Ints:
        """For every pair the number of its original; one text is one original."""
        numbers: dict[str, int] = {}
        texts = (comparable(self.task.text(pair.original)) for pair in self.pairs)
        return np.array([numbers.setdefault(text, len(numbers)) for text in texts])

    @cached_property
    def groups(self) -> dict[str, Ints]:
        """The pairs of every phenomenon, then those of every kind; kinds without a pair are left out."""
        members: dict[str, list[int]] = {}
        for place, pair in enumerate(self.pairs):
            for name in (pair.phenomenon, *kinds_of(pair)):
                members.setdefault(name, []).append(place)
        phenomena = sorted(name for name in members if name and name not in KINDS)
        return {name: np.array(members[name]) for name in (*phenomena, *KINDS) if name in members}


def kinds_of(pair: Pair) -> Iterator[str]:
    """The groups that a pair belongs to, beside its phenomenon."""
    if from_premise(pair):
        yield FROM_PREMISE
    else:
        yield from (name for name, holds in OF_TRANSFORMED.items() if holds(pair))
    yield ALL


def read_contrast_set(path: Path) -> ContrastSet:
    """The pairs of a file whose header names their task; refuses the first one that cannot be scored."""
    records = RecordFile(path, Pair)
    pairs: list[Pair] = []
    task: Task | None = None
    for line, pair in records.numbered():
        if task is None:
            if records.header is None or records.header.task is None:
                remedy = 'Put a header there: {"zellig": "pairs", "version": 1, "task": "nli"}.'
                raise ZelligError("the file does not say its task", path=path, line=1, remedy=remedy)
            task = task_in(path, records.header.task)
        for fault in _faults(pair, task):
            remedy = "Correct it: zellig pairs check says what else is wrong."
            raise ZelligError(f"pair {pair.id!r}: {fault}", path=path, line=line, remedy=remedy)
        pairs.append(pair)
    if task is None:
        raise no_pair(str(path))
    return ContrastSet(task, pairs)


def _faults(pair: Pair, task: Task) -> Iterator[str]:
    if pair.phenomenon in KINDS:
        yield f"its phenomenon has the name of a group of pairs ({', '.join(KINDS)})"
    if name := made_by(pair):
        try:
            rules_of(name, task.name)
        except ZelligError as error:
            yield f"its lineage names rules, and {error.what}"
    for side, item in (("original", pair.original), ("modified", pair.modified)):
        yield from (f"{fault} ({side})" for fault in task.faults_of_item(item))
        if not item.accepted:
            yield f"the {side} item has no accepted answer"


def evaluate(
    contrasts: ContrastSet,
    systems: Mapping[str, System],
    *,
    replicates: int = 1000,
    seed: int = 2017,
    progress: Callable[[str, int, int], None] = lambda what, done, total: None,
) -> Evaluation:
    """Every figure of these systems, JSON-ready; its keys are explained in docs/contrast.md.

    A system is asked once about every distinct item.
    """
    task, questions = contrasts.task, contrasts.questions
    answers = {
        name: dict(zip(questions, answers_of(system, list(questions.values()), task, progress), strict=True))
        for name, system in systems.items()
    }
    outcomes = [_outcomes(contrasts, given) for given in answers.values()]
    found = figures(outcomes, contrasts.groups, contrasts.originals, replicates, seed)
    return {
        "schema": 1,
        "task": task.name,
        "rules": sorted({name for pair in contrasts.pairs if (name := made_by(pair))}),
        "pairs": len(contrasts.pairs),
        "originals": len(np.unique(contrasts.originals)),
        "items": len(questions),
        "bootstrap": {"replicates": replicates, "seed": seed, "confidence": 0.95, "clustered_by": "original"},
        "systems": {
            name: {group: _row(contrasts, group, found[group][s]) for group in contrasts.groups}
            for s, name in enumerate(systems)
        },
        "unparsed": {name: list(given.values()).count(UNPARSED) for name, given in answers.items()},
        "comparisons": _comparisons(contrasts, list(systems), outcomes, found),
    }


def _outcomes(contrasts: ContrastSet, answers: Mapping[str, str]) -> Outcomes:
    task = contrasts.task
    rows = []
    for pair in contrasts.pairs:
        first, second = (answers[question_hash(item)] for item in (pair.original, pair.modified))
        expected = expected_answers(pair, first, task)
        rows.append(
            (
                task.right(first, pair.original.accepted),
                task.right(second, pair.modified.accepted),
                first == second,
                task.right(second, expected),
                bool(expected),
            )
        )
    return Outcomes(*np.array(rows, bool).T)


def _row(contrasts: ContrastSet, group: str, figures: Mapping[str, Figure]) -> Evaluation:
    """The figures of one system on one group."""
    pairs = contrasts.groups[group]
    row: Evaluation = {
        name: {"value": figure.value, "interval": figure.interval} for name, figure in figures.items()
    }
    counted = figures["expected_change"].counted
    row["expected_change"] |= {"counted": counted, "left_out": len(pairs) - counted}
    return row | {"pairs": len(pairs), "originals": len(np.unique(contrasts.originals[pairs]))}


def _comparisons(
    contrasts: ContrastSet,
    names: Sequence[str],
    outcomes: Sequence[Outcomes],
    found: Mapping[str, Sequence[Mapping[str, Figure]]],
) -> list[Evaluation]:
    """Every two systems by Acc@Ctr on the same pairs, group by group, corrected for their number."""
    result: list[Evaluation] = []
    for group, pairs in contrasts.groups.items():
        for i, j in combinations(range(len(names)), 2):
            first, second = outcomes[i].modified_right[pairs], outcomes[j].modified_right[pairs]
            drawn = found[group][i]["acc_ctr"].replicates - found[group][j]["acc_ctr"].replicates
            spread = np.nanmin(drawn) < np.nanmax(drawn)  # without any, resampling says nothing
            result.append(
                {
                    "group": group,
                    "first": names[i],
                    "second": names[j],
                    "difference": float(first.mean() - second.mean()),
                    "interval": percentile_interval(drawn).tolist() if spread else None,
                    "mcnemar_p": mcnemar(int((first & ~second).sum()), int((~first & second).sum())),
                    "permutation_p": permutation_test(first.astype(int) - second, contrasts.originals[pairs]),
                }
            )
    for row, adjusted in zip(result, holm([row["permutation_p"] for row in result]), strict=True):
        row["adjusted_p"] = adjusted
    return result
