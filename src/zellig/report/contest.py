"""The report of a contest: tables, heat maps and an item browser in one HTML file that needs no network."""

from __future__ import annotations

import base64
import gzip
from collections.abc import Mapping
from pathlib import Path

import msgspec

from zellig import __version__
from zellig.files import write_text
from zellig.games.breaking.figures import Success
from zellig.games.contest import Contest, Scores
from zellig.items import Pair
from zellig.pairs.diff import Segment, segments
from zellig.report.page import template
from zellig.report.words import contest_in_words

Successes = Mapping[str, Mapping[str, Success]]  # by breaker and system


class Field(msgspec.Struct, frozen=True):
    """A field of a pair, with what was changed in it."""

    name: str
    diff: list[Segment]


class Row(msgspec.Struct, frozen=True):
    """A pair as the browser shows it; two values belong to original and modified item."""

    breaker: str
    id: str
    phenomenon: str
    promise: str
    rationale: str
    gold: tuple[tuple[str, ...], tuple[str, ...]]
    fields: list[Field]
    answers: list[tuple[str, str]]  # of each system
    right: list[tuple[bool, bool]]


class Browser(msgspec.Struct, frozen=True):
    """All that the item browser shows."""

    systems: list[str]
    breakers: list[str]
    pairs: list[Row]


def write_report(
    path: Path, contest: Contest, scores: Scores, title: str, success: Successes | None = None
) -> None:
    """Write the report, whole or not at all."""
    write_text(path, contest_html(contest, scores, title, success))


def contest_html(contest: Contest, scores: Scores, title: str, success: Successes | None = None) -> str:
    """The report as one string of HTML; the same contest and scores give the same bytes.

    `success` has the items that breakers broke, by breaker and system, where it is known on which items they
    played (docs/breaking.md).
    """
    return template("contest.html").render(
        title=title,
        version=__version__,
        task=contest.task,
        systems=contest.systems,
        breakers=contest.names,
        scores=scores,
        victims={entry.name: entry.victim for entry in contest.entries if entry.victim is not None},
        asking={entry.author for entry in contest.entries if entry.victim is not None},
        success=success or {},
        words=contest_in_words(scores),
        data=_packed(browser_data(contest)),
    )


def browser_data(contest: Contest) -> Browser:
    """Every pair with its diff, labels, and each system's two answers."""
    right = contest.outcomes.right.transpose(2, 0, 1).tolist()  # by pair, system and side
    pairs = []
    for (entry, place, pair), judged in zip(contest.rows(), right, strict=True):
        given = [answers[entry.name] for answers in contest.answers.values()]
        pairs.append(
            Row(
                breaker=entry.name,
                id=pair.id,
                phenomenon=pair.phenomenon,
                promise=pair.promise,
                rationale=pair.rationale,
                gold=(pair.original.accepted, pair.modified.accepted),
                fields=_fields(pair),
                answers=[(answers.original[place], answers.modified[place]) for answers in given],
                right=judged,
            )
        )
    return Browser(contest.systems, contest.names, pairs)


def _fields(pair: Pair) -> list[Field]:
    """Each field once as text if both sides share it, otherwise as a diff."""
    return [
        Field(name, segments(text, pair.modified.fields.get(name, "")))
        for name, text in pair.original.fields.items()
    ]


def _packed(data: Browser) -> str:
    """JSON, compressed and in base64: safe inside a script element, and small for large contests."""
    return base64.b64encode(gzip.compress(msgspec.json.encode(data), mtime=0)).decode()
