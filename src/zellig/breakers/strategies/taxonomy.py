"""The taxonomy of strategies: `data/strategies.toml`, typed and checked."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from zellig.errors import ZelligError

Class = Literal["morphology", "syntax", "semantics", "pragmatics", "world knowledge", "lexicon", "robustness"]
Promised = Literal["flip", "same", "not opposite", "not same"]
Leaning = Literal["positive", "negative"]


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An item of our own and what the strategy makes of it."""

    label: Leaning
    original: str
    modified: str


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"class_": "class"}):
    """One strategy."""

    code: str
    class_: Class
    instruction: str  # for a person who breaks by hand
    template: str
    conditions: str
    promise: dict[str, dict[Leaning, list[Promised]]]  # by task and by what the item says; missing: refused
    examples: list[Example]


@cache
def taxonomy() -> dict[str, Row]:
    """Every strategy by its code; no code stands twice, and each has an example and a promise."""
    raw = files("zellig.breakers.strategies").joinpath("data/strategies.toml").read_bytes()
    rows = msgspec.toml.decode(raw, type=dict[Literal["strategy"], list[Row]])["strategy"]
    found: dict[str, Row] = {}
    for row in rows:
        if row.code in found or not row.examples or not row.promise:
            raise ZelligError(
                f"strategies.toml: {row.code!r} stands twice, or has no example or no promise",
                remedy="Correct the data file of the strategies.",
            )
        found[row.code] = row
    return found
