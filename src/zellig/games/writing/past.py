"""Past questions on an answer, those that share most with what is being written first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from zellig.systems.question_words import telling, word_places

SHOWN = 6


class PastQuestion(msgspec.Struct, frozen=True):
    """A question or article on the answer, and the places of the phrases that the draft shares with it."""

    text: str
    origin: str
    shared: tuple[tuple[int, int], ...]


def past_questions(texts: Sequence[tuple[str, str]], draft: str) -> list[PastQuestion]:
    """The texts about an answer, each with where it is from; ranked by the phrases that they share."""
    mine = {phrase for phrase, _ in _phrases(draft)}
    found = []
    for text, origin in texts:
        shared = [place for phrase, place in _phrases(text) if phrase in mine]
        found.append(PastQuestion(text, origin, _merged(shared)))
    return sorted(found, key=lambda each: -len(each.shared))[:SHOWN]


def _phrases(text: str) -> list[tuple[tuple[str, str], tuple[int, int]]]:
    """Two words in a row of which one says something, with where they stand."""
    words = word_places(text)
    saying = set(telling([word for word, _ in words]))
    return [
        ((one, other), (start, end))
        for (one, (start, _)), (other, (_, end)) in pairwise(words)
        if one in saying or other in saying
    ]


def _merged(places: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Places that overlap, as one."""
    found: list[tuple[int, int]] = []
    for start, end in places:
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return tuple(found)
