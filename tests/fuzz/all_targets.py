"""Every target: the modules that add them are imported here."""

from __future__ import annotations

from fuzz import (  # noqa: F401 -- they add their targets
    commands,
    corpora,
    games,
    guessers,
    messages,
    records,
    systems,
)
from fuzz.target import TARGETS

__all__ = ["TARGETS"]
