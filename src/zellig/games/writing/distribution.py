"""How many tossups of which kind a packet has: a table of categories and subcategories, in TOML.

    title = "Four and one"
    [tossups]
    Geography = 1
    any = 1                # of any category at all
    [tossups.Science]
    Chemistry = 1
    "Other Science" = 1
    any = 1                # of any subcategory of Science

Categories are compared by their words. Those of the category do not count in a subcategory: "British
Literature", "Literature British" and "British" are the same part of Literature.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import msgspec

from zellig.decoding import FAULTS, decode_toml, fault
from zellig.errors import ZelligError
from zellig.files import read_whole
from zellig.items import Item

ANY = "any"
MOST = 1000  # tossups in a packet
ENDING = ".toml"

_SHIPPED = files("zellig.games.writing").joinpath("data/distributions")
_REMEDY = 'Write a number for each category or subcategory: [tossups.Science], and below it "Chemistry = 1".'

Words = frozenset[str]
Asked = str | dict[str, int | dict[str, int]]  # a shipped distribution by its name, or a table in hand


class Kind(NamedTuple):
    """What a question is about: the words of its category, and those that its subcategory adds."""

    category: Words
    subcategory: Words


class Slot(NamedTuple):
    """Places in every packet for questions of one kind."""

    name: str  # "Science > Chemistry"
    number: int
    kind: Kind
    exact: int  # how much it asks for: nothing, a category, a subcategory

    def takes(self, kind: Kind) -> bool:
        """May a question of this kind stand here?"""
        return self.kind[: self.exact] == kind[: self.exact]


class Distribution(NamedTuple):
    """The places of a packet."""

    title: str
    slots: tuple[Slot, ...]

    @property
    def size(self) -> int:
        """How many tossups a packet has."""
        return sum(slot.number for slot in self.slots)


class _File(msgspec.Struct, forbid_unknown_fields=True):
    tossups: dict[str, int | dict[str, int]]
    title: str = ""


def shipped() -> list[str]:
    """The names of the distributions that come with Zellig."""
    return sorted(each.name.removesuffix(ENDING) for each in _SHIPPED.iterdir() if each.name.endswith(ENDING))


def read_distribution(given: str | Path | Mapping[str, object]) -> Distribution:
    """A distribution by its name, of a file, or in hand (`{"Science": {"Chemistry": 1}}`)."""
    if isinstance(given, Mapping):
        try:
            return _checked(msgspec.convert({"tossups": given}, _File), "own", None)
        except FAULTS as error:
            raise ZelligError(f"it is not a distribution ({fault(error)})", remedy=_REMEDY) from None
    name = str(given)
    if name in shipped():
        raw, path = _SHIPPED.joinpath(f"{name}{ENDING}").read_bytes(), Path(f"{name}{ENDING}")
    elif not name.endswith(ENDING) and not Path(given).exists():
        raise ZelligError(
            f"there is no distribution called {name!r}",
            remedy=f"There are: {', '.join(shipped())}. Or give a file ({ENDING}) of your own.",
        )
    else:
        raw, path = read_whole(Path(given)), Path(given)
    found = decode_toml(raw, _File, path=path, what="a distribution", remedy=_REMEDY)
    return _checked(found, path.stem, path)


def kind_of(item: Item) -> Kind:
    """What a question is about, as its metadata say; of "Science - Biology", Biology is the subcategory."""
    category, subcategory = (str(item.metadata.get(key) or "") for key in ("category", "subcategory"))
    if not subcategory:
        category, _, subcategory = category.partition(" - ")
    return _kind(category, subcategory)


def kind_in_words(item: Item) -> str:
    """The category of a question and its subcategory, to be shown."""
    known = (item.metadata.get(key) for key in ("category", "subcategory"))
    return " > ".join(str(each) for each in dict.fromkeys(known) if each) or "no category"


def _kind(category: str, subcategory: str) -> Kind:
    words = _words(category)
    return Kind(words, _words(subcategory) - words)


def _words(name: str) -> Words:
    return frozenset(name.casefold().replace("&", " ").replace(",", " ").split()) - {"and"}


def _checked(found: _File, name: str, path: Path | None) -> Distribution:
    slots = tuple(_slots(found))
    for slot in slots:
        if slot.number < 0:
            raise ZelligError(f"a packet cannot have {slot.number} of {slot.name}", path=path, remedy=_REMEDY)
    kinds = [(slot.kind, slot.exact) for slot in slots]
    twice = next((slot for number, slot in enumerate(slots) if kinds[number] in kinds[:number]), None)
    if twice is not None:
        raise ZelligError(f"{twice.name} is there twice", path=path, remedy="Leave one of the two.")
    distribution = Distribution(found.title or name, tuple(slot for slot in slots if slot.number))
    if not 0 < distribution.size <= MOST:
        raise ZelligError(
            f"a packet would have {distribution.size:,} tossups",
            path=path,
            field="tossups",
            remedy=f"Ask for 1 to {MOST:,} in all.",
        )
    return distribution


def _slots(found: _File) -> Iterator[Slot]:
    for category, asked in found.tossups.items():
        if isinstance(asked, int):
            everything = category.casefold() == ANY
            name = "of any category" if everything else category
            yield Slot(name, asked, _kind("" if everything else category, ""), 0 if everything else 1)
            continue
        for subcategory, number in asked.items():
            everything = subcategory.casefold() == ANY
            name = f"{category} of any kind" if everything else f"{category} > {subcategory}"
            kind = _kind(category, "" if everything else subcategory)
            yield Slot(name, number, kind, 1 if everything else 2)
