"""An original and a changed text side by side: slips of the pen, words exchanged, words gone and new."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz.distance import OSA, Levenshtein, Opcode, Opcodes

from zellig.language.inflection import is_word, singular
from zellig.language.tokens import Sentence, Token
from zellig.language.wordnet import noun_kind
from zellig.texts import token_places

SHORTEST = 4  # letters of a word that can be read although one of them is wrong


@dataclass(frozen=True)
class SideBySide:
    """Two parsed texts, and what was done to the first."""

    before: Sentence
    after: Sentence

    @cached_property
    def word_for_word(self) -> bool:
        """Were words only exchanged, none put in or left out, and at most half of them?"""
        exchanged = all(code.tag in ("equal", "replace") for code in self._codes)
        return exchanged and 2 * len(self.swaps) <= len(self.before)

    @cached_property
    def swaps(self) -> tuple[tuple[Token, Token], ...]:
        """Tokens that stand in each other's place."""
        return tuple(
            (self.before.tokens[old], self.after.tokens[new])
            for code in self._codes
            if code.tag == "replace"
            for old, new in zip(
                range(code.src_start, code.src_end), range(code.dest_start, code.dest_end), strict=True
            )
        )

    @cached_property
    def gone(self) -> tuple[Token, ...]:
        """Tokens of the original that were exchanged or left out."""
        tokens = self.before.tokens
        return tuple(token for code in self._changes for token in tokens[code.src_start : code.src_end])

    @cached_property
    def new(self) -> tuple[Token, ...]:
        """Tokens that came instead of others, or were put in."""
        tokens = self.after.tokens
        return tuple(token for code in self._changes for token in tokens[code.dest_start : code.dest_end])

    @property
    def _changes(self) -> list[Opcode]:
        return [code for code in self._codes if code.tag != "equal"]

    @cached_property
    def _codes(self) -> Opcodes:
        lows = ([token.low for token in side.tokens] for side in (self.before, self.after))
        return Levenshtein.opcodes(*lows)


def without_slips(original: str, modified: str) -> str:
    """The modified text as a reader takes it: words that are only misspelt are put right."""
    old, new = token_places(original), token_places(modified)
    words = [original[start:end] for start, end in old]
    lows = [word.lower() for word in words], [modified[start:end].lower() for start, end in new]
    mended, end = "", 0
    for code in Levenshtein.editops(*lows):
        if code.tag == "replace" and is_slip(lows[0][code.src_pos], lows[1][code.dest_pos]):
            start, stop = new[code.dest_pos]
            mended += modified[end:start] + words[code.src_pos]
            end = stop
    mended += modified[end:]
    return original if mended.lower() == original.lower() else mended


def is_slip(word: str, other: str) -> bool:
    """Is the other one no word, but this one with a single letter wrong, missing, added or out of place?

    A slip that makes another word (*rare*, *rate*) is none: it would be read as that word. Both are in lower
    case.
    """
    alike = len(word) >= SHORTEST and word[0] == other[0]
    return alike and OSA.distance(word, other, score_cutoff=1) == 1 and not _is_known(other)


def _is_known(word: str) -> bool:
    """Is each piece of a word in a dictionary?"""
    return all(
        is_word(piece) or any(noun_kind(noun) is not None for noun in (piece, singular(piece)))
        for piece in re.split("['’-]", word)
    )
