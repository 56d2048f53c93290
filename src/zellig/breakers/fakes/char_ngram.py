"""Letter salad: texts from a model of the characters of a corpus, as long as the real ones.

A character is drawn by how often it stood behind the `order` - 1 characters before it. Where the model ends a
text, it begins the next one.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from itertools import accumulate

from zellig.breakers.fakes.fake import CORPUS, Writer, refuse_below, texts_of
from zellig.breakers.promises import refuse_other_tasks
from zellig.errors import ZelligError
from zellig.performers import Spec
from zellig.tasks import Task
from zellig.tasks.is_fake import IS_FAKE

EDGE = "\n"  # what a text begins and ends with
SPACE = " "
ENDINGS = ".!?"
_WORDS_ONLY = re.compile(r"\W+$")

Weighted = tuple[str, tuple[int, ...]]  # characters, and the running total of how often each one was seen
Model = dict[str, Weighted]  # by the characters before


def make(task: Task, *, order: int = 3, corpus: str = CORPUS) -> Writer:
    """The breaker with the character n-grams of a corpus."""
    refuse_other_tasks("char-ngram", task, IS_FAKE)
    refuse_below(1, "order", order)

    def write(text: str, luck: random.Random) -> str:
        return salad(model_of(corpus, order), order, text, luck)

    return Writer(Spec("char-ngram", {"order": order, "corpus": corpus}), write, "characters")


@cache
def model_of(corpus: str, order: int) -> Model:
    """What was seen behind every `order` - 1 characters of a corpus."""
    seen: dict[str, Counter[str]] = {}
    for text in texts_of(corpus):
        padded = f"{EDGE * max(order - 1, 1)}{SPACE.join(text.split())}{EDGE}"
        for place in range(max(order - 1, 1), len(padded)):
            seen.setdefault(padded[place - order + 1 : place], Counter())[padded[place]] += 1
    if not seen:
        raise ZelligError(f"the corpus {corpus!r} has no text", remedy="Give another one.")
    return {before: ("".join(counts), tuple(accumulate(counts.values()))) for before, counts in seen.items()}


def salad(model: Model, order: int, like: str, luck: random.Random) -> str:
    """A text that goes on to the end of the word in which it gets as long as another, and ends like it."""
    start = EDGE * (order - 1)
    before, made = start, ""
    while len(made) < len(like) or not made.endswith(SPACE):
        characters, totals = model[before]
        (drawn,) = luck.choices(characters, cum_weights=totals)
        if drawn == EDGE:
            made, before = made.rstrip() + SPACE, start
        else:
            made, before = made + drawn, (before + drawn)[1:]
    ending = like.rstrip()[-1:]
    return _WORDS_ONLY.sub("", made) + (ending if ending in ENDINGS else "")
