"""`py:package.module:name` and `py:file.py:name`: a system that is an object of the user's own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import msgspec

from zellig.errors import ZelligError
from zellig.files import sha256_of
from zellig.items import Item, Prediction
from zellig.own_objects import files_named, load_object, their_code
from zellig.performers import Evidence, Spec, System
from zellig.systems.options import split_options, task_and_labels

OPTIONAL = (
    "task",
    "labels",
    "probabilities",
    "gradients",
    "explain",
    "observe",
    "guessed",
    "refuse_two_texts",  # of a file of answers
    "trained_in",  # of a trained system
)

T = TypeVar("T")


class PythonSystem:
    """The user's object.

    What weights and modules it loads cannot be seen: only a version that its spec declares tells for sure
    when it answers otherwise.
    """

    def __init__(self, system: System, fingerprint: str) -> None:
        self._system = system
        self.fingerprint = fingerprint
        self.pinned = bool(system.spec.version)

    @property
    def spec(self) -> Spec:
        return self._system.spec

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """What the user's object says."""
        return self._call("predict", Prediction, items)

    def __getattr__(self, name: str) -> Any:
        """What else Zellig reads of a system; it is there if the user's object has it."""
        if name not in OPTIONAL:
            raise AttributeError(name)
        found = getattr(self._system, name)
        return partial(self._call, "explain", Evidence) if name == "explain" else found

    def _call(self, method: str, kind: type[T], items: Sequence[Item]) -> list[T]:
        with their_code(
            f"the system {self.spec.name!r} failed", f"Correct its {method}(items), and run again."
        ):
            found = getattr(self._system, method)(items)
        if not isinstance(found, list) or not all(isinstance(each, kind) for each in found):
            raise ZelligError(
                f"the system {self.spec.name!r} did not give a list of {kind.__name__}",
                remedy=f"{method}(items) gives a list with one {kind.__name__} for each item.",
            )
        return found


class PlainModelError(ZelligError):
    """An object that is no system; if it is a plain model, it is one as soon as its task is said."""


@contextmanager
def told_task(task: str) -> Iterator[None]:
    """Whoever does not say the task of a plain model meanwhile is told this one."""
    try:
        yield
    except PlainModelError as error:
        raise ZelligError(error.what, remedy=_say_task(task)) from None


def _say_task(task: str) -> str:
    return (
        f"Say the task of a plain model, with ?task={task} behind its name; or see docs/extend/system.md for "
        "what a system has."
    )


def load(name: str) -> PythonSystem:
    """The user's object as a system; a model that is none yet says its task: `py:model.py:model?task=nli`."""
    place, options = split_options(name, ("task", "labels"))
    found = load_object(place)
    system: System = _model(found, name, options) if options else found
    _refuse_no_system(system, place)
    code = "".join(map(sha256_of, files_named(place)))
    return PythonSystem(system, _fingerprint(name, system.spec, code))


def _model(found: object, name: str, options: Mapping[str, str]) -> System:
    from zellig.systems.objects import as_system  # which makes systems of this file's kind

    task, labels = task_and_labels(name, options)
    return as_system(found, task, labels=labels if "labels" in options else None)


def own_system(system: System) -> PythonSystem:
    """An object that somebody has in hand, as a system; nothing is known of where its code stands."""
    _refuse_no_system(system, type(system).__name__)
    return PythonSystem(system, "")


def _refuse_no_system(found: object, name: str) -> None:
    if not isinstance(getattr(found, "spec", None), Spec) or not hasattr(found, "predict"):
        what = f"{name!r} has no 'spec' of the class Spec, or no 'predict'"
        raise PlainModelError(what, remedy=_say_task("sentiment"))


def _fingerprint(name: str, spec: Spec, code: str) -> str:
    """Hash of what is known of an object: its name, what its spec says, the file its code stands in."""
    try:
        made_of = msgspec.json.encode([name, spec, code], order="sorted")
    except (TypeError, ValueError) as error:  # they may put any object into it
        raise ZelligError(
            f"the spec {spec.name!r} of {name!r} cannot be written into a run ({error})",
            remedy="Let its name be a text, and its params be texts, numbers, lists and dictionaries.",
        ) from None
    return hashlib.sha256(made_of).hexdigest()
