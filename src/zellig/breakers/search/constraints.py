"""Constraints: which words a search leaves alone, and which words may not take their place."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files

from zellig.breakers.search.passage import Word
from zellig.items import Item
from zellig.language.lexicon import valence
from zellig.tasks import Task
from zellig.texts import tokens

Open = Callable[[Word], bool]  # may this word be changed?
Fits = Callable[[Word, str], bool]  # may it be changed into this one?


def a_word(word: Word) -> bool:
    """Letters only: no number, no punctuation, no part of *don't*."""
    return word.text.isalpha()


def no_function_word(word: Word) -> bool:
    """None of the words that hold a sentence together."""
    return word.low not in function_words()


def no_name(word: Word) -> bool:
    """Not tagged as a name."""
    return not word.tag.startswith("NNP")


@cache
def function_words() -> frozenset[str]:
    """Articles, pronouns, auxiliaries, prepositions, conjunctions, *not* and the like."""
    text = files("zellig.breakers").joinpath("data/function-words.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(word for line in lines for word in line.split())


def same_direction(word: Word, new: str) -> bool:
    """Praise does not become blame or the other way round, as far as the sentiment lexicon tells.

    *Awful* once was awe-inspiring, and WordNet has *amazing* among its synonyms.
    """
    return valence(word.low) * valence(new.lower()) >= 0


def kept_words(item: Item, task: Task) -> frozenset[str]:
    """Words of the accepted answers and of the fields that may not be edited: the promise hangs on them."""
    fixed = [item.fields.get(name, "") for name in task.fields if name not in task.editable]
    return frozenset(word for text in (*item.accepted, *fixed) for word in tokens(text.lower()))
