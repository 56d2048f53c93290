"""How systems do on a contrast set: by phenomenon, by kind of pair, and against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig.items import UNPARSED, Item, Pair
from zellig.measures.by_group import Figure, figures_by_group
from zellig.measures.comparing import Comparison, compare_groups
from zellig.measures.doubt import Doubt, doubts_about
from zellig.measures.intervals import Bootstrap
from zellig.measures.outcomes import Answers, Outcomes, judge
from zellig.oracle import answers_of, question_hash
from zellig.pairs.reading import no_pair
from zellig.performers import System
from zellig.tasks import Task
from zellig.transform.composition import JOIN
from zellig.transform.expectation import expected_answers, from_premise
from zellig.transform.label_rules import made_by

Ints = NDArray[np.integer]


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

    def aligned(self, answers: Mapping[str, str]) -> Answers:
        """Answers by the hash of the question, in the order of the pairs."""
        return Answers(
            [answers[question_hash(pair.original)] for pair in self.pairs],
            [answers[question_hash(pair.modified)] for pair in self.pairs],
        )

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


class FigureRow(msgspec.Struct, frozen=True):
    """A share with its interval; without a value where nothing counts."""

    value: float | None
    interval: tuple[float, float] | None


class GroupFigures(msgspec.Struct, frozen=True):
    """What one system does on one group of pairs; docs/concepts/break-and-pass.md tells the figures apart."""

    pairs: int
    originals: int
    accuracy_original: FigureRow
    accuracy_modified: FigureRow
    passed: FigureRow
    broken: FigureRow
    same_prediction: FigureRow
    expected_change: FigureRow
    expected_change_counted: int
    expected_change_left_out: int
    consistent_sets: FigureRow


class ContrastEvaluation(msgspec.Struct, frozen=True):
    """Every figure of systems on a contrast set; docs/reference/contrast.md explains the keys."""

    task: str
    rules: list[str]
    pairs: int
    originals: int
    items: int
    bootstrap: Bootstrap
    systems: dict[str, dict[str, GroupFigures]]  # by group
    unparsed: dict[str, int]
    comparisons: dict[str, dict[str, list[Comparison]]]  # by `passed` or `accuracy_modified`, and by group
    overlap: dict[str, int | None] = {}  # items that a system has learnt from, where that was looked at
    doubts: dict[str, Doubt] = {}  # by system: why this says nothing of what it reads
    schema: int = 2


def evaluate(
    contrasts: ContrastSet,
    systems: Mapping[str, System],
    *,
    overlap: Mapping[str, int | None] | None = None,
    replicates: int = 1000,
    seed: int = 2017,
    progress: Callable[[str, int, int], None] = lambda what, done, total: None,
) -> ContrastEvaluation:
    """Every figure of these systems. A system is asked once about every distinct item.

    `overlap` is noted beside the figures: how many items each has learnt from, where that was looked at.
    """
    if not contrasts.pairs:
        raise no_pair(None)
    task, questions = contrasts.task, contrasts.questions
    asked = list(questions.values())
    by_hash = {
        name: dict(zip(questions, answers_of(system, asked, task, progress), strict=True))
        for name, system in systems.items()
    }
    answers = {name: contrasts.aligned(given) for name, given in by_hash.items()}
    what = judge(contrasts.pairs, answers, task, expected_answers)
    found = figures_by_group(what, contrasts.groups, replicates, seed)
    return ContrastEvaluation(
        task=task.name,
        rules=sorted({name for pair in contrasts.pairs if (name := made_by(pair))}),
        pairs=what.pairs,
        originals=what.originals,
        items=len(questions),
        bootstrap=Bootstrap(replicates, seed),
        systems={
            name: {group: _row(what.of(rows), found[group][s]) for group, rows in contrasts.groups.items()}
            for s, name in enumerate(systems)
        },
        unparsed={name: list(given.values()).count(UNPARSED) for name, given in by_hash.items()},
        comparisons={
            figure: compare_groups(what, figure, hits, contrasts.groups, found, ALL)
            for figure, hits in (("passed", what.passed), ("accuracy_modified", what.right[:, 1]))
        },
        overlap=dict(overlap or {}),
        doubts=doubts_about(contrasts.pairs, what, task),
    )


def _row(what: Outcomes, figures: Mapping[str, Figure]) -> GroupFigures:
    """The figures of one system on one group."""
    counted = figures["expected_change"].counted
    rows = {name: FigureRow(figure.value, figure.interval) for name, figure in figures.items()}
    return GroupFigures(
        pairs=what.pairs,
        originals=what.originals,
        expected_change_counted=counted,
        expected_change_left_out=what.pairs - counted,
        **rows,
    )
