"""Does a question repeat what was written before: all of it, or a sentence?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from zellig.checks.questions.findings import Fault, Other, place
from zellig.checks.questions.policy import Repeats
from zellig.checks.questions.pool import Compared, Near, asked_before, written
from zellig.checks.questions.sentences import sentence_places
from zellig.items import Item

# The last sentence says what is asked for, and there are few ways to say it.
_ENDING = re.compile(r"\b(?:for|ftp)\b.{0,3}\b(?:\d\d|ten|fifteen|twenty) points?\b|\bftp\b", re.IGNORECASE)


def repeats(item: Item, pool: Compared, policy: Repeats, rewrites: str = "") -> Iterator[Fault]:
    """The nearest text of the pool; if there is none that is like the question, sentences that are.

    What it has in common with the question that it `rewrites` (an id) is told, and is no repeat unless
    nothing was changed.
    """
    text, mine = item.fields["text"], {written(item)}
    if rewrites:
        mine.add(asked_before(rewrites))
        yield from _still(text, pool, asked_before(rewrites))
    for near in pool.texts_like(text, but=mine)[:1]:
        if near.same:
            yield Fault("repeat", f"it is the text of {near.origin}", None, _other(near))
        else:
            what = f"{near.degree:.0%} of the words are those of {near.origin}"
            yield Fault("near-repeat", what, None, _other(near))
        return
    places = sentence_places(text)
    for start, end in places:
        if end - start <= policy.characters:
            continue
        for near in pool.sentences_like(text[start:end], but=mine)[:1]:
            if (start, end) == places[-1] and _ENDING.search(text, start, end):
                code = "repeated-ending" if near.same else None
            else:
                code = "repeated-sentence" if near.same else "near-sentence"
            if code is not None:
                yield Fault(code, _like(near), place(text, start, end), _other(near))


def _still(text: str, pool: Compared, source: str) -> Iterator[Fault]:
    """How much of a question is left in one that rewrites it."""
    for near in (each for each in pool.texts_like(text) if each.origin == source):
        if near.same:
            yield Fault("repeat", f"it is still the text of {source}, word for word", None, _other(near))
        else:
            what = f"{near.degree:.0%} of the words are those of {source}, which it rewrites"
            yield Fault("rewritten", what, None, _other(near))


def _like(near: Near) -> str:
    if near.same:
        return f"the sentence is in {near.origin}"
    return f"{near.degree:.0%} of the words of the sentence are those of one in {near.origin}"


def _other(near: Near) -> Other:
    return Other(near.text, near.origin)
