"""Synonyms from WordNet for a word in its context: of its part of speech, sense by sense, in its form."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from zellig.files import reading
from zellig.language.inflection import FORMS, inflect, lemma_of, plural
from zellig.resources import resource_path

FILES = {"NN": "noun", "VB": "verb", "JJ": "adj", "RB": "adv"}  # by the first letters of a Penn tag
NEAR = {"noun": "@", "verb": "@", "adj": "&"}  # pointers to what is more general, or similar
PART = 512  # bytes that are read at once
DEGREES = {"JJR": "ADJ", "JJS": "ADJ", "RBR": "ADV", "RBS": "ADV"}


@lru_cache(maxsize=2**16)
def synonyms(word: str, tag: str, senses: int | None = None) -> tuple[str, ...]:
    """Single words that share a sense with a lower-case word of this Penn tag, in the form the tag asks for.

    WordNet has the usual senses first: with `senses` only so many of them count. A name, and a word that
    WordNet does not have as this part of speech, has none.
    """
    return _formed(word, tag, lambda lemma, kind: senses_of(lemma, kind)[:senses])


@lru_cache(maxsize=2**16)
def near_words(word: str, tag: str) -> tuple[str, ...]:
    """Synonyms, then words that mean nearly the same: similar adjectives, more general nouns and verbs.

    A word that has none as it is tagged is looked up as another part of speech: taggers err.
    """
    if tag.startswith("NNP"):
        return ()
    found = (*synonyms(word, tag), *_formed(word, tag, _neighbours))
    others = (synonyms(word, other) for other in FILES if not tag.startswith(other))
    return tuple(dict.fromkeys(found or chain.from_iterable(others)))


def _formed(word: str, tag: str, look: Callable[[str, str], Iterable[tuple[str, ...]]]) -> tuple[str, ...]:
    """The single words among those that are found for the lemma, in the form the tag asks for."""
    if tag[:2] not in FILES or tag.startswith("NNP"):
        return ()
    lemma = _lemma(word, tag)
    words = (other for sense in look(lemma, FILES[tag[:2]]) for other in sense)
    plain = (other for other in words if other != lemma and other.isalpha() and other.islower())
    formed = dict.fromkeys(_in_form(other, tag) for other in dict.fromkeys(plain))
    return tuple(other for other in formed if other and other != word)


@lru_cache(maxsize=2**16)
def senses_of(lemma: str, kind: str) -> tuple[tuple[str, ...], ...]:
    """The words of each sense of a lemma, the most usual sense first; `kind` is noun, verb, adj or adv."""
    return tuple(_sense(number, kind).words for number in _numbers(lemma, kind))


def _neighbours(lemma: str, kind: str) -> list[tuple[str, ...]]:
    """The words of the senses that those of the lemma point at."""
    numbers = [near for number in _numbers(lemma, kind) for near in _sense(number, kind).near]
    return [_sense(number, kind).words for number in numbers]


def _numbers(lemma: str, kind: str) -> list[str]:
    # lemma, part of speech, how many senses, how many pointers, the pointers, two counts, senses
    fields = _line("index", kind, f"{lemma.replace(' ', '_')} ").split()
    return fields[6 + int(fields[3]) :] if fields else []


class _Sense(NamedTuple):
    words: tuple[str, ...]
    near: tuple[str, ...]  # numbers of senses


@lru_cache(maxsize=2**16)
def _sense(number: str, kind: str) -> _Sense:
    # number, file, kind, how many words (hexadecimal), each word with a digit, how many pointers, the
    # pointers: each a sign, a number, a kind and which words it is about
    fields = _line("data", kind, number).split()
    end = 4 + 2 * int(fields[3], 16)
    rest = fields[end + 1 : end + 1 + 4 * int(fields[end])]
    return _Sense(
        # an adjective may say where it stands: galore(ip)
        tuple(word.partition("(")[0].replace("_", " ") for word in fields[4:end:2]),
        tuple(near for sign, near in zip(rest[::4], rest[1::4], strict=True) if sign == NEAR.get(kind)),
    )


def _lemma(word: str, tag: str) -> str:
    if tag not in DEGREES:
        return lemma_of(word, tag)
    from lemminflect import getLemma

    found = getLemma(word, DEGREES[tag])
    return str(found[0]) if found else word


def _in_form(lemma: str, tag: str) -> str:
    """The lemma as the tag wants it; nothing if it has no such form (*more splendid* is two words)."""
    if tag in FORMS:
        return inflect(lemma, FORMS[tag])
    if tag == "NNS":
        return plural(lemma)
    if tag in DEGREES:
        from lemminflect import getInflection

        return next(iter(getInflection(lemma, tag, inflect_oov=False)), "")
    return lemma


def _line(file: str, kind: str, start: str) -> str:
    """The line that starts so, or nothing. The files are sorted, so that none has to be read as a whole."""
    number, size = _file(f"{file}.{kind}")
    key = start.encode()

    def start_after(place: int) -> bytes:
        # the end of the file comes after every word
        return os.pread(number, len(key), _line_end(number, place) + 1) or b"\xff"

    place = bisect_left(range(size), key, key=start_after)
    begin = _line_end(number, place) + 1  # never 0: the first line is a part of the licence
    line = os.pread(number, _line_end(number, begin) - begin, begin)
    return line.decode("ascii") if line.startswith(key) else ""


def _line_end(number: int, place: int) -> int:
    """Where the line ends that has this place."""
    while part := os.pread(number, PART, place):
        if (end := part.find(b"\n")) >= 0:
            return place + end
        place += len(part)
    return place


@cache
def _file(name: str) -> tuple[int, int]:
    """The open file's number, which worker processes can share, for nothing is read at a current place."""
    path = resource_path("wordnet") / name
    with reading(path):
        return os.open(path, os.O_RDONLY), path.stat().st_size
