"""Objects of the user's own, whatever they play: `py:package.module:name`, `py:file.py:name`, `here:name`.

The last is an object that is in hand in this process, and was handed over under that name.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.machinery import PathFinder
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from zellig.errors import ZelligError

PREFIX = "py:"
HERE = "here:"
PLACES = "py:package.module:name or py:file.py:name"
LONGEST = 300  # characters of what somebody else's code says about its fault
NO_PARAMS: Mapping[str, object] = MappingProxyType({})

_NAMED = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD)


_handed_over: ContextVar[Mapping[str, object]] = ContextVar("handed over", default=MappingProxyType({}))


def is_own(name: str) -> bool:
    """Does the name speak of an object of the user's own?"""
    return name.startswith((PREFIX, HERE))


def called(name: str) -> str:
    """What a user calls something: of an object in hand, the name it has here without its role."""
    return name.partition("/")[2] or name if name.startswith(HERE) else name


@contextmanager
def handed_over(objects: Mapping[str, object]) -> Iterator[None]:
    """As long as this lasts, and in this thread, `here:name` is the object of that name."""
    before = _handed_over.set({**_handed_over.get(), **objects})
    try:
        yield
    finally:
        _handed_over.reset(before)


def load_object(name: str, *given: object, params: Mapping[str, object] = NO_PARAMS) -> Any:
    """Import a module, or run a file, and take the object of this name out of it.

    A class is called, and a function too where something is `given`: with that, if it takes anything, and
    with the `params`; anything else has none. The user's own file may be in the current folder.
    """
    with their_code(f"{name!r} could not be loaded", f"Give {PLACES}."):
        found = _in_hand(name) if name.startswith(HERE) else _named(name)
        if isinstance(found, type) or (given and inspect.isfunction(found)):
            found = found(*(given if _takes_anything(found, params) else ()), **params)
        elif params:
            raise ZelligError(f"{name!r} has no parameter {next(iter(params))!r}", remedy="Take it out.")
    return found


def _named(name: str) -> object:
    place, _, attribute = name.removeprefix(PREFIX).rpartition(":")
    found: object = getattr(_run(Path(place)) if _is_file(place) else _imported(place), attribute)
    return found


def _in_hand(name: str) -> object:
    try:
        return _handed_over.get()[name.removeprefix(HERE)]
    except KeyError:
        raise ZelligError(
            f"{name!r} was an object in a Python program, and is not at hand here",
            remedy=f"Give the object itself, from Python; or name it as {PLACES}.",
        ) from None


@contextmanager
def their_code(failed: str, remedy: str) -> Iterator[None]:
    """Whatever the user's code raises is told as a refusal; a refusal of its own is passed on."""
    try:
        yield
    except ZelligError:
        raise
    except (Exception, SystemExit) as error:
        said = " ".join(str(error).split())[:LONGEST]
        raise ZelligError(f"{failed} ({type(error).__name__}: {said})", remedy=remedy) from error


def files_named(name: str) -> list[Path]:
    """The file of the module, found without running any of its code; an object in hand has none."""
    if name.startswith(HERE):
        return []
    place = name.removeprefix(PREFIX).rpartition(":")[0]
    if _is_file(place):
        return [Path(place)]
    places: Iterable[str] = ["", *sys.path]  # as `load_object` looks for it
    module, spec = "", None
    for part in place.split("."):
        module = f"{module}.{part}".removeprefix(".")
        spec = PathFinder.find_spec(module, list(places))
        places = (spec and spec.submodule_search_locations) or []
    return [Path(spec.origin)] if spec and spec.origin else []


def _takes_anything(found: Callable[..., object], named: Container[str]) -> bool:
    """Is there a parameter that need not be named, and is not?"""
    known = inspect.signature(found).parameters.values()
    return any(each.kind not in _NAMED and each.name not in named for each in known)


def _is_file(place: str) -> bool:
    return place.endswith(".py")


_written: dict[str, int] = {}  # by module: when its file was written that was imported


def _imported(name: str) -> ModuleType:
    """The module; one whose file was written anew since we imported it is imported anew."""
    if "" not in sys.path:
        sys.path.insert(0, "")
    module = importlib.import_module(name)
    if module.__file__ and not os.path.exists(module.__file__):  # it was moved since
        del sys.modules[name]
        importlib.invalidate_caches()
        module = importlib.import_module(name)
    written = os.stat(module.__file__).st_mtime_ns if module.__file__ else 0
    if _written.setdefault(name, written) != written:
        _written[name] = written
        module = importlib.reload(module)
    return module


def _run(path: Path) -> ModuleType:
    """The file as a module of its own, run once as it is; what lies beside it can be imported from it."""
    name = f"{PREFIX}{path.resolve()}@{hashlib.sha256(path.read_bytes()).hexdigest()}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise ImportError(f"{path} is not a Python file")
        if (folder := os.path.dirname(path.resolve())) not in sys.path:
            sys.path.insert(0, folder)
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]
