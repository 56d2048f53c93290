"""Antonyms: words that WordNet calls opposites, and words that differ by an affix that denies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from zellig.files import reading
from zellig.resources import resource_path

FILES = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}  # with the letters that pointers have for them
OPPOSITE = "!"
DENYING = ("un", "in", "im", "il", "ir", "dis", "non")


def are_antonyms(one: str, other: str) -> bool:
    """Are two lemmas in lower case opposites, as any part of speech?"""
    return other in _antonyms().get(one, ()) or _denies(one, other) or _denies(other, one)


def _denies(longer: str, word: str) -> bool:
    """*unkind* and *kind*, *careless* and *careful* or *care*."""
    if any(longer == prefix + word for prefix in DENYING):
        return True
    stem = longer.removesuffix("less")
    return stem != longer and word in (stem, stem + "ful")


class _Sense(NamedTuple):
    words: list[str]
    opposites: list[tuple[int, str, int]]  # which of the words, the other sense, which of its words


@cache
def _antonyms() -> dict[str, frozenset[str]]:
    senses = dict(pair for kind in FILES for pair in _senses(kind))
    found: defaultdict[str, set[str]] = defaultdict(set)
    for sense in senses.values():
        for own, other, number in sense.opposites:
            found[sense.words[own - 1]].add(senses[other].words[number - 1])
    return {word: frozenset(others) for word, others in found.items()}


def _senses(kind: str) -> Iterator[tuple[str, _Sense]]:
    """The senses that have an opposite, by letter and number; an opposite has one, too."""
    path = resource_path("wordnet") / f"data.{kind}"
    with reading(path), path.open(encoding="ascii") as file:
        for line in file:
            if f" {OPPOSITE} " not in line or line.startswith(" "):
                continue
            # number, file, kind, how many words (hexadecimal), each word with a digit, how many pointers, the
            # pointers: each a sign, a number, a kind and which words it is about (two numbers of two digits)
            fields = line.split()
            end = 4 + 2 * int(fields[3], 16)
            words = [word.partition("(")[0].replace("_", " ").lower() for word in fields[4:end:2]]
            rest = fields[end + 1 : end + 1 + 4 * int(fields[end])]
            pointers = zip(*(rest[start::4] for start in range(4)), strict=True)
            yield (
                FILES[kind] + fields[0],
                _Sense(
                    words,
                    [
                        (int(places[:2], 16), letter.replace("s", "a") + number, int(places[2:], 16))
                        for sign, number, letter, places in pointers
                        if sign == OPPOSITE
                    ],
                ),
            )
