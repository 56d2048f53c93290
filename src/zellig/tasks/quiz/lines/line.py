"""What an answer line says: the main answer, what else is right, what asks for more, and what is wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

Mark = Literal["", "required", "prompt", "optional"]
When = Literal["until", "after", "during"]
# An example of what is meant counts if all of it is said; words of a description are asked about.
Loose = Literal["", "example", "described"]


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stretch of an answer that is printed in one way."""

    text: str
    mark: Mark = ""  # required: underlined; prompt: underlined only to be asked about; optional: in brackets


class Condition(msgspec.Struct, frozen=True):
    """An answer counts only for a part of the question."""

    when: When
    what: str  # words of the question; empty: the answer itself, when it is read
    known: bool = True  # a place that can be found in the text; not so "the second sentence"


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer that a line names."""

    parts: tuple[Part, ...]
    condition: Condition | None = None
    ask: str = ""  # of a prompt: what to ask
    loose: Loose = ""
    synonym: bool = False  # "or X": another name of the same thing; "accept X" may be another thing

    @property
    def text(self) -> str:
        """The answer without what may be left out."""
        return _joined(part.text for part in self.parts if part.mark != "optional")

    @property
    def whole(self) -> str:
        """The answer with what may be left out."""
        return _joined(part.text for part in self.parts)

    @property
    def required(self) -> tuple[str, ...]:
        """What is underlined; nothing: nobody underlined anything."""
        return tuple(part.text.strip() for part in self.parts if part.mark == "required")


class AnswerLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer line, understood as far as possible."""

    main: tuple[Choice, ...]  # the first is the one to show
    accept: tuple[Choice, ...] = ()
    prompt: tuple[Choice, ...] = ()
    reject: tuple[Choice, ...] = ()
    either: bool = False  # any part of the main answer is enough
    word_forms: bool = False
    both: bool = False  # all parts of the main answer are needed
    partial: Literal["", "prompt", "reject"] = ""  # what becomes of a part of an answer
    left_to_people: tuple[str, ...] = ()  # "equivalents", "descriptions of ...": no program can judge these
    notes: tuple[str, ...] = ()  # what says nothing about answers
    understood: tuple[str, ...] = ()  # the directives as they stand in the line
    not_understood: tuple[str, ...] = ()

    @property
    def answer(self) -> str:
        """The main answer, to be shown."""
        return self.main[0].text or self.main[0].whole


def _joined(texts: Iterable[str]) -> str:
    return " ".join("".join(texts).split())
