"""A sentence with some of its words changed: spacing, capitals and articles stay right."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from zellig.language.inflection import with_article
from zellig.language.tokens import Sentence
from zellig.language.wordnet import PERSON, always_capital, is_name, noun_kind

_MARKS = frozenset({".", "...", "!", "?", ",", ";", ":"})

LOW = ("DT", "IN", "PRP$", "PRP", "EX", "VBZ", "RB", "JJ")  # before a name, and no part of it


class _Piece(NamedTuple):
    space: str
    text: str
    place: int  # in the source; -1 for what is new


def rewrite(sentence: Sentence, changes: Mapping[int, str], before: Mapping[int, str] | None = None) -> str:
    """The sentence with some tokens replaced (by "": left out) and words put before others."""
    before = before or {}
    pieces: list[_Piece] = []
    for token in sentence.tokens:
        space = token.space
        if token.i in before:
            pieces.append(_Piece(space, before[token.i], -1))
            space = " "
        if token.i in changes:
            text = changes[token.i]
            if text and token.text[:1].isupper() and token.i == 0:
                text = text[:1].upper() + text[1:]
            pieces += [_Piece(space, text, -1)] if text else []
        else:
            moved = token.i == 0 and pieces
            pieces.append(_Piece(space, uncapitalised(sentence) if moved else token.text, token.i))
    return _joined(pieces, capital=sentence.tokens[0].text[:1].isupper())


def _joined(pieces: list[_Piece], *, capital: bool) -> str:
    """*a* or *an* as the next word asks, and a capital at the beginning if the source has one."""
    texts = [piece.text for piece in pieces]
    for place, (piece, after) in enumerate(pairwise(pieces)):
        new = after.place < 0 or after.place != piece.place + 1
        if new and piece.text.lower() in ("a", "an") and after.text[:1].isalpha():
            article = with_article(after.text).partition(" ")[0]
            texts[place] = article.capitalize() if piece.text[0].isupper() else article
    if capital and texts:
        texts[0] = texts[0][:1].upper() + texts[0][1:]
    spaces = ["", *(piece.space for piece in pieces[1:])]
    return "".join(space + text for space, text in zip(spaces, texts, strict=True))


def uncapitalised(sentence: Sentence) -> str:
    """The first word as it is spelt where no sentence begins."""
    first = sentence.tokens[0]
    second = sentence.tokens[1] if len(sentence) > 1 else None
    adverb = (first.tag == "RB" and first.low.endswith("ly")) or first.tag in ("JJR", "RBR")
    name = first.tag in ("NNP", "NNPS") or (
        first.tag[:2] in ("NN", "RB", "JJ", "VB") and not adverb and not _known(first.low)
    )
    name = name or (first.tag[:2] in ("NN", "JJ") and not adverb and always_capital(first.low))
    name = name or (second is not None and second.tag in ("NNP", "NNPS") and first.tag not in LOW)
    alone = first.tag == "NN" and first.dep in (
        "nsubj",
        "nsubjpass",
    )  # *Merchant translates*: no such *merchant*
    name = name or (alone and noun_kind(first.low) == PERSON)
    third = sentence.tokens[2] if len(sentence) > 2 else None
    bare = (
        first.tag[:2] in ("NN", "VB")
        and second is not None
        and second.low in ("to", "of", "from", "in", "by")
    )
    name = name or (bare and third is not None and third.tag == "NNP")  # *Road to Vienna*
    title = noun_kind(first.low) == PERSON and not is_name(first.low)  # *Director Tom Dey*
    name = name and not (title and second is not None and second.tag == "NNP")
    rest = first.text[1:]
    if name or first.text == "I" or first.text.startswith("I'") or (rest.isalpha() and rest.isupper()):
        return first.text
    return first.text[:1].lower() + rest


@lru_cache(maxsize=2**14)
def _known(word: str) -> bool:
    """Is it a word of the language, spelt in lower case?"""
    from lemminflect import getAllLemmas

    return not word.isalpha() or bool(getAllLemmas(word)) or noun_kind(word) is not None or len(word) < 4


def ending(sentence: Sentence) -> int:
    """The place where the final punctuation begins."""
    stop = len(sentence)
    while stop > 1 and sentence.tokens[stop - 1].text in _MARKS:
        stop -= 1
    return stop


def body(sentence: Sentence) -> str:
    """The sentence without its final punctuation, spelt as inside another one."""
    tokens = sentence.tokens[: ending(sentence)]
    return "".join([uncapitalised(sentence), *(token.space + token.text for token in tokens[1:])])
