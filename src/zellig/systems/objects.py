"""Any model as it is: what somebody has in hand in Python, as a system of a task.

A Zellig system, a function of texts, anything with `predict` (scikit-learn), a pipeline of transformers, or
a model of theirs with its tokenizer.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any

import msgspec

from zellig.errors import ZelligError
from zellig.items import UNPARSED, Item, Prediction
from zellig.own_objects import their_code
from zellig.performers import Evidence, MixedUpError, Spec, System
from zellig.store.run import file_name
from zellig.systems.declared import refuse_other_task
from zellig.systems.estimators import read_estimator
from zellig.systems.python import PythonSystem
from zellig.systems.said import ONE_BY_ONE, Said, read_answers
from zellig.systems.their_labels import Stated, TheirLabels
from zellig.systems.their_model import TheirModel
from zellig.systems.transformers_objects import is_network, is_of_transformers, read_transformers
from zellig.tasks import Task, get_task

KINDS = (
    "Give a function of a list of texts, an object with predict (as in scikit-learn), a text-classification "
    "pipeline of transformers, (model, tokenizer), or a Zellig system."
)

PREDICTS = ("predict", "predict_proba")  # methods of what can be handed over whole

# What a function says of its first parameter: one text or item at a time, or items as dictionaries.
_ONE = re.compile(r"[\w.]*?\b(?:str|dict|mapping)\b(?! *\|)", re.IGNORECASE)
_DICTS = re.compile(r"\b(?:dict|mapping)\b", re.IGNORECASE)


class ObjectSystem:
    """A model that somebody has in hand. Nothing is known of what it is made of, so it has no version."""

    def __init__(self, model: TheirModel, task: Task, labels: Stated | None, name: str) -> None:
        self._model, self._task = model, task
        self._labels = TheirLabels(task, name, model.classes, labels)
        self._lock = Lock()  # what its labels mean is found out once, also if several threads ask
        self._gave_probabilities = model.probabilities
        self.task = task.name
        self.spec = Spec(name, {"labels": self._labels.known()} if self._labels.answers else {})

    @property
    def labels(self) -> tuple[str, ...]:
        """The answers that it is known to give, in the task's order."""
        return tuple(each for each in self._task.labels if each in self._labels.answers.values())

    @property
    def guessed(self) -> bool:
        """Was the meaning of its labels taken from their order?"""
        return self._labels.guessed

    @property
    def probabilities(self) -> bool:
        """Do its predictions have them? Of a function this is known once it has answered something."""
        return self._gave_probabilities is True

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """What the model answers, in the task's words."""
        if not items:
            return []
        try:
            said = self._ask(items)
        except MixedUpError:
            raise
        except ZelligError:
            self._learn_one_by_one(items)
            raise
        with self._lock:
            answers = self._labels.read(said, items)
            if self._gave_probabilities is not False:
                self._gave_probabilities = all(each.shares for each in said)
        return [self._prediction(item, each, answers) for item, each in zip(items, said, strict=True)]

    def _ask(self, items: Sequence[Item]) -> list[Said]:
        return self._model.ask(items, self.spec.name, self._labels.columns)

    def _learn_one_by_one(self, items: Sequence[Item]) -> None:
        """Learn what the labels mean from the items that it does not fail on, if that is not known yet.

        Whoever asks a second time asks one by one, and of a single 0 nobody could tell what it means.
        """
        if self._labels.answers or len(items) == 1:
            return
        said: list[Said] = []
        answered: list[Item] = []
        for item in items:
            with suppress(ZelligError):  # why it fails is told by the failure on all of them
                said += self._ask([item])
                answered.append(item)
        with self._lock:
            self._labels.read(said, answered)

    def _prediction(self, item: Item, said: Said, answers: Mapping[str, str]) -> Prediction:
        """The answer; labels that mean the same are one, and their probabilities are added up."""
        if said.shares is None:
            return Prediction(item.id, answers.get(said.label or "", UNPARSED))
        order = self._task.labels or sorted(said.shares)
        summed = dict.fromkeys((each for each in order if each in answers.values()), 0.0)
        for label, share in said.shares.items():
            summed[answers[label]] += share
        probable = max(summed, key=lambda each: summed[each])
        answer = probable if said.label is None else answers.get(said.label, UNPARSED)
        return Prediction(item.id, answer, {each: min(1.0, round(summed[each], 6)) for each in summed})


class LinearSystem(ObjectSystem):
    """One that is linear in its words: their weights say why it answers as it does."""

    def explain(self, items: Sequence[Item]) -> list[Evidence]:
        """The weights of the words for the answer to each item."""
        if not items or self._model.weights is None:
            return []
        found = zip(items, self.predict(items), self._model.weights(items), strict=True)
        return [Evidence(item.id, each.answer, "weights", spans) for item, each, spans in found]


