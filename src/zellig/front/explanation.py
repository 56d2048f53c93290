"""Why a system answers as it does: `zellig explain`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zellig.corpora import open_corpus
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.front.players import look_at
from zellig.items import Item
from zellig.oracle import Progress
from zellig.pairs.reading import same_task
from zellig.performers import Evidence, System
from zellig.systems.checking import task_of
from zellig.systems.declared import declared_task, refuse_other_task
from zellig.systems.explanation import explain, question
from zellig.systems.loading import load_system
from zellig.tasks import Task, get_task


@dataclass(frozen=True)
class Explained:
    """An item, and what speaks for and against the answer to it."""

    item: Item
    evidence: Evidence


def explain_answers(
    system: str,
    *,
    text: str | None = None,
    fields: Mapping[str, str] | None = None,
    corpus: str | None = None,
    mapping: str | None = None,
    limit: int = 5,
    task: str | None = None,
    method: str | None = None,
    progress: Progress = lambda what, done, total: None,
) -> list[Explained]:
    """Which words speak for a system's answers: to a text, to the fields of an item, or to the first items of
    a corpus."""
    if (text is not None) + bool(fields) + (corpus is not None) != 1:
        ways = f"Give {option('text')}, or {option('fields')} for each field, or {option('corpus')}."
        raise ZelligError("say what to explain, in one way only", remedy=ways)
    loaded = load_system(system)
    if corpus is not None:
        items, about = _first(corpus, limit, task or declared_task(system, loaded), mapping)
        if task:
            same_task(about.name, get_task(task), corpus)
    else:
        about = task_of(system, loaded, task)
        items = [question(about, fields or _only_field(about, text or ""))]
    refuse_other_task(system, loaded, about)
    return _explained(loaded, items, method, progress)


def _explained(system: System, items: Sequence[Item], method: str | None, told: Progress) -> list[Explained]:
    found = explain(system, items, method and method.replace("-", " "), told)
    return [Explained(item, evidence) for item, evidence in zip(items, found, strict=True)]


def _only_field(task: Task, text: str) -> dict[str, str]:
    if len(task.fields) != 1:
        raise ZelligError(
            f"an item of {task.name} has the fields {', '.join(task.fields)}",
            remedy=f"Give each of them with {option('fields')}.",
        )
    return {task.fields[0]: text}


def _first(name: str, count: int, task: str | None, mapping: str | None) -> tuple[list[Item], Task]:
    """The first items of a corpus, and what they are of."""
    corpus = open_corpus(name, mapping, task)
    look_at(corpus)
    items = list(corpus.first(count))
    if not items:
        raise ZelligError(f"{name} has no items", remedy="Choose another corpus.")
    return items, get_task(corpus.task)
