"""A question about a sentence, read once: where the predicate is, and which words answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from zellig.breakers.strategies.data import listed
from zellig.breakers.strategies.domains import Domain
from zellig.breakers.strategies.opinion import Reading, read_texts
from zellig.breakers.strategies.torn import refuse_torn
from zellig.items import Item
from zellig.language.clause import RefusedError
from zellig.language.tokens import Token
from zellig.transform.change import refuse_if

NAMES = ("NNP", "NNPS")
HEAVY = (",", "CC", "WDT", "WP", "VBG", "VBN")  # tags that make a phrase long to read
LONGEST = 45  # tokens: beyond, the parser cannot be trusted
UNSURE = frozenset(
    {
        "`",
        "``",
        "'",
        "''",
        '"',
        ":",
        ";",
        "?",
        "-lrb-",
        "-rrb-",
        "(",
        ")",
        "-",
        "–",
        "--",
        "etc",
        "etc.",
        "...",
    }
)


def phrases(table: str, name: str) -> tuple[str, ...]:
    """A list of `data/asked.toml`."""
    return listed("asked", table, name)


@dataclass(frozen=True)
class Asked:
    """A sentence, and a question about one of its predicates."""

    reading: Reading
    item: Item

    @property
    def readings(self) -> tuple[Reading, ...]:
        """All that was read."""
        return (self.reading,)

    @property
    def wh(self) -> str:
        """The question word."""
        return self.item.fields["question"].partition(" ")[0].lower()

    @cached_property
    def mark(self) -> str:
        """A comma as the sentence writes it: apart, if its punctuation stands apart."""
        apart = any(token.space and token.tag in (".", ",") for token in self.reading.tokens[1:])
        return " ," if apart else ","

    @cached_property
    def starts(self) -> list[int]:
        """Where each token begins in the sentence."""
        places, at = [], 0
        for token in self.reading.tokens:
            at += len(token.space)
            places.append(at)
            at += len(token.text)
        return places

    @property
    def predicate(self) -> Token:
        """The word that the question is about; refuses one that occurs twice."""
        word = self.item.fields["predicate"].lower()
        found = [token for token in self.reading.tokens if token.low == word]
        refuse_if(len(found) != 1, "predicate not once")
        return found[0]

    def spans(self) -> list[tuple[int, int]]:
        """For every answer its first place and the one behind its last; it must be there once."""
        text = self.item.fields["sentence"]
        return [self._span(text, answer) for answer in self.item.accepted]

    def _span(self, text: str, answer: str) -> tuple[int, int]:
        pattern = r"\s+".join(map(re.escape, answer.split()))
        found = list(re.finditer(rf"(?<!\w){pattern}(?!\w)", text))
        refuse_if(len(found) != 1, "answer not once")
        (place,) = found
        inside = [
            token.i
            for token, start in zip(self.reading.tokens, self.starts, strict=True)
            if place.start() <= start < place.end()
        ]
        if not inside or self.starts[inside[0]] != place.start():
            raise RefusedError("answer inside a word")
        last = inside[-1]
        refuse_if(
            self.starts[last] + len(self.reading.tokens[last].text) != place.end(), "answer inside a word"
        )
        return inside[0], inside[-1] + 1

    def text(self, start: int, end: int) -> str:
        """The words from one place to before another, as they stand."""
        tokens = self.reading.tokens[start:end]
        return "".join((token.space if token.i > start else "") + token.text for token in tokens)


def exchanged(asked: Asked, token: Token, word: str) -> tuple[str, ...]:
    """The answers with another word in the place of one; those that do not have it stay."""
    spelt = word[:1].upper() + word[1:] if token.i == 0 and token.text[:1].isupper() else word
    changed = []
    for answer, (start, end) in zip(asked.item.accepted, asked.spans(), strict=True):
        before, after = asked.text(start, token.i), asked.text(token.i + 1, end)
        spaces = [token.space if before else "", asked.reading.tokens[token.i + 1].space if after else ""]
        inside = f"{before}{spaces[0]}{spelt}{spaces[1]}{after}"
        changed.append(inside if start <= token.i < end else answer)
    return tuple(changed)


def statement(asked: Asked) -> None:
    """Refuses what is not one sentence that the parser can be trusted with."""
    reading = asked.reading
    refuse_if(not reading.single, "more than one sentence")
    refuse_if(len(reading.tokens) > LONGEST, "too long")
    refuse_if(UNSURE.intersection(reading.lows), "aside")
    refuse_if(reading.tokens[-1].text != ".", "no full stop")
    refuse_torn(reading)


def read_questions(items: Sequence[Item], domain: Domain) -> Iterator[Asked | None]:
    """What is asked in every item, in order; None for an empty sentence."""
    readings = read_texts([item.fields["sentence"] for item in items], domain)
    for item, reading in zip(items, readings, strict=True):
        yield None if reading is None else Asked(reading, item)
