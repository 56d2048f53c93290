"""Who plays: names as the command line takes them, or objects in hand, which are handed over under a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from os import PathLike, fspath
from typing import Any, TypeAlias

from zellig import own_objects
from zellig.corpora import Corpus, with_mappings
from zellig.corpora.mapping import GivenMapping
from zellig.corpora.own_data import corpus_of
from zellig.corpora.specs import takes_mapping
from zellig.engine import Engine
from zellig.errors import ZelligError
from zellig.front.trained import TrainedBreaker, TrainedSystem
from zellig.items import Item
from zellig.performers import Spec, System
from zellig.systems.their_labels import Stated
from zellig.tasks import Task, get_task
from zellig.tasks.finding import name_of

Model: TypeAlias = Any  # a name, a system, a function, an estimator, a pipeline, (model, tokenizer)
Data: TypeAlias = Any  # a name or a path, a frame, a dataset, lists of texts and labels, items
Labels = Stated  # of a model: which answer of the task each of them is


class Players:
    """What was handed in, by the names under which games know it."""

    def __init__(self) -> None:
        self._objects: dict[str, object] = {}

    @contextmanager
    def here(self) -> Iterator[None]:
        """As long as this lasts, the objects can be asked by their names."""
        with own_objects.handed_over(self._objects):
            yield

    def refuse_elsewhere(self, engine: Engine) -> None:
        """Refuse an engine that would have to do without performers that only this process has."""
        performers = [key for key in self._objects if "/" in key]  # data are handed to workers as they are
        if performers and not engine.in_process:
            raise ZelligError(
                f"{performers[0].partition('/')[2]} is an object in hand, which plays in this process only",
                remedy="Leave workers and engine out, or name it (py:...).",
            )

    def corpora(
        self, data: Data, dev: Data, task: str | None, mapping: GivenMapping
    ) -> tuple[str, Corpus, str | None]:
        """The corpus to play on with its name, and the name of the one that is held out, if there is one.

        A mapping is for whichever of them is a table.
        """
        named = [fspath(each) if isinstance(each, PathLike) else each for each in (data, dev)]
        if all(isinstance(each, str | None) for each in named):
            named, mapping = list(with_mappings(mapping, named[0], named[1])), None
        of_each = [None if isinstance(each, str) and not takes_mapping(each) else mapping for each in named]
        spec, corpus = self.corpus(named[0], task, of_each[0])
        if named[1] is None:
            return spec, corpus, None
        return spec, corpus, self.corpus(named[1], task or corpus.task, of_each[1], "dev")[0]

    def corpus(
        self, data: Data, task: str | None, mapping: GivenMapping, role: str = "data"
    ) -> tuple[str, Corpus]:
        """A corpus, and the name it goes by."""
        given = fspath(data) if isinstance(data, PathLike) else data
        corpus = corpus_of(given, task=task, mapping=mapping, name=role)
        look_at(corpus)
        if corpus.spec.startswith(own_objects.HERE):
            return self._hand_over(role, "", corpus), corpus
        return corpus.spec, corpus

    def systems(
        self, model: Model, task: Task, labels: Labels | None, items: Callable[[], Sequence[Item]]
    ) -> list[str]:
        """The names of one model, or of all in a list or, by name, in a dictionary.

        A model in hand is asked about some of the items, so that what its labels mean is known and said.
        """
        if isinstance(model, Mapping):
            return [self.system(each, task, labels, items, name) for name, each in model.items()]
        models = model if isinstance(model, list) else [model]
        if not models:
            raise ZelligError("there is no system to ask", remedy="Give one, or a list of them.")
        return [self.system(each, task, labels, items) for each in models]

    def system(
        self,
        model: Model,
        task: Task,
        labels: Labels | None,
        items: Callable[[], Sequence[Item]],
        name: str | None = None,
    ) -> str:
        """The name of one model."""
        if isinstance(model, str | PathLike):
            if name is not None or labels:
                raise ZelligError(
                    f"{fspath(model)!r} has its own name and labels",
                    remedy="Give objects in a dictionary or with labels=, and names of systems in a list.",
                )
            return fspath(model)
        system = in_hand(model, task, labels, items, name)
        return self._hand_over("systems", system.spec.name, system)

    def breakers(self, breakers: Sequence[Any] | str | object) -> list[str]:
        """The names of breakers; one of them need not be in a list."""
        given = breakers if isinstance(breakers, list | tuple) else [breakers]
        if not given:
            raise ZelligError("there is no breaker", remedy="Give one, or a list of them.")
        return [self.performer("breakers", each) for each in given]

    def performer(self, role: str, performer: object) -> str:
        """The name of a breaker, a chooser, a curator."""
        if isinstance(performer, str | PathLike):
            return fspath(performer)
        if isinstance(performer, TrainedBreaker):
            performer = performer.breaker
        spec = getattr(performer, "spec", None)
        of_class: str = getattr(performer, "__name__", type(performer).__name__)
        return self._hand_over(role, spec.name if isinstance(spec, Spec) else of_class, performer)

    def _hand_over(self, role: str, name: str, each: object) -> str:
        key = f"{role}/{name}" if name else role
        if key in self._objects:
            raise ZelligError(f"there are two {role} called {name!r}", remedy="Give one another name.")
        self._objects[key] = each
        return own_objects.HERE + key


def look_at(corpus: Corpus) -> None:
    """Say what may mislead in somebody's own data, whatever they are for; that of known corpora is known."""
    if not corpus.reader.named:
        from zellig.language.data_check import warn_of_data  # who refuses a name need not wait for it

        with suppress(ZelligError):  # what cannot be read is refused by the job itself, where it needs it
            path = corpus.source.path
            warn_of_data(
                corpus, get_task(corpus.task), str(path or corpus.spec.removeprefix(own_objects.HERE))
            )


def task_name(task: str | PathLike[str] | None) -> str | None:
    """The name of a task, which may be given as its file."""
    return None if task is None else name_of(fspath(task))


def in_hand(
    model: Model,
    task: Task,
    labels: Labels | None,
    items: Callable[[], Sequence[Item]],
    name: str | None = None,
) -> System:
    """A model as a system; one that is none yet is asked about some of the items, to learn its labels."""
    from zellig.systems.label_check import sound_out  # who names systems need not wait for these
    from zellig.systems.objects import as_system

    if isinstance(model, TrainedSystem):
        model = model.system
    system = as_system(model, task, labels=labels, name=name)
    if system is not model and (some := items()):
        sound_out(system, some, task)
    return system
