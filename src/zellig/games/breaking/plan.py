"""Who plays, on what, and what breakers may see and spend; what cannot be played is refused here."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from zellig.checks.validity import require_models
from zellig.checks.waivers import waivers_of
from zellig.corpora import open_corpus, overlap
from zellig.corpora.as_written import as_written
from zellig.corpora.contradictions import tell_contradictions
from zellig.doors import option
from zellig.engine import once
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.own_objects import HERE
from zellig.pairs.reading import same_task
from zellig.performers import Breaker, Capability, See, System, capabilities
from zellig.store.run import file_name
from zellig.systems.loading import load_system
from zellig.systems.python import told_task
from zellig.tasks import Task
from zellig.tasks.finding import name_of

SEEN: tuple[See, ...] = ("nothing", "originals", "queries")  # who may see one may see what is before it, too

_NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Plan:
    """What a run is to be."""

    task: str
    corpus: str
    systems: tuple[str, ...]
    breakers: tuple[str, ...]
    limit: int | None = None  # items at most
    budget: int = 500  # questions about one item
    see: See = "queries"
    strict: bool = False
    seed: int = 2017
    allow_overlap: bool = False
    models: bool = False  # a language model and an encoder help to tell valid pairs
    fresh: bool = False  # what earlier runs were answered does not count
    domain: str | None = None  # what the texts are about; None: what the task says, or the texts show
    dev: str | None = None  # a corpus that no breaker touches: accuracies on it weigh the breakers' scores

    def __post_init__(self) -> None:
        object.__setattr__(self, "task", name_of(self.task))  # it may be given as a file


def loaded_system(spec: str) -> System:
    """A system by what the user typed, loaded once a run; under the name of an object in hand there may
    be another one next time."""
    return load_system(spec) if spec.startswith(HERE) else once(load_system, spec)


def named_systems(
    specs: Sequence[str], known: Mapping[str, str] = _NONE, task: str | None = None
) -> dict[str, str]:
    """What the user typed by the name it goes by: that of the folder, or that in an adapter's spec.

    One whose name is `known` need not be there. Who does not say the task of a plain model is told it.
    """
    found: dict[str, str] = {}
    for spec in specs:
        with nullcontext() if task is None else told_task(task):
            name = known.get(spec) or file_name(_name_of(spec))
        if name in found:
            raise ZelligError(f"there are two systems named {name!r}", remedy="Rename one of them.")
        found[name] = spec
    return found


def _name_of(spec: str) -> str:
    trained = os.path.isdir(spec)  # Path.is_dir fails on a long adapter spec
    return (Path(spec).name or Path(spec).resolve().name) if trained else loaded_system(spec).spec.name


def refuse_unplayable(plan: Plan, breakers: Mapping[str, Breaker], systems: Mapping[str, str]) -> None:
    """Refuse breakers that may not see what they need, need what a system cannot do or waive what cannot be
    waived, and missing extras."""
    for name, breaker in breakers.items():
        _may_see(name, breaker, plan.see)
        _can_break(name, breaker, systems)
        waivers_of(breaker)
    if plan.models:
        require_models()


def _may_see(name: str, breaker: Breaker, see: See) -> None:
    if SEEN.index(breaker.see) > SEEN.index(see):
        raise ZelligError(
            f"{name} needs to see {breaker.see}, and may see {see}",
            remedy=f"Say {option('see', breaker.see)}, or leave it out.",
        )


def _can_break(name: str, breaker: Breaker, systems: Mapping[str, str]) -> None:
    """Refuses a breaker that needs what a system cannot do (`needs` is optional)."""
    needs: frozenset[Capability] = getattr(breaker, "needs", frozenset())
    for system, spec in systems.items():
        missing = needs - capabilities(loaded_system(spec))
        if missing:
            raise ZelligError(
                f"{name} needs what {system} cannot do: {', '.join(sorted(missing))}",
                remedy="Leave one of the two out; `zellig systems show` lists what a system can do.",
            )


def originals_of(plan: Plan, task: Task) -> list[Item]:
    """The items that breakers are to change; refuses a corpus in which none has an answer."""
    items = _items(plan.corpus, task, plan.limit)
    if not any(item.accepted for item in items):
        raise open_corpus(plan.corpus, task=task.name).no_answers()
    tell_contradictions(items, task)
    return items


def dev_items_of(plan: Plan, task: Task, originals: Sequence[Item]) -> list[Item]:
    """The development items, none of them an original; none at all if the plan has none."""
    if plan.dev is None:
        return []
    items = [item for item in _items(plan.dev, task) if item.accepted]
    if shared := overlap(originals, items, task).ids:
        raise ZelligError(
            f"{len(shared)} of the {len(items)} development items are among those to be broken, "
            f"e.g. {', '.join(shared[:3])}",
            remedy=f"Choose another split for {option('dev')}: breakers must not touch these items.",
        )
    return items


def _items(spec: str, task: Task, limit: int | None = None) -> list[Item]:
    corpus = open_corpus(spec, task=task.name)
    same_task(corpus.task, task, spec)
    items = list(corpus.first(limit))
    if not items:
        raise ZelligError(f"{as_written(spec)} holds no item", remedy="Choose another corpus.")
    _refuse_shared_ids(items)
    return items


def _refuse_shared_ids(items: Sequence[Item]) -> None:
    """Answers and pairs go by the id of the item: two texts with one id would be taken for each other."""
    known: dict[str, Item] = {}
    for item in items:
        if known.setdefault(item.id, item).fields != item.fields:
            raise ZelligError(
                f"two different texts have the id {item.id!r}",
                remedy="Give every text an id of its own, or leave the ids out: rows are then numbered.",
            )
