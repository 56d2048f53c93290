"""What texts are about: `data/domains` has a pack of words for films, restaurants and so on.

Where a pack says nothing, `neutral.toml` does, whose words fit any text.
"""

from __future__ import annotations

from functools import cache, cached_property
from importlib.resources import files
from typing import Literal

import msgspec

from zellig.breakers.strategies.data import (
    Near,
    Part,
    Plain,
    Standing,
    frames,
    idioms,
    pairs_of,
    substitutions,
)
from zellig.breakers.strategies.data import plain_words as common_words
from zellig.errors import ZelligError

NEUTRAL = "neutral"
FILM = "film"

Side = Literal["positive", "negative"]


class Domain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", dict=True):
    """A pack of words. Texts that tell of stories (films, books) are judged with words of their own."""

    name: str
    about: str  # what texts of this domain are about, in a word
    people: list[str] = []  # who may have said what a text says
    denial: list[str] = []  # behind a sentence: they take it back
    brief: list[str] = []  # behind *but*: the praise is not for long
    better: list[str] = []  # behind *would have been*: what was missing
    distractor: dict[Side, list[str]] = {}  # sentences beside the point, by the side of the text
    stories: bool = False
    named_by: str = ""  # words that show what a text is about
    counted: str = ""  # things of this domain that are counted: *flat comedy* lacks its article
    judge_nothing: str = ""  # rated by people, but what such texts tell of
    other_sense: str = ""  # words that judge elsewhere, and mean something else here
    praise: str = ""
    blame: str = ""
    synonyms: str = ""  # of words that carry no opinion, as *one/two*
    one_way: str = ""
    placed: dict[str, Plain] = {}  # synonyms that fit in some places only
    ambivalent: dict[str, str] = {}  # harsh alone, by the praise that they sharpen
    sets: dict[Part, dict[str, Near]] = {}  # near-synonyms that judge
    reputations: dict[str, Standing] = {}

    @cached_property
    def counted_nouns(self) -> frozenset[str]:
        """Things that are counted."""
        return frozenset(self.counted.split())

    @cached_property
    def unread(self) -> frozenset[str]:
        """Words that are left alone: they mean something else here."""
        return frozenset(self.other_sense.split())

    @cached_property
    def plain_synonyms(self) -> dict[str, str]:
        """Words that carry no opinion and fit everywhere, each with a synonym."""
        lists = substitutions().plain
        pairs = pairs_of(lists["pairs"]) | pairs_of(self.synonyms)
        one_way = {*lists["one-way"].split(), *self.one_way.split()}
        return {two: one for one, two in pairs.items() if one not in one_way} | pairs

    @cached_property
    def placed_synonyms(self) -> dict[str, Plain]:
        """Words that carry no opinion and fit in some places."""
        return common_words() | self.placed

    @cached_property
    def harsh(self) -> dict[str, str]:
        """Words that are harsh alone, by the praise that they sharpen."""
        return substitutions().ambivalent | self.ambivalent

    def behind(self, name: Literal["denial", "brief", "better"]) -> list[str]:
        """What may stand at the end of a statement, of its own and of what fits any text."""
        own: list[str] = getattr(self, name)
        return [*own, *frames().behind[name]]

    def says(self, idiom: str) -> bool:
        """Is an idiom said of such things?"""
        return self.stories or idiom not in idioms().of_stories


def domain_names() -> list[str]:
    """All packs, the neutral one first."""
    folder = files("zellig.breakers.strategies").joinpath("data/domains")
    found = sorted(
        each.name.removesuffix(".toml") for each in folder.iterdir() if each.name.endswith(".toml")
    )
    return sorted(found, key=lambda name: name != NEUTRAL)


@cache
def get_domain(name: str) -> Domain:
    """A pack by its name; refuses one that there is not."""
    if name not in domain_names():
        raise ZelligError(
            f"there are no words for the domain {name!r}", remedy=f"There are: {', '.join(domain_names())}."
        )
    return msgspec.convert({**_raw(NEUTRAL), **_raw(name), "name": name}, Domain)


def _raw(name: str) -> dict[str, object]:
    path = files("zellig.breakers.strategies").joinpath(f"data/domains/{name}.toml")
    found: dict[str, object] = msgspec.toml.decode(path.read_bytes())
    return found


@cache
def names_with_a_reputation() -> frozenset[str]:
    """Parts of the names that stand for something in any domain."""
    standings = [each for name in domain_names() for each in get_domain(name).reputations.values()]
    return frozenset(part for each in standings for name in (*each.high, *each.low) for part in name.split())
