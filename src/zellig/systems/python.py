"""`py:package.module:object`: a system that is the user's own Python object, or a class of one."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, TypeVar

from zellig.errors import ZelligError
from zellig.files import opened
from zellig.items import Item, Prediction
from zellig.performers import Evidence, Spec, System

PREFIX = "py:"
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
        except (Exception, SystemExit) as error:  # their code may raise anything
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


def load_object(name: str) -> Any:
    """Import the module of `package.module:object` and take the object; a class is called without arguments.

    The user's own file may be in the current folder.
    """
    module_name, _, attribute = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        found = getattr(importlib.import_module(module_name), attribute)
        return found() if isinstance(found, type) else found
    except (Exception, SystemExit) as error:  # their code may raise anything
        raise ZelligError(
            f"'{PREFIX}{name}' could not be loaded ({type(error).__name__}: {error})",
            remedy="Give py:package.module:object.",
        ) from error


def load(name: str) -> PythonSystem:
    """The user's object as a system."""
    system = load_object(name.removeprefix(PREFIX))
    origin = importlib.util.find_spec(name.removeprefix(PREFIX).partition(":")[0])
    _refuse_no_system(system, name)
    return PythonSystem(system, _fingerprint(Path(origin.origin)) if origin and origin.origin else "")


def own_system(system: System) -> PythonSystem:
    """An object that somebody has in hand, as a system; nothing is known of where its code stands."""
    _refuse_no_system(system, type(system).__name__)
    return PythonSystem(system, "")


def _refuse_no_system(found: object, name: str) -> None:
    if not isinstance(getattr(found, "spec", None), Spec) or not hasattr(found, "predict"):
        raise ZelligError(
            f"{name!r} has no 'spec' of the class Spec, or no 'predict'",
            remedy="A system has a `spec` and a method `predict(items)`; see docs/systems.md.",
        )


def files_named(name: str) -> list[Path]:
    """The file of the module, found without running any of its code."""
    places: Iterable[str] = ["", *sys.path]  # as `load_object` looks for it
    module, spec = "", None
    for part in name.removeprefix(PREFIX).partition(":")[0].split("."):
        module = f"{module}.{part}".removeprefix(".")
        spec = PathFinder.find_spec(module, list(places))
        places = (spec and spec.submodule_search_locations) or []
    return [Path(spec.origin)] if spec and spec.origin else []


def _fingerprint(path: Path) -> str:
    with opened(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
