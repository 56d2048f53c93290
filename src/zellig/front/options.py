"""What the options of the front door may be: the command line has the same bounds."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from numbers import Integral, Real
from os import PathLike, fspath
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar, get_args

from zellig.doors import option
from zellig.errors import ZelligError

P = ParamSpec("P")
R = TypeVar("R")

MOST = 10**9  # of anything that is counted


class Bounds(NamedTuple):
    """The least and the most that a number may be; it is a whole one if these are."""

    least: float
    most: float


LIMIT = Bounds(1, MOST)
WORKERS = Bounds(1, 1024)
SEED = Bounds(0, 2**31 - 1)
REPLICATES = Bounds(100, 100_000)
BUDGET = Bounds(1, MOST)
COMPOSE = Bounds(1, 4)
HELD_OUT = Bounds(0.0, 0.9)
STEP = Bounds(1, 100_000)
PER_PHENOMENON = Bounds(1, MOST)
SHARE = Bounds(0.0, float(MOST))
PACKETS = Bounds(1, 1000)

NUMBERS = {
    "limit": LIMIT,
    "workers": WORKERS,
    "seed": SEED,
    "replicates": REPLICATES,
    "budget": BUDGET,
    "budget_calls": BUDGET,
    "budget_tokens": BUDGET,
    "compose": COMPOSE,
    "held_out": HELD_OUT,
    "step": STEP,
    "per_phenomenon": PER_PHENOMENON,
    "share": SHARE,
    "packets": PACKETS,
    "sample": PER_PHENOMENON,
}
PATHS = ("out", "store", "policy", "folder", "task")  # a task may be the path of its file
LISTS = ("phenomena", "systems", "exclude", "without")
DICTIONARIES = ("columns", "pins", "fields")


def checked(**words: object) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Refuse in one sentence what a function cannot take for an option, by the option's name.

    `words` are the options that take one of the words of a Literal.
    """

    def checking(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                given = signature.bind(*args, **kwargs)
            except TypeError as error:
                together = "; texts and labels are one argument: (texts, labels)" * (
                    "data" in signature.parameters and "too many positional" in str(error)
                )
                raise TypeError(f"{function.__name__}(): {error}{together}") from None
            for name, value in given.arguments.items():
                if value is not None or signature.parameters[name].default is not None:
                    given.arguments[name] = _option(name, value, words)
            return function(*given.args, **given.kwargs)

        return call

    return checking


def path_of(given: object, what: str) -> Path:
    """A path, where `what` else could be given is none of it."""
    if not isinstance(given, str | PathLike):
        raise ZelligError(f"{_shown(given)} is not {what}", remedy=f"Give {what}.")
    return Path(given)


def _option(name: str, value: Any, words: dict[str, object]) -> object:
    if name in NUMBERS:
        return _number(name, value, NUMBERS[name])
    if name in words and value not in (known := get_args(words[name])):
        raise ZelligError(
            f"{name} cannot be {_shown(value)}", field=name, remedy=f"There are: {', '.join(known)}."
        )
    if name == "engine" and not isinstance(value, str):
        raise ZelligError(
            f"{_shown(value)} is not an engine", field=name, remedy="Give a name, e.g. dask://HOST:PORT."
        )
    if name in ("name", "builder") and not isinstance(value, str):
        raise ZelligError(f"{_shown(value)} is not a name", field=name, remedy="Give a text.")
    if name == "text" and not isinstance(value, str):
        raise ZelligError(
            f"{_shown(value)} is not a text",
            field=name,
            remedy=f"Give one; several go into {option('data')}.",
        )
    if name in PATHS:
        return fspath(path_of(value, f"a path ({name})" if name != "task" else "the name of a task"))
    if name in LISTS and (isinstance(value, str) or not isinstance(value, Iterable)):
        raise ZelligError(
            f"{name} is {_shown(value)}, not a list", field=name, remedy="Give a list of names."
        )
    if name in DICTIONARIES and not isinstance(value, Mapping):
        raise ZelligError(
            f"{name} is {_shown(value)}, not keys and values", field=name, remedy="Give a dictionary."
        )
    if name == "fields" and not all(isinstance(each, str) for pair in value.items() for each in pair):
        raise ZelligError(f"not all {name} are texts", field=name, remedy="Give a text by each name.")
    return value


def _number(name: str, value: object, bounds: Bounds) -> int | float:
    """The number as Python's own; those of other libraries are taken, too."""
    whole = isinstance(bounds.least, int)
    kind = Integral if whole else Real
    if (
        isinstance(value, kind)
        and not isinstance(value, bool)
        and bounds.least <= float(value) <= bounds.most
    ):
        return int(value) if isinstance(value, Integral) else float(value)
    what = "a whole number" if whole else "a number"
    raise ZelligError(
        f"{name} cannot be {_shown(value)}",
        field=name,
        remedy=f"Give {what} from {bounds.least:,} to {bounds.most:,}.",
    )


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"this {type(value).__name__}"
