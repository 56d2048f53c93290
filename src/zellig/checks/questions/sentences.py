"""Where the sentences of a question are."""

from __future__ import annotations

import re

from zellig.systems.question_words import sentences

Place = tuple[int, int]

# A full stop behind these ends no sentence: titles, other short words, and the initials of a name.
_GOES_ON = re.compile(
    r"\b(?:Mrs?|Ms|Dr|Sts?|Jr|Sr|Nos?|Op|vs?|Prof|Gen|Col|Lt|Capt|Sgt|Rev|Gov|Sen|Rep|Mt|Ft|Fr|[A-Z])\.$"
)


def sentence_places(text: str) -> list[Place]:
    """Where each sentence begins and ends, in order."""
    places: list[Place] = []
    end = 0
    for part in sentences(text):
        start = text.index(part, end)
        end = start + len(part)
        if places and _GOES_ON.search(text, *places[-1]):
            start = places.pop()[0]
        places.append((start, end))
    return places
