"""Why a system answers as it does: `zellig explain`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Literal

from msgspec.structs import asdict

from zellig.corpora.mapping import GivenMapping
from zellig.corpora.specs import takes_mapping
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.front.options import checked
from zellig.front.players import Data, Labels, Model, Players, task_name
from zellig.front.saying import saying
from zellig.front.trained import TrainedSystem
from zellig.items import Item
from zellig.oracle import Progress
from zellig.performers import Evidence, Spec, System
from zellig.systems import explanation
from zellig.systems.declared import declared_task, refuse_other_task
from zellig.systems.explanation import question
from zellig.systems.loading import load_system
from zellig.tasks import Task, get_task

if TYPE_CHECKING:
    from zellig.front.frames import Table

Way = Literal["weights", "integrated-gradients", "matches", "occlusion"]

# What a table says of a stretch; an answer may have no value of a kind.
_OF_STRETCH: dict[Any, type] = {
    "field": str,
    "source": str,
    "score": float,
    "start": int,
    "end": int,
    "words": str,
    "weight": float,
}


@dataclass(frozen=True)
class Explained:
    """Items, and what speaks for and against the answer to each."""

    items: Sequence[Item]
    evidence: Sequence[Evidence]
    said: tuple[str, ...]

    def table(self) -> Table:
        """One row a stretch of an item's text, with its weight: more than 0 speaks for the answer.

        A stretch that matches in a source has the `source` and its score in place of a field and a weight;
        an answer that nothing speaks for has one row without a stretch.
        """
        from zellig.front.frames import Table, rows_to_table

        nothing = dict.fromkeys(_OF_STRETCH)
        table = rows_to_table(
            {"id": item.id, "answer": each.answer, "method": each.method, **nothing, **stretch}
            for item, each in zip(self.items, self.evidence, strict=True)
            for stretch in [*_stretches(item, each)] or [nothing]
        )
        return Table(table.cast(_OF_STRETCH))

    def __repr__(self) -> str:
        return f"{len(self.items):,} answers with what speaks for them"


def _stretches(item: Item, evidence: Evidence) -> Iterator[dict[str, object]]:
    for span in evidence.spans:
        words = item.fields[span.field][span.start : span.end]
        yield {**asdict(span), "words": words}
    for source in evidence.sources:
        found = {"source": source.origin, "score": source.score}
        for start, end in source.matches:
            yield {**found, "start": start, "end": end, "words": source.text[start:end]}
        if not source.matches:
            yield found


@checked(method=Way)
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
    method: Way | None = None,
    progress: Progress = lambda what, done, total: None,
) -> Explained:
    """Which words speak for a model's answers: to a text, to the fields of an item, or to the first items of
    some data.

    The model and the data are as for `break_systems`. `method` is one of weights, integrated-gradients,
    matches and occlusion; without it, it is the system's own, or occlusion. A `mapping` is for data alone.
    """
    if (text is not None) + bool(fields) + (data is not None) != 1:
        ways = f"Give {option('text')}, or {option('fields')} for each field, or {option('data')}."
        raise ZelligError("say what to explain, in one way only", remedy=ways)
    if mapping is not None and data is None:
        raise ZelligError(
            "a text has no columns", remedy=f"Leave {option('mapping')} out; it is for {option('data')}."
        )
    players, wanted = Players(), task_name(task)
    with saying() as said:
        named = fspath(model) if isinstance(model, str | PathLike) else None
        known = _known(model) if named is None else load_system(named)
        declared = None if known is None else declared_task(named, known)
        if data is not None:
            tells = isinstance(data, str) and not takes_mapping(data)  # its task, as a table need not
            spec, corpus = players.corpus(data, wanted or (None if tells else declared), mapping)
            about, items = get_task(corpus.task), list(corpus.first(limit))
            if not items:
                raise ZelligError(f"{spec} has no items", remedy="Choose another corpus.")
        else:
            about = _told_task(wanted or declared)
            items = [question(about, fields or _only_field(about, text or ""))]
        name = players.system(model, about, labels, lambda: items)
        with players.here():
            system = load_system(name) if named is None or known is None else known
            refuse_other_task(name, system, about)
            found = explanation.explain(system, items, method and method.replace("-", " "), progress)
    return Explained(items, found, tuple(said))


def _known(model: Model) -> System | None:
    """A model in hand as the system that it is; None if it is none yet, which does not say its task."""
    if isinstance(model, TrainedSystem):
        return model.system
    return model if isinstance(getattr(model, "spec", None), Spec) else None


def _told_task(wanted: str | None) -> Task:
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
