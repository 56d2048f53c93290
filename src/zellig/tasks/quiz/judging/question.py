"""What a question tells of its answer: that it is a river, a Russian composer, the son of Laufey."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from zellig.tasks.quiz.tables import known

KEPT = 1 << 13  # texts that are remembered
LONGEST_PLACE = 4  # words: the United States of America
MOST_BEFORE = 3  # words between "this" and what it is: "this large Russian river"

_ASK = frozenset(("this", "these"))
_ASK_FIRST = frozenset(
    ("which", "what")
)  # in a sentence: elsewhere it is seldom the answer that they ask for
_ASK_WITH_THE = frozenset(("name", "identify", "give"))
_KIN = frozenset(("son", "daughter", "child", "mother", "father"))
_NEAR_KIN = 4  # words in which a parent is named: "son of the giantess Laufey"
_SORTS = frozenset(("type", "kind", "sort", "form", "genre", "style", "species", "body", "piece", "work"))
_ABOUT = "\"'“”‘’()[]"  # signs that stand at words
_ENDS = ".,;:?!…"


class Asked(NamedTuple):
    """What a question tells of its answer; all of it that a judgement depends on."""

    kinds: frozenset[str] = frozenset()  # what it is: "river"
    besides: frozenset[str] = frozenset()  # and what else it is called: "Russian"
    kin: frozenset[str] = frozenset()  # whose child it may be
    other: bool = False  # it tells a kind that is not known to us
    places: frozenset[str] = frozenset()  # countries and states it names, if it asks for a city


@lru_cache(maxsize=KEPT)
def asked_of(text: str) -> Asked:
    """What a question tells of its answer in "this river", "Which river", "name the river".

    What is doubtful is left out: a word that may belong to the next one is no kind ("this river god").
    """
    kinds: set[str] = set()
    besides: set[str] = set()
    kin: set[str] = set()
    other = False
    words = text.casefold().split()
    for place, word in enumerate(words):
        if word in _KIN:
            kin.update(each.strip(_ABOUT + _ENDS) for each in words[place + 1 : place + 1 + _NEAR_KIN])
        if word in _ASK or (word in _ASK_FIRST and _is_first(words[max(0, place - 2) : place])):
            start = place + 1
        elif word in _ASK_WITH_THE and words[place + 1 : place + 2] == ["the"]:
            start = place + 2
        else:
            continue
        noun = _noun(words[start : start + MOST_BEFORE + 4])
        kind = _kind_of(noun)
        if kind and kind not in known().not_telling:
            kinds.add(kind)
            besides.update(noun[:-1])
        other |= bool(noun) and not kind
    return Asked(
        frozenset(kinds),
        frozenset(besides - known().kinds),
        frozenset(kin - known().ends_a_noun),
        other,
        frozenset() if known().kinds_of_places.isdisjoint(kinds) else frozenset(_places(text)),
    )


def _places(text: str) -> Iterator[str]:
    """The countries and states that a text names, the longest names first: South Korea is not Korea."""
    names = known().regions | known().countries
    words = [_plain(word) for word in text.split()]
    place = 0
    while place < len(words):
        runs = (words[place : place + length] for length in range(LONGEST_PLACE, 0, -1))
        run = next((run for run in runs if " ".join(run).casefold() in names), [])
        if run and run[0][0].isupper():  # Turkey, and not a turkey
            yield " ".join(run).casefold()
        place += max(1, len(run))


def _plain(word: str) -> str:
    """A word without the signs that stand at it, and without its 's."""
    return word.strip(_ABOUT).rstrip(_ENDS).removesuffix("'s").removesuffix("’s").strip(_ABOUT)


def _is_first(before: Sequence[str]) -> bool:
    """Is it the first word of a sentence or behind a comma, but for a little one: "On which river"?"""
    if before and before[-1] in known().little:
        before = before[:-1]
    return not before or before[-1].rstrip(_ABOUT)[-1:] in _ENDS


def _noun(words: Sequence[str]) -> list[str]:
    """The words as far as they may be one noun with what stands before it; "of" goes on in "type of"."""
    table = known()
    found: list[str] = []
    last = ""
    for word in words:
        if word == "of" and last in _SORTS:
            continue
        if word in table.ends_a_noun:
            break
        plain = word
        if not word.isalpha():
            plain = _plain(word)
        if _kind(last) and not _kind(plain) and plain.endswith(("s", "ed", "ing")):
            break  # "this river flows"
        found.append(plain)
        if plain and not word.endswith(plain):
            break  # punctuation, or "this river's"
        last = plain
    return found


def _kind_of(noun: Sequence[str]) -> str:
    """What a noun is, by its last word; empty if that, or its end, is not known: "this organ release"."""
    kind = _kind(noun[-1]) if 0 < len(noun) <= MOST_BEFORE + 1 else ""
    first = next((place for place, word in enumerate(noun) if _kind(word)), 0)
    return kind if all(map(_kind, noun[first:])) else ""


@lru_cache(maxsize=KEPT)
def _kind(word: str) -> str:
    """The singular of a word by which questions tell what they ask for; empty if it is none."""
    table = known()
    forms = (word, word.removesuffix("s"), word.removesuffix("es"))
    return next((form for form in forms if form in table.asks_for or form in table.not_telling), "")
