"""Why a system answers as it does: `zellig explain`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING

from zellig.corpora.mapping import GivenMapping
from zellig.corpora.specs import takes_mapping
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.front.options import checked
from zellig.front.players import Data, Labels, Model, Players, task_name
from zellig.front.saying import saying
from zellig.items import Item
from zellig.oracle import Progress
from zellig.performers import Evidence, System
from zellig.systems import explanation
from zellig.systems.checking import task_of
from zellig.systems.declared import declared_task, refuse_other_task
from zellig.systems.explanation import question
from zellig.systems.loading import load_system
from zellig.tasks import Task, get_task

if TYPE_CHECKING:
    from zellig.front.frames import Table


@dataclass(frozen=True)
class Explained:
    """Items, and what speaks for and against the answer to each."""

    items: Sequence[Item]
    evidence: Sequence[Evidence]
    said: tuple[str, ...]

    def table(self) -> Table:
        """One row a stretch of text, with its weight: more than 0 speaks for the answer."""
        from zellig.front.frames import rows_to_table

        return rows_to_table(
            {
                "id": item.id,
                "answer": each.answer,
                "method": each.method,
                "field": span.field,
                "start": span.start,
                "end": span.end,
                "words": item.fields[span.field][span.start : span.end],
                "weight": span.weight,
            }
            for item, each in zip(self.items, self.evidence, strict=True)
            for span in each.spans
        )

    def __repr__(self) -> str:
        return f"{len(self.items):,} answers with what speaks for them"


@checked()
def explain(
    model: Model,
    *,
    text: str | None = None,
    fields: Mapping[str, str] | None = None,
    data: Data = None,
    task: str | PathLike[str] | None = None,
    labels: Labels | None = None,
    mapping: GivenMapping = None,
    limit: int = 5,
    method: str | None = None,
    progress: Progress = lambda what, done, total: None,
) -> Explained:
    """Which words speak for a model's answers: to a text, to the fields of an item, or to the first items of
    some data.

    The model and the data are as for `break_systems`. `method` is one of weights, integrated-gradients and
    occlusion; without it, it is the system's own, or occlusion.
    """
    if (text is not None) + bool(fields) + (data is not None) != 1:
        ways = f"Give {option('text')}, or {option('fields')} for each field, or {option('data')}."
        raise ZelligError("say what to explain, in one way only", remedy=ways)
    players, wanted = Players(), task_name(task)
    with saying() as said:
        known = load_system(model) if isinstance(model, str) else None
        if data is not None:
            tells = isinstance(data, str) and not takes_mapping(data)  # its task, as a table need not
            declared = None if tells or known is None else declared_task(model, known)
            spec, corpus = players.corpus(data, wanted or declared, mapping)
            about, items = get_task(corpus.task), list(corpus.first(limit))
            if not items:
                raise ZelligError(f"{spec} has no items", remedy="Choose another corpus.")
        else:
            about = _task_of(model, known, wanted)
            items = [question(about, fields or _only_field(about, text or ""))]
        name = players.system(model, about, labels, lambda: items)
        with players.here():
            system = known or load_system(name)
            refuse_other_task(name, system, about)
            found = explanation.explain(system, items, method and method.replace("-", " "), progress)
    return Explained(items, found, tuple(said))


def _task_of(model: Model, known: System | None, wanted: str | None) -> Task:
    if known is not None:
        return task_of(str(model), known, wanted)
    if wanted is None:
        raise ZelligError("nothing tells what the task is", remedy=f"Give it with {option('task')}.")
    return get_task(wanted)


def _only_field(task: Task, text: str) -> dict[str, str]:
    if len(task.fields) != 1:
        raise ZelligError(
            f"an item of {task.name} has the fields {', '.join(task.fields)}",
            remedy=f"Give each of them with {option('fields')}.",
        )
    return {task.fields[0]: text}
