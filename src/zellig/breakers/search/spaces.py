"""Spaces: what a word may be changed into. A word is changed once, so a space only sees original words."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from string import ascii_lowercase

from zellig.breakers.search.passage import Word, cased
from zellig.language.synonyms import near_words, synonyms

Space = Callable[[Word, int], Sequence[str]]  # a word and a seed -> words for its place, the likeliest first

ENDS = 1  # letters at either end of a word that noise leaves alone: people read words by them


def wordnet(senses: int | None = None) -> Space:
    """Synonyms of the word as it is tagged, inflected to fit, of its first senses or of all."""

    def space(word: Word, seed: int) -> Sequence[str]:
        return [cased(new, like=word.text) for new in synonyms(word.low, word.tag, senses)]

    return space


def wide_wordnet(most: int) -> Space:
    """Synonyms of all senses and words of nearly the same meaning, so many at most: more breaks, more odd."""

    def space(word: Word, seed: int) -> Sequence[str]:
        return [cased(new, like=word.text) for new in near_words(word.low, word.tag)[:most]]

    return space


def noise(word: Word, seed: int) -> Sequence[str]:
    """Two neighbouring letters swapped, one replaced, one lost and one too many, each somewhere inside."""
    text = word.text
    inside = range(ENDS, len(text) - ENDS)
    if len(inside) < 2:
        return ()
    generator = random.Random(f"{seed} {text}")  # noqa: S311  (reproducible choice, not a secret)
    swapped = generator.choice(inside[:-1])
    replaced, lost, before = (generator.choice(inside) for _ in range(3))
    letters = generator.choices(ascii_lowercase, k=2)
    made = (
        text[:swapped] + text[swapped + 1] + text[swapped] + text[swapped + 2 :],
        text[:replaced] + letters[0] + text[replaced + 1 :],
        text[:lost] + text[lost + 1 :],
        text[:before] + letters[1] + text[before:],
    )
    return [each for each in dict.fromkeys(made) if each.lower() != text.lower()]  # capitals are no noise


def deletion(word: Word, seed: int) -> Sequence[str]:
    """The word goes."""
    return ("",)
