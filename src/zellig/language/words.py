"""Lists of words by name, from `data/words.toml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of this list."""
    return frozenset(_lists()[name].split())


@cache
def _lists() -> dict[str, str]:
    raw = files("zellig.language").joinpath("data/words.toml").read_bytes()
    return msgspec.toml.decode(raw, type=dict[str, str])
