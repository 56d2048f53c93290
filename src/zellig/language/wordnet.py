"""WordNet: what kind of thing a noun names in its most usual sense, and what verbs are said with."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from zellig.files import reading
from zellig.resources import resource_path

# numbers of WordNet's lexicographer files
ACT, ANIMAL, ARTIFACT, EVENT, GROUP, LOCATION, OBJECT, PERSON, TIME = 4, 5, 6, 11, 14, 15, 17, 18, 28


def noun_kind(lemma: str) -> int | None:
    """The number of the lexicographer file of the first sense of a common noun; None for a word that is none.

    Senses that are names are passed over: a tutu is a skirt first, though there was a bishop.
    """
    return _kinds()[0].get(lemma)


def is_name(word: str) -> bool:
    """Is it the name of something WordNet knows (a city, a river, an author)?"""
    return word in _kinds()[1]


def name_kind(word: str) -> int | None:
    """The number of the lexicographer file of the first bearer of a name; None for an unknown one."""
    return _kinds()[1].get(word)


def always_capital(word: str) -> bool:
    """Does WordNet write this noun with a capital in all its senses (Christmas, a Frenchman)?"""
    return word in _capitals()


def verb_frames(lemma: str) -> frozenset[int]:
    """The numbers of WordNet's frames for a verb in any of its senses; none for an unknown verb."""
    return _frames().get(lemma, frozenset())


@cache
def _frames() -> dict[str, frozenset[int]]:
    """For every verb, also one of several words (*pick up*), the frames of all its senses."""
    path = resource_path("wordnet") / "data.verb"
    found: defaultdict[str, set[int]] = defaultdict(set)
    with reading(path), path.open(encoding="ascii") as file:
        for line in file:
            if line.startswith(" "):
                continue
            # number, file, kind, how many words (hexadecimal), each word with a digit, how many pointers, the
            # pointers of four fields, how many frames, each a plus, its number and its word (0: all)
            fields = line.partition("|")[0].split()
            end = 4 + 2 * int(fields[3], 16)
            words = [word.lower().replace("_", " ") for word in fields[4:end:2]]
            frames = fields[end + 2 + 4 * int(fields[end]) :]
            for number, which in zip(frames[1::3], frames[2::3], strict=True):
                place = int(which, 16)
                for word in words if not place else words[place - 1 : place]:
                    found[word].add(int(number))
    return {word: frozenset(numbers) for word, numbers in found.items()}


@cache
def _capitals() -> frozenset[str]:
    """The single words of the noun data that are never written in lower case."""
    folder = resource_path("wordnet")
    spelt: set[str] = set()
    with reading(folder / "data.noun"), (folder / "data.noun").open(encoding="ascii") as file:
        for line in file:
            if not line.startswith(" "):
                fields = line.split(" ", 60)
                spelt.update(fields[4 : 4 + 2 * int(fields[3], 16) : 2])
    capital = {word.lower() for word in spelt if word[:1].isupper()}
    return frozenset(capital - {word for word in spelt if word[:1].islower()})


@cache
def _kinds() -> tuple[dict[str, int], dict[str, int]]:
    """For every common noun the kind of its first sense, and for every name that of its first bearer.

    The offsets in the index are not places in the data: these files have other line ends than when they were
    counted. So the data is read as a whole.
    """
    folder = resource_path("wordnet")
    kinds: dict[str, int] = {}
    instances = set()
    with reading(folder / "data.noun"), (folder / "data.noun").open(encoding="ascii") as file:
        for line in file:
            if not line.startswith(" "):
                kinds[line[:8]] = int(line[9:11])
                if " @i " in line:
                    instances.add(line[:8])
    common: dict[str, int] = {}
    names: dict[str, int] = {}
    with reading(folder / "index.noun"), (folder / "index.noun").open(encoding="ascii") as file:
        for line in file:
            if line.startswith(" "):
                continue
            # lemma, part of speech, how many senses, how many pointers, the pointers, two counts, senses
            fields = line.split()
            word, senses = fields[0].replace("_", " "), fields[6 + int(fields[3]) :]
            for sense in senses:
                (names if sense in instances else common).setdefault(word, kinds[sense])
    return common, names
