"""Synonyms from WordNet for a word in its context: of its part of speech, sense by sense, in its form."""

from __future__ import annotations

import mmap
from bisect import bisect_left
from functools import cache, lru_cache

from zellig.files import reading
from zellig.language.inflection import FORMS, inflect, lemma_of, plural
from zellig.resources import resource_path

FILES = {"NN": "noun", "VB": "verb", "JJ": "adj", "RB": "adv"}  # by the first letters of a Penn tag
DEGREES = {"JJR": "ADJ", "JJS": "ADJ", "RBR": "ADV", "RBS": "ADV"}


@lru_cache(maxsize=2**16)
def synonyms(word: str, tag: str, senses: int | None = None) -> tuple[str, ...]:
    """Single words that share a sense with a lower-case word of this Penn tag, in the form the tag asks for.

    WordNet has the usual senses first: with `senses` only so many of them count. A name, a word that WordNet
    does not have as this part of speech, or one that it does not know, has none.
    """
    if tag[:2] not in FILES or tag.startswith("NNP"):
        return ()
    lemma = _lemma(word, tag)
    found = dict.fromkeys(
        other
        for sense in senses_of(lemma, FILES[tag[:2]])[:senses]
        for other in sense
        if other != lemma and other.isalpha() and other.islower()
    )
    formed = dict.fromkeys(_in_form(other, tag) for other in found)
    return tuple(other for other in formed if other and other != word)


@lru_cache(maxsize=2**16)
def senses_of(lemma: str, kind: str) -> tuple[tuple[str, ...], ...]:
    """The words of each sense of a lemma, the most usual sense first; `kind` is noun, verb, adj or adv."""
    line = _line("index", kind, f"{lemma.replace(' ', '_')} ")
    # lemma, part of speech, how many senses, how many pointers, the pointers, two counts, senses
    fields = line.split()
    return tuple(_words(sense, kind) for sense in fields[6 + int(fields[3]) :]) if fields else ()


def _words(sense: str, kind: str) -> tuple[str, ...]:
    # offset, file, kind, how many words (hexadecimal), each word with a number, ...
    fields = _line("data", kind, sense).split()
    words = fields[4 : 4 + 2 * int(fields[3], 16) : 2]
    # an adjective may say where it stands: galore(ip)
    return tuple(word.partition("(")[0].replace("_", " ") for word in words)


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
    """The line that starts so, or nothing. Both files are sorted, so that none has to be read as a whole."""
    text = _bytes(f"{file}.{kind}")
    key = start.encode()

    def line_at(place: int) -> bytes:
        begin = text.rfind(b"\n", 0, place) + 1
        return text[begin : begin + len(key)]

    place = bisect_left(range(len(text)), key, key=line_at)
    if place == len(text) or line_at(place) != key:
        return ""
    return text[place : text.find(b"\n", place)].decode("ascii")


@cache
def _bytes(name: str) -> mmap.mmap:
    path = resource_path("wordnet") / name
    with reading(path), path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
