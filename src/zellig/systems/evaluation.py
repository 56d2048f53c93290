"""How good systems are on a corpus: accuracy and F1 with intervals, and paired comparisons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, islice
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig.corpora import Corpus
from zellig.corpora.contradictions import tell_contradictions
from zellig.doors import option
from zellig.engine import IN_PROCESS, Engine
from zellig.errors import ZelligError
from zellig.items import UNPARSED, Item
from zellig.measures import f1
from zellig.measures.comparing import Comparison, Contenders, compare, spread
from zellig.measures.doubt import Doubt, doubt_about
from zellig.measures.intervals import Block, bootstrap_sums, share_interval
from zellig.measures.outcomes import Ints, Judged, judge_items, number_texts
from zellig.measures.significance import sampled_permutation_test
from zellig.notices import warn
from zellig.oracle import Oracle
from zellig.own_objects import called
from zellig.performers import System
from zellig.systems.asking import ask_in_batches, try_systems
from zellig.systems.card import training_keys
from zellig.systems.declared import is_trained, refuse_other_task, training_folder
from zellig.systems.doubt_words import warn_of_doubt
from zellig.systems.loading import load_system_for
from zellig.systems.predictions_file import PredictionsFile
from zellig.systems.python import own_system
from zellig.systems.training import Progress
from zellig.tasks import Task, get_task
from zellig.texts import key64

Floats = NDArray[np.float64]
Interval = tuple[float, float]


class SystemFigures(msgspec.Struct, frozen=True, omit_defaults=True):
    """How good one system is."""

    accuracy: float
    interval: Interval
    f1: float | None  # weighted over labels, or of characters of a span; None: there are not two gold labels
    overlap: int | None  # items that it has learnt from; None for systems that do not say
    unparsed: int
    f1_macro: float | None = None
    doubt: Doubt | None = None  # why this says nothing of what it reads


class CreditComparison(msgspec.Struct, frozen=True):
    """Two systems by partial credit, where the task gives some."""

    first: str
    second: str
    difference: float
    interval: Interval | None
    permutation_p: float


class Evaluation(msgspec.Struct, frozen=True):
    """Every number about some systems on a corpus; docs/reference/systems.md explains the keys."""

    task: str
    corpus: str
    items: int
    systems: dict[str, SystemFigures]
    comparisons: list[Comparison]
    credit_comparisons: list[CreditComparison]
    warnings: list[str] = []  # what was said that may mislead
    schema: int = 2


def evaluate(
    names: Sequence[str],
    corpus: Corpus,
    *,
    limit: int | None = None,
    allow_overlap: bool = False,
    replicates: int = 1000,
    seed: int = 2017,
    engine: Engine = IN_PROCESS,
    progress: Progress = lambda what, done, total: None,
) -> Evaluation:
    """Every number about these systems on the items of a corpus that have an answer."""
    task = get_task(corpus.task)
    items = list(islice((item for item in corpus if item.accepted), limit))
    if not items:
        raise corpus.no_answers()
    tell_contradictions(items, task)
    systems = admit_all(names, items, task, allow_overlap=allow_overlap)
    answers = _answers(names, systems, items, task, engine, progress)
    judged = judge_items(items, list(answers.values()), task)
    texts = number_texts(items, task)
    block = Block(texts, np.column_stack([np.ones(len(items)), *judged.right, *judged.credit]))
    (drawn,) = bootstrap_sums([block], int(texts.max()) + 1, replicates, seed)
    shares, credits = np.split(drawn[:, 1:] / drawn[:, :1], 2, axis=1)
    found = {}
    for s, name in enumerate(systems):
        doubt = doubt_about(items, answers[name], task)
        warn_of_doubt(doubt, name, task)
        found[name] = SystemFigures(
            float(judged.right[s].mean()),
            share_interval(judged.right[s], 1, texts),
            _f1(task, judged, s),
            systems[name].overlap,
            answers[name].count(UNPARSED),
            _f1(task, judged, s, macro=True) if task.labels else None,
            doubt,
        )
    compared = Contenders(judged.right, texts, shares)
    return Evaluation(
        task=task.name,
        corpus=corpus.spec,
        items=len(items),
        systems=found,
        comparisons=compare(list(systems), {"all": compared})["all"],
        credit_comparisons=_by_credit(list(systems), judged, credits, texts, seed),
    )


def _answers(
    names: Sequence[str],
    systems: Mapping[str, Admitted],
    items: Sequence[Item],
    task: Task,
    engine: Engine,
    progress: Progress,
) -> dict[str, list[str]]:
    """By system its answers in the task's spelling."""
    asked = {name: systems[called(name)].system for name in names}
    try_systems(engine, asked)
    answers: dict[str, list[str]] = {}
    for name, system in asked.items():
        given = answers[called(name)] = []
        oracle = Oracle(system, "")
        for some in ask_in_batches(engine, name, oracle, items, task):
            given += [task.given(prediction.answer) for prediction in some]
            progress(f"{system.spec.name} answers", len(given), len(items))
    return answers


