"""Word shuffle: the words of the real text in another order; punctuation and the first capital stay."""

from __future__ import annotations

import random
import re

from zellig.breakers.fakes.fake import Writer
from zellig.breakers.promises import refuse_other_tasks
from zellig.breakers.search.constraints import function_words
from zellig.language.inflection import is_word
from zellig.performers import Spec
from zellig.tasks import Task
from zellig.tasks.is_fake import IS_FAKE
from zellig.texts import token_places

TRIES = 20  # a few words may come out in their old order


def make(task: Task) -> Writer:
    """The breaker that shuffles."""
    refuse_other_tasks("word-shuffle", task, IS_FAKE)
    return Writer(Spec("word-shuffle"), shuffled, "shuffle")


def shuffled(text: str, luck: random.Random) -> str | None:
    """The text with its words in another order; None if there is none."""
    places = [(begin, end) for begin, end in token_places(text) if text[begin].isalnum()]
    words = [text[begin:end] for begin, end in places]
    if not words:
        return None
    capital = words[0][0].isupper()
    plain = [_without_capital(words[0]), *words[1:]]
    for _ in range(TRIES):
        order = [*plain]
        luck.shuffle(order)
        if order != plain:
            first = order[0][:1].upper() + order[0][1:] if capital else order[0]
            return _put(text, places, [first, *order[1:]])
    return None


def _without_capital(word: str) -> str:
    """The first word as it is written elsewhere: a name keeps its capital."""
    low = word[:1].lower() + word[1:]
    start = re.split("['’-]", low)[0]  # *It's*
    known = start != "i" and (is_word(start) or start in function_words())
    return low if low.islower() and known else word


def _put(text: str, places: list[tuple[int, int]], words: list[str]) -> str:
    made, at = "", 0
    for (begin, end), word in zip(places, words, strict=True):
        made, at = made + text[at:begin] + word, end
    return made + text[at:]
