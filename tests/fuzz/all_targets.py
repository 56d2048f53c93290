"""Every target: the modules that add them are imported here."""

from __future__ import annotations

from fuzz import commands, corpora, games, messages, records, systems  # noqa: F401 -- they add their targets
from fuzz.target import TARGETS

__all__ = ["TARGETS"]