def as_system(
    model: object, task: Task | str, *, labels: Stated | None = None, name: str | None = None
) -> System:
    """A model that is in hand, as a system that answers items of the task.

    `labels` says what its labels mean, `{"LABEL_0": "negative", ...}`, or the answer of each class in their
    order; without it that is understood and said, or refused. Refuses what is no model of texts.
    """
    task = get_task(task) if isinstance(task, str) else task
    if inspect.ismethod(model) and model.__name__ in PREDICTS and hasattr(model.__self__, PREDICTS[0]):
        model = model.__self__
    if hasattr(model, "spec") and hasattr(model, "predict") and not isinstance(model, type):
        return _as_it_is(model, task, labels, name)
    found = _recognised(model, task, labels is not None)
    known_as = file_name(str(name)) if name is not None else _fit_for_a_file(found.name)
    return (LinearSystem if found.weights else ObjectSystem)(found, task, labels, known_as)


def _recognised(model: Any, task: Task, columns_known: bool) -> TheirModel:
    if isinstance(model, type):
        raise ZelligError(
            f"{model.__name__} is a class, and not a model yet",
            remedy=f"Give an object of it, as {model.__name__}(...) makes one.",
        )
    if isinstance(model, str):
        raise ZelligError(
            f"{model[:80]!r} is a text, and a model was expected",
            remedy="Load a system that has a name: zellig.systems.load_system(name).",
        )
    if is_of_transformers(model):
        return read_transformers(model, task)
    if callable(getattr(model, "predict", None)):
        return read_estimator(model, task, columns_known)
    if is_network(model):
        raise ZelligError(
            f"the network {type(model).__name__} reads numbers, not texts",
            remedy="Give (model, tokenizer) of transformers, or a function of texts that uses it.",
        )
    if callable(model):
        return _function(model, task)
    raise ZelligError(f"an object of the class {type(model).__name__} is not a model", remedy=KINDS)


def _as_it_is(system: Any, task: Task, labels: Stated | None, name: str | None) -> System:
    if not isinstance(system.spec, Spec) or not callable(system.predict):
        raise ZelligError(
            f"the 'spec' of the {type(system).__name__} is not of the class zellig.performers.Spec",
            remedy="A system has a `spec` and a method `predict(items)`; see docs/extend/system.md.",
        )
    refuse_other_task(None, system, task)  # its name is none of a folder
    if labels is not None:
        raise ZelligError(
            f"{system.spec.name!r} is a Zellig system, which answers in the task's labels",
            remedy="Leave labels= out.",
        )
    found: System = system
    return found if name in (None, system.spec.name) else _Renamed(found, file_name(str(name)))


class _Renamed(PythonSystem):
    """A system under another name."""

    def __init__(self, system: System, name: str) -> None:
        super().__init__(system, "")
        self._spec = msgspec.structs.replace(system.spec, name=name)

    @property
    def spec(self) -> Spec:
        return self._spec


# --- functions


def _function(function: Callable[..., object], task: Task) -> TheirModel:
    """A function of a list of texts if the task has one field, and of a list of dictionaries otherwise.

    By the annotation of its first parameter it may ask for dictionaries (`list[dict]`), or for one text or
    one dictionary at a time (`str`, `dict`).
    """
    if inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(type(function).__call__):
        raise ZelligError(
            f"the model {_called(function)!r} is an asynchronous function",
            remedy="Give one that returns its answers when it is called.",
        )
    annotation = _first_annotation(function)
    dicts = len(task.fields) > 1 or bool(_DICTS.search(annotation))
    one = bool(_ONE.match(annotation))

    def ask(items: Sequence[Item], name: str, columns: Sequence[str]) -> list[Said]:
        given: list[Any] = [
            dict(item.fields) if dicts else item.fields.get(task.fields[0], "") for item in items
        ]
        handed = "dictionary of fields" if dicts else "text"
        remedy = (
            f"It is handed one {handed} at a time: check it with one of yours."
            if one
            else f"It is handed a list with a {handed} for each item. {ONE_BY_ONE}"
        )
        with their_code(f"the model {name!r} failed", remedy):
            answers = [function(each) for each in given] if one else function(given)
            return read_answers(answers, items, name, columns)

    return TheirModel(_called(function), ask)


def _first_annotation(function: Callable[..., object]) -> str:
    try:
        first = next(iter(inspect.signature(function).parameters.values()), None)
    except (TypeError, ValueError):  # built-in functions need not say what they take
        return ""
    if first is None or first.annotation is inspect.Parameter.empty:
        return ""
    return (
        first.annotation if isinstance(first.annotation, str) else inspect.formatannotation(first.annotation)
    )


def _called(function: Any) -> str:
    """The name of a function, of the class whose method it is, or of what it was made from."""
    while isinstance(function, functools.partial):
        function = function.func
    if inspect.ismethod(function):
        return type(function.__self__).__name__
    return str(getattr(function, "__name__", type(function).__name__))


def _fit_for_a_file(name: str) -> str:
    """A name that nobody chose, without what cannot be in the name of a file."""
    return re.sub(r"^\W+|[^\w .+-]+", "", name)[:100].strip() or "model"
