"""A system by what the user typed: an adapter spec, the folder of a trained system, or a registered name."""

from __future__ import annotations

from pathlib import Path

from zellig.performers import System
from zellig.registry import lookup, names
from zellig.systems.card import read_card


def load_system(name: str) -> System:
    """`ADAPTER:...` (py:, http:, cmd:, ...) or the folder of a trained system."""
    adapter, colon, _ = name.partition(":")
    if colon and adapter in names("adapters"):
        system: System = lookup("adapters", adapter)(name)
        return system
    folder = Path(name)
    card = read_card(folder)
    trained: System = lookup("systems", card.spec.name).load(folder, card)
    return trained


def fingerprint(name: str, system: System) -> str:
    """Hash of what makes a system answer as it does; the oracle's cache goes by it."""
    known = getattr(system, "fingerprint", None)
    return str(known) if known is not None else read_card(Path(name)).fingerprint
