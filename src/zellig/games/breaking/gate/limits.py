"""What a system has to reach: percentages that the person who ships it sets."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from numbers import Real
from pathlib import Path

import msgspec

from zellig.decoding import decode_toml
from zellig.errors import ZelligError
from zellig.files import read_whole
from zellig.notices import warn

EXAMPLE = "[phenomena] and below it lines such as negation = 60"


class Limits(msgspec.Struct, frozen=True):
    """Percentages that are to be reached; None where nothing is asked for."""

    min_passed: float | None = None  # of all pairs
    min_accuracy: float | None = None  # of the distinct originals
    phenomena: dict[str, float] = {}  # of the pairs of each of them


class LimitsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A TOML file of limits."""

    phenomena: dict[str, float]


def read_limits(given: Path | Mapping[str, float], known: Collection[str]) -> dict[str, float]:
    """Limits by phenomenon, in a file or in hand; refuses a phenomenon that is not among the known ones."""
    what, remedy = "a file of limits", f"Write {EXAMPLE} (percent of its pairs to be passed)."
    if isinstance(given, Mapping):
        path, found = None, dict(given)
    else:
        path = given
        found = decode_toml(read_whole(path), LimitsFile, path=path, what=what, remedy=remedy).phenomena
    for name, percent in found.items():
        if name not in known:
            raise ZelligError(
                f"no pair of this run shows the phenomenon {name!r}",
                path=path,
                field="phenomena",
                remedy=f"There are: {', '.join(sorted(known)) or 'none'}.",
            )
        check_percent(name, percent, path)
    return found


def check_percent(name: str, percent: object, path: Path | None = None) -> None:
    """Refuse what is not a percentage, not a number included; warn of what looks like a share of 1."""
    number = float(percent) if isinstance(percent, Real) else math.nan
    shown = f"{number:g}" if isinstance(percent, Real) else repr(percent)
    if not 0 <= number <= 100:
        remedy = "Give a number from 0 to 100."
        raise ZelligError(f"{shown} is not a percentage ({name})", path=path, remedy=remedy)
    if 0 < number < 1:
        warn(f"{name}: {shown} means {shown} percent; did you mean {100 * number:g}?")
