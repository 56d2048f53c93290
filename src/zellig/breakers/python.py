"""`py:package.module:name` and `py:file.py:name`: a breaker that is the user's own Python object."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Mapping, Sequence
from typing import Any, get_args

import msgspec

from zellig.errors import ZelligError
from zellig.files import opened
from zellig.items import Item, Pair
from zellig.own_objects import NO_PARAMS, files_named, load_object, their_code
from zellig.performers import Breaker, See, Spec, Victim
from zellig.tasks import Task

OPTIONAL = ("needs", "refusals", "waives", "resources", "start", "collude", "observe")
REMEDY = "A breaker has `spec`, `see` and `break_items(items, seeds, oracle)`; see docs/extend/breaker.md."


class PythonBreaker:
    """The user's object; its spec also says where it comes from, so that another one is another run."""

    def __init__(self, breaker: Breaker, name: str) -> None:
        self._breaker = breaker
        self.see: See = breaker.see
        origin = {"from": name, "sha256": _fingerprint(name)}
        self.spec = Spec(breaker.spec.name, breaker.spec.params | origin, breaker.spec.version)

    @property
    def about(self) -> str:
        """What the user's object says of itself."""
        return inspect.getdoc(self._breaker) or ""

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """What the user's object makes; refuses what are not lists of pairs, one for each item."""
        with their_code(f"the breaker {self.spec.name!r} failed", "Correct its break_items, and run again."):
            made = self._breaker.break_items(items, seeds, oracle)
        sound = isinstance(made, list) and len(made) == len(items)
        if not sound or not all(isinstance(pair, Pair) for pairs in made for pair in pairs):
            raise ZelligError(
                f"the breaker {self.spec.name!r} was given {len(items)} items and made something else than "
                "a list of pairs for each",
                remedy="break_items gives a list with one list of Pair for each item, in the same order.",
            )
        return made

    def __getattr__(self, name: str) -> Any:
        """What else Zellig reads of a breaker; it is there if the user's object has it."""
        if name not in OPTIONAL:
            raise AttributeError(name)
        return getattr(self._breaker, name)


def load(name: str, task: Task, params: Mapping[str, object] = NO_PARAMS) -> PythonBreaker:
    """The user's object, or what their class or function makes for the task; refuses what is no breaker."""
    breaker = load_object(name, task, params=params)
    spec = getattr(breaker, "spec", None)
    if not isinstance(spec, Spec) or not callable(getattr(breaker, "break_items", None)):
        raise ZelligError(f"{name!r} has no 'spec' of the class Spec, or no 'break_items'", remedy=REMEDY)
    if getattr(breaker, "see", None) not in get_args(See):
        raise ZelligError(
            f"{name!r} does not say what it needs to see",
            remedy=f"Its `see` is one of {', '.join(get_args(See))}.",
        )
    try:
        msgspec.toml.encode(msgspec.to_builtins(spec))
    except (TypeError, ValueError) as error:
        raise ZelligError(
            f"the spec of {name!r} cannot be written into the plan of a run ({error})",
            remedy="Its params hold texts, numbers, true and false, and lists and tables of them.",
        ) from None
    return PythonBreaker(breaker, name)


def _fingerprint(name: str) -> str:
    """Hash of the file that the object stands in; empty where there is none."""
    for path in files_named(name):
        with opened(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    return ""
