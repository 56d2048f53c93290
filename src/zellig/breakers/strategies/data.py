"""The data files of the strategies that serve all domains: frames, substitutions, idioms, names."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal, TypeVar

import msgspec

T = TypeVar("T")

Part = Literal["adjective", "noun", "mass", "verb", "adverb"]


class Near(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Near-synonyms."""

    sign: Literal[-1, 1]
    words: str
    rare: str = ""
    loose: bool = False  # the words have a common opposite, but do not stand for each other
    opposite: str = ""  # name of the set of opposites


class Framed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Frames for a statement ({s}), for a phrase ({x}), and for any text between quotes ({t})."""

    clause: list[str]
    phrase: list[str]
    quoted: list[str] = []


class Reported(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who says so, with which verb before a statement, a phrase or a quotation; and that it is not so."""

    who: list[str]
    verdict: list[str]
    said: dict[str, list[str]]
    called: dict[str, list[str]]
    wrote: dict[str, list[str]]


class Frames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`frames.toml`."""

    denied: Framed
    rhetorical: Framed
    irrealis: Framed
    reported: Reported
    behind: dict[str, list[str]]  # what stands at the end of a statement
    fragment: dict[str, list[str]]
    sarcasm: dict[str, list[str]]
    openings: dict[str, list[str]]
    insert: dict[str, list[str]]
    plural: dict[str, str]  # words of a frame that are others for several things
    distractor: dict[str, list[str]]  # sentences beside the point, by the side of the text that they follow


class Quantifiers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Adverbs and pronouns to fewer and to more; determiners that become *few* or *many*."""

    fewer: dict[str, str]
    more: dict[str, str]
    few: str
    many: str


class Substitutions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """`substitutions.toml`."""

    affix: dict[str, str]
    quantifier: Quantifiers
    has: dict[str, str]
    degree: dict[str, str]
    stronger: dict[str, str]
    ambivalent: dict[str, str]
    plain: dict[str, str]


class Plain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A synonym of a word that carries no opinion, and where it fits."""

    to: str
    tag: str  # the tags that the word must have, one of them
    before: str = ""  # what must not stand before it
    after: str = ""  # what must not follow
    next: str = ""  # a word or tag that must follow
    last: str = ""  # a word that must go before


class Idiom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Idioms in the place of these words."""

    for_: str = msgspec.field(name="for")
    promise: Literal["same", "flip"]
    noun: list[str] = []
    predicate: list[str] = []
    attributive: list[str] = []


class Idioms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """`idioms.toml`."""

    of_stories: frozenset[str]  # are said of films and books only
    idiom: list[Idiom]


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names of high and low standing."""

    high: list[str]
    low: list[str] = []


def read(name: str, kind: type[T]) -> T:
    """A data file of the strategies."""
    raw = files("zellig.breakers.strategies").joinpath(f"data/{name}.toml").read_bytes()
    return msgspec.toml.decode(raw, type=kind)


@cache
def frames() -> Frames:
    """Sentences of our own around another one."""
    return read("frames", Frames)


@cache
def substitutions() -> Substitutions:
    """Words and phrases to exchange."""
    return read("substitutions", Substitutions)


@cache
def plain_words() -> dict[str, Plain]:
    """Words that carry no opinion, with a synonym each."""
    return read("plain", dict[str, Plain])


@cache
def idioms() -> Idioms:
    """Idioms by the words whose place they take."""
    return read("idioms", Idioms)


@cache
def entities() -> dict[str, list[str]]:
    """Names that may stand for each other."""
    return read("entities", dict[str, list[str]])


@cache
def listed(file: str, table: str, name: str) -> tuple[str, ...]:
    """The words or phrases of one of the lists of a file, in their order."""
    found = read(file, dict[str, dict[str, str | list[str]]])[table][name]
    return tuple(found.split() if isinstance(found, str) else found)


@cache
def table_in(file: str, table: str) -> dict[str, tuple[str, ...]]:
    """A table of lists of a file: by its key, the words or phrases."""
    lists = read(file, dict[str, dict[str, str | list[str]]])[table]
    return {name: listed(file, table, name) for name in lists}


@cache
def pairs_of(text: str) -> dict[str, str]:
    """*one/two three/four* as a table."""
    return dict(pair.split("/") for pair in text.split())
