"""Pairs as cards: what the browser of a page shows, filters and hands out; contests, runs, comparisons."""

from __future__ import annotations

import base64
import gzip
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from zellig.checks.form import Fault
from zellig.games.breaking.reasons import Reasons
from zellig.games.contest import Contest, Entry
from zellig.items import Pair
from zellig.pairs.diff import Segment, segments
from zellig.tasks import Task

T = TypeVar("T")

Side = tuple[str, str]  # an answer to the original, and one to the modified item
Findings = Mapping[str, Mapping[str, Sequence[Fault]]]  # by entry and pair: what speaks against its validity


class Field(msgspec.Struct, frozen=True):
    """A field of a pair, with what was changed in it."""

    name: str
    diff: list[Segment]


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pair as the browser shows it; two values belong to original and modified item."""

    key: str  # what a link to it says
    breaker: str
    id: str
    phenomenon: str
    promise: str
    promised: str  # the promise in words
    rationale: str
    gold: tuple[tuple[str, ...], tuple[str, ...]]
    fields: list[Field]
    answers: list[Side]  # of each system
    right: list[tuple[bool, bool]]
    confidences: list[tuple[float | None, float | None]] = []
    victim: str = ""  # the system that was asked while it was made
    validity: str = ""  # valid, or doubtful; empty if nobody looked
    findings: list[Fault] = []
    reasons: dict[str, Reasons] = {}  # by system
    state: str = ""  # what became of it between two versions


class Browser(msgspec.Struct, frozen=True):
    """All that the browser of a page shows."""

    task: str
    systems: list[str]
    breakers: list[str]
    words: dict[str, str]  # for answers that are not words themselves
    pairs: list[Card]

    def packed(self) -> str:
        """JSON, compressed and in base64: safe inside a script element, and small for large contests."""
        return base64.b64encode(gzip.compress(msgspec.json.encode(self), mtime=0)).decode()


def cards_of(
    contest: Contest,
    findings: Findings | None = None,
    reasons: Sequence[Reasons] = (),
) -> Iterator[Card]:
    """Every pair with its diff, labels, and each system's two answers.

    `findings` are known where validity was looked at; `reasons` where somebody asked.
    """
    why: dict[tuple[str, int], dict[str, Reasons]] = {}
    for each in reasons:
        why.setdefault((each.entry, each.position), {})[each.system] = each
    right = contest.outcomes.right.transpose(2, 0, 1).tolist()  # by pair, system and side
    for (entry, position, pair), judged in zip(contest.rows(), right, strict=True):
        found = list(findings.get(entry.name, {}).get(pair.id, ())) if findings is not None else []
        yield Card(
            key=f"{entry.name}/{pair.id}",
            breaker=entry.name,
            id=pair.id,
            phenomenon=pair.phenomenon,
            promise=pair.promise,
            promised=promise_in_words(pair, contest.task),
            rationale=pair.rationale,
            gold=(pair.original.accepted, pair.modified.accepted),
            fields=fields_of(pair),
            answers=[
                (given.original[position], given.modified[position]) for given in _of(contest.answers, entry)
            ],
            right=judged,
            confidences=[
                (_rounded(sure.original[position]), _rounded(sure.modified[position]))
                for sure in _of(contest.confidences, entry)
            ],
            victim=entry.victim or "",
            validity="" if findings is None else "doubtful" if found else "valid",
            findings=found,
            reasons=why.get((entry.name, position), {}),
        )


def browser_of(contest: Contest, pairs: Sequence[Card]) -> Browser:
    """A browser of cards that were made of this contest."""
    return Browser(contest.task.name, contest.systems, contest.names, dict(contest.task.words), list(pairs))


def fields_of(pair: Pair) -> list[Field]:
    """Each field once as text if both sides share it, otherwise as a diff."""
    return [
        Field(name, segments(text, pair.modified.fields.get(name, "")))
        for name, text in pair.original.fields.items()
    ]


def promise_in_words(pair: Pair, task: Task) -> str:
    """What the right answer to the modified item is, beside that to the original."""
    before, after = (
        " or ".join(task.words.get(answer, answer) for answer in side.accepted)
        for side in (pair.original, pair.modified)
    )
    if pair.promise == "same" and before == after:
        return f"The answer stays {before}."
    return f"The answer goes from {before} to {after}."


def _of(by_system: Mapping[str, Mapping[str, T]], entry: Entry) -> list[T]:
    return [given[entry.name] for given in by_system.values()]


def _rounded(probability: float | None) -> float | None:
    return None if probability is None else round(probability, 3)