class Admitted(NamedTuple):
    """A system that may be asked, and how many of the items it has learnt from, if it says so."""

    system: System
    overlap: int | None


def admit(given: str | System, items: Sequence[Item], task: Task, *, allow_overlap: bool) -> Admitted:
    """A system, loaded by its name or in hand; refuses one whose answers to these items would say nothing
    about it."""
    name = given if isinstance(given, str) else None
    system = load_system_for(task, given) if isinstance(given, str) else own_system(given)
    if name is None:
        refuse_other_task(None, system, task)
    refuse_two_texts(system, items)
    folder = training_folder(system, name)
    return Admitted(system, training_overlap(folder, items, task, allow=allow_overlap))


def admit_all(
    names: Sequence[str], items: Sequence[Item], task: Task, *, allow_overlap: bool
) -> dict[str, Admitted]:
    """Systems by what the user calls them; refuses two of one name."""
    found: dict[str, Admitted] = {}
    for name in names:
        if called(name) in found:
            raise ZelligError(f"there are two systems named {called(name)!r}", remedy="Rename one of them.")
        found[called(name)] = admit(name, items, task, allow_overlap=allow_overlap)
    return found


def refuse_two_texts(system: System, items: Iterable[Item]) -> None:
    """Refuse a system that answers by id where one id has two texts."""
    refuse = getattr(system, PredictionsFile.refuse_two_texts.__name__, None)  # it may be wrapped
    if refuse is not None:
        refuse(items)


def training_overlap(folder: Path | None, items: Sequence[Item], task: Task, *, allow: bool) -> int | None:
    """How many of the items a trained system has learnt from; None for systems that do not say.

    Refuses any unless it is allowed.
    """
    if folder is None or not is_trained(folder):
        return None
    keys = np.array([key64(task.text(item)) for item in items], dtype=np.uint64)
    shared = np.isin(keys, training_keys(folder))
    if shared.any() and not allow:
        examples = ", ".join(items[place].id for place in np.flatnonzero(shared)[:3])
        raise ZelligError(
            f"{shared.sum()} of {len(items)} items are texts that {folder} was trained on, e.g. {examples}",
            remedy=f"Choose another corpus, or say {option('allow_overlap', True)}.",
        )
    if shared.any():
        warn(f"{folder} was trained on {shared.sum()} of the {len(items)} items: it may know them by heart")
    return int(shared.sum())


def _f1(task: Task, judged: Judged, system: int, *, macro: bool = False) -> float | None:
    """Weighted or macro F1 over labels, if there are two; mean character F1 where answers are spans."""
    if not task.labels:
        return float(judged.credit[system].mean())
    counts = f1.count(judged.gold, judged.answers[system], len(task.labels))
    if np.count_nonzero(counts.gold) < 2:  # whoever always gives the one label would have the best
        return None
    return float(f1.macro(counts) if macro else f1.weighted(counts))


def _by_credit(
    names: Sequence[str], judged: Judged, drawn: Floats, texts: Ints, seed: int
) -> list[CreditComparison]:
    """Every two systems on the same items, where an answer can be right in part."""
    if (judged.credit == judged.right).all():
        return []
    return [
        CreditComparison(
            names[i],
            names[j],
            float(judged.credit[i].mean() - judged.credit[j].mean()),
            spread(drawn[:, i] - drawn[:, j]),
            sampled_permutation_test(judged.credit[i] - judged.credit[j], texts, seed),
        )
        for i, j in combinations(range(len(names)), 2)
    ]
