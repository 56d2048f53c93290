"""The words that the violators go by, from data files."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TypeVar

import msgspec

T = TypeVar("T")


@cache
def words(name: str) -> frozenset[str]:
    """The words of a list of `data/words.toml`."""
    return frozenset(_read("words", dict[str, str])[name].split())


@cache
def pronouns(name: str) -> dict[str, str]:
    """A table of `data/pronouns.toml`."""
    return _read("pronouns", dict[str, dict[str, str]])[name]


def _read(name: str, kind: type[T]) -> T:
    raw = files("zellig.breakers.fakes").joinpath(f"data/{name}.toml").read_bytes()
    return msgspec.toml.decode(raw, type=kind)
