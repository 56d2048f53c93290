"""`py:package.module:name` and `py:file.py:name`: a system that is an object of the user's own."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from zellig.errors import ZelligError
from zellig.files import opened
from zellig.items import Item, Prediction
from zellig.own_objects import files_named, load_object
from zellig.performers import Evidence, Spec, System

OPTIONAL = ("task", "labels", "probabilities", "gradients", "explain", "observe")

T = TypeVar("T")


class PythonSystem:
    """The user's object, with a fingerprint of the file its code stands in."""

    def __init__(self, system: System, fingerprint: str) -> None:
        self._system = system
        self.fingerprint = fingerprint

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
        try:
            found = getattr(self._system, method)(items)
        except Exception as error:  # their code may raise anything
            raise ZelligError(
                f"the system {self.spec.name!r} failed ({type(error).__name__}: {error})",
                remedy=f"Mend its {method}(items), and run again.",
            ) from error
        if not isinstance(found, list) or not all(isinstance(each, kind) for each in found):
            raise ZelligError(
                f"the system {self.spec.name!r} gave something else than a list of {kind.__name__}",
                remedy=f"{method}(items) gives a list with one {kind.__name__} for each item.",
            )
        return found


def load(name: str) -> PythonSystem:
    """The user's object as a system."""
    system: System = load_object(name)
    if not isinstance(getattr(system, "spec", None), Spec) or not hasattr(system, "predict"):
        raise ZelligError(
            f"{name!r} has no 'spec' of the class Spec, or no 'predict'",
            remedy="A system has a `spec` and a method `predict(items)`; see docs/systems.md.",
        )
    files = files_named(name)
    return PythonSystem(system, _fingerprint(files[0]) if files else "")


def _fingerprint(path: Path) -> str:
    with opened(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
