"""What the checks of a question can find, how bad it is, and what to do; and the report of a check."""

from __future__ import annotations

from collections import Counter
from typing import Literal, NamedTuple

import msgspec

from zellig.checks.severities import Code, Severity, gravest
from zellig.items import Item

Where = Literal["text", "answer line"]

_READ = "Read both, and write it in words of your own, or with another clue."

CODES: dict[str, Code] = {
    "repeated-id": Code("reject", "an id that an earlier question has", "Give every question its own id."),
    "broken-text": Code(
        "reject",
        "control characters or characters lost in a conversion",
        "Write the text again from its source, as UTF-8.",
    ),
    "too-short": Code("reject", "a question that is shorter than questions are", "Add clues."),
    "few-words": Code("reject", "a question of too few different words", "Write sentences about the answer."),
    "no-answer": Code("reject", "a question without an answer", "Write the answer line."),
    "bad-answer-line": Code(
        "reject",
        "an answer line that names no answer",
        "Write the main answer first, and others behind it: Nile [accept Nile River].",
    ),
    "repeat": Code(
        "reject", "the text of another question or article", "Write a question of your own, or leave it out."
    ),
    "giveaway": Code("reject", "the main answer in the question itself", "Say it without naming the answer."),
    "too-long": Code("review", "a question that is longer than questions are", "Leave out a clue."),
    "language": Code("review", "a text that does not look like English", "Write it in English."),
    "vulgar": Code("review", "a word that may offend", "Leave it, if the question needs it."),
    "near-repeat": Code("review", "nearly the text of another question or article", _READ),
    "repeated-sentence": Code("review", "a sentence of another question or article", _READ),
    "near-sentence": Code("review", "nearly a sentence of another question or article", _READ),
    "giveaway-form": Code(
        "review",
        "the answer in the question itself, by another name or in another form",
        "Say it without naming the answer, or accept the name only until it is read.",
    ),
    "giveaway-word": Code(
        "review", "a rare word of the answer in the question itself", "Say it without the word, if you can."
    ),
    "early-answer": Code(
        "review",
        "a guesser is right after the first sentence",
        "Begin with a harder clue, and keep this one for later.",
    ),
    "mojibake": Code(
        "warn", "characters that look like UTF-8 read as another encoding", "Read the source as UTF-8."
    ),
    "invisible": Code("warn", "invisible characters", "Remove them."),
    "unclear-answer-line": Code(
        "warn",
        "a part of the answer line that is not understood",
        "Write accept, prompt on or do not accept; docs/concepts/answer-lines.md says what is read.",
    ),
    "rewritten": Code(
        "warn",
        "words of the question that it rewrites",
        "Nothing, if the machine goes wrong now and people do not.",
    ),
    "repeated-ending": Code(
        "warn", "the last sentence of another question", "Nothing, if all other clues are your own."
    ),
    "late-answer": Code(
        "warn",
        "a guesser is right only when the last sentence is read",
        "Nothing, if people know it before.",
    ),
    "unanswered": Code(
        "warn", "a guesser does not find the answer at all", "Leave it so, if people find it by the end."
    ),
}


class Place(msgspec.Struct, frozen=True):
    """A part of a question, in characters, and what stands there."""

    where: Where
    start: int
    end: int
    words: str


class Other(msgspec.Struct, frozen=True):
    """Another text that a finding speaks of, and where it is from."""

    text: str
    origin: str


class Fault(NamedTuple):
    """What a check says of a question: the code of a finding, a sentence, and the evidence."""

    code: str
    message: str
    place: Place | None = None
    other: Other | None = None


class QuestionFinding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing found about one question; `line` is its number among all."""

    question: str
    line: int
    code: str
    severity: Severity
    message: str
    remedy: str
    place: Place | None = None
    other: Other | None = None

    @property
    def about(self) -> str:
        return self.question


class QuestionRow(msgspec.Struct, frozen=True):
    """A question and what was found about it."""

    line: int
    item: Item
    findings: tuple[QuestionFinding, ...]

    @property
    def worst(self) -> Severity | None:
        """The gravest severity among the findings."""
        return gravest(self.findings)


class QuestionSummary(msgspec.Struct, frozen=True):
    """A report as it is written down; `review` and `warn` count accepted questions."""

    questions: int
    accepted: int
    rejected: int
    review: int
    warn: int
    counts: dict[str, int]  # by code
    findings: list[QuestionFinding]


class QuestionReport(msgspec.Struct, frozen=True):
    """All questions in their order, each with its findings."""

    rows: tuple[QuestionRow, ...]

    @property
    def findings(self) -> list[QuestionFinding]:
        return [finding for row in self.rows for finding in row.findings]

    @property
    def accepted(self) -> list[Item]:
        """The questions that nothing rejects; some of them may still want a review."""
        return [row.item for row in self.rows if row.worst != "reject"]

    def summary(self) -> QuestionSummary:
        """The whole report without the questions."""
        worst = Counter(row.worst for row in self.rows)
        return QuestionSummary(
            questions=len(self.rows),
            accepted=len(self.rows) - worst["reject"],
            rejected=worst["reject"],
            review=worst["review"],
            warn=worst["warn"],
            counts=dict(Counter(finding.code for finding in self.findings)),
            findings=self.findings,
        )


def place(text: str, start: int, end: int, where: Where = "text") -> Place:
    """The part of a text, with what stands there."""
    return Place(where, start, end, text[start:end])


def finding(item: Item, line: int, fault: Fault) -> QuestionFinding:
    """A finding about a question."""
    kind = CODES[fault.code]
    return QuestionFinding(
        item.id, line, fault.code, kind.severity, fault.message, kind.remedy, fault.place, fault.other
    )
