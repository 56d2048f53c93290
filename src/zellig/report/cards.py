"""Pairs as cards, as the browser of a page shows them; contests, runs, comparisons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
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


@dataclass(frozen=True)
class Deck:
    """The cards of a contest: every pair with its diff, its labels, and each system's two answers."""

    contest: Contest
    findings: Findings | None = None  # where validity was looked at
    reasons: Sequence[Reasons] = ()  # where somebody asked
    states: Sequence[str] = ()  # of each pair, where two versions are compared

    def card(self, row: int) -> Card:
        """The card of one of the contest's rows."""
        entry, position, pair = self.contest.row(row)
        found = self._found(entry, pair)
        return Card(
            key=f"{entry.name}/{pair.id}",
            breaker=entry.name,
            id=pair.id,
            phenomenon=pair.phenomenon,
            promise=pair.promise,
            promised=promise_in_words(pair, self.contest.task),
            rationale=pair.rationale,
            gold=(pair.original.accepted, pair.modified.accepted),
            fields=fields_of(pair),
            answers=[
                (given.original[position], given.modified[position])
                for given in _of(self.contest.answers, entry)
            ],
            right=list(map(tuple, self.contest.outcomes.right[:, :, row].tolist())),
            confidences=[
                (_rounded(sure.original[position]), _rounded(sure.modified[position]))
                for sure in _of(self.contest.confidences, entry)
            ],
            victim=entry.victim or "",
            validity="" if self.findings is None else "doubtful" if found else "valid",
            findings=found,
            reasons=self._why.get((entry.name, position), {}),
            state=self.states[row] if self.states else "",
        )

    def kinds(self) -> list[tuple[str, bool, str]]:
        """What a pair is beside its outcomes, by row: its phenomenon, whether it is doubtful, its state."""
        pairs = self.contest.pairs
        doubtful = [False] * len(pairs)
        if self.findings is not None:
            doubtful = [bool(self._found(entry, pair)) for entry, _, pair in self.contest.rows()]
        states = self.states or [""] * len(pairs)
        return list(zip([pair.phenomenon for pair in pairs], doubtful, states, strict=True))

    def explained(self) -> set[int]:
        """The rows for which some system gave its reasons."""
        if not self.reasons:
            return set()
        rows = enumerate(self.contest.rows())
        return {row for row, (entry, position, _) in rows if (entry.name, position) in self._why}

    def _found(self, entry: Entry, pair: Pair) -> list[Fault]:
        return list((self.findings or {}).get(entry.name, {}).get(pair.id, ()))

    @cached_property
    def _why(self) -> dict[tuple[str, int], dict[str, Reasons]]:
        """By entry and position: the reasons of each system."""
        found: dict[tuple[str, int], dict[str, Reasons]] = {}
        for each in self.reasons:
            found.setdefault((each.entry, each.position), {})[each.system] = each
        return found


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
