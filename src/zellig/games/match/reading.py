"""How a question is read out: its words, and when each is due."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from math import log
from typing import NamedTuple

from zellig.corpora.questions import POWER
from zellig.items import Item

_WORD = re.compile(r"\S+")
_COMMA, _STOP = (",", ";", ":", "—", "–"), (".", "!", "?", "…")
_AFTER_COMMA, _AFTER_STOP = 1.5, 2.5  # as long as so many letters more, on the logarithmic scale of qbreader
_MEAN = 3.0  # of what a word weighs in English questions, so that a rate in words a minute is about kept

Moment = int  # milliseconds on the server's clock


class Words(NamedTuple):
    """A question as it is read."""

    ends: tuple[int, ...]  # of every word, in characters
    due: tuple[int, ...]  # milliseconds after the first word, and last of all when the reading is over
    power: int  # words that are in power; 0: none

    def __len__(self) -> int:
        return len(self.ends)

    def heard(self, begun: Moment, first: int, now: Moment) -> int:
        """How many words have been read by now, if the reading went on with word number `first` then."""
        if now < begun:
            return first
        return min(len(self), max(first, bisect_right(self.due, now - begun + self.due[first], hi=len(self))))

    def moment(self, begun: Moment, first: int, word: int) -> Moment:
        """When a word is read; the one after the last: when the reading is over."""
        return begun + self.due[word] - self.due[first]


@lru_cache(maxsize=4096)
def words_of(text: str, power: int, words_a_minute: int) -> Words:
    """The words of a text. A long word takes longer, and after a comma or a stop there is a pause."""
    found = list(_WORD.finditer(text))
    weight = 60_000 / words_a_minute / _MEAN
    times = [round(weight * _weighs(each.group())) for each in found]
    ends = tuple(each.end() for each in found)
    return Words(ends, tuple(accumulate(times, initial=0)), bisect_right(ends, power))


def words_of_item(item: Item, words_a_minute: int) -> Words:
    """The words of a question."""
    power = item.metadata.get(POWER)
    return words_of(item.fields["text"], power if isinstance(power, int) else 0, words_a_minute)


def _weighs(word: str) -> float:
    plain = word.rstrip("\"'”’)]")
    pause = _AFTER_STOP if plain.endswith(_STOP) else _AFTER_COMMA if plain.endswith(_COMMA) else 0.0
    return 1 + log(len(word)) + pause
