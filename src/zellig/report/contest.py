"""The report of a contest: tables, heat maps and an item browser in one HTML file that needs no network."""

from __future__ import annotations

import base64
import gzip
from pathlib import Path
from typing import Any

import msgspec

from zellig import __version__
from zellig.files import write_text
from zellig.games.contest import Contest
from zellig.games.contest.contest import ON
from zellig.games.contest.score import Scores
from zellig.items import Item, Pair
from zellig.pairs.diff import segments
from zellig.report.page import template
from zellig.report.words import contest_in_words


def write_report(
    path: Path, contest: Contest, scores: Scores, title: str, success: Scores | None = None
) -> None:
    """Write the report, whole or not at all."""
    write_text(path, contest_html(contest, scores, title, success))


def contest_html(contest: Contest, scores: Scores, title: str, success: Scores | None = None) -> str:
    """The report as one string of HTML; the same contest and scores give the same bytes.

    `success` has the items that breakers broke, by breaker and system, where it is known on which items they
    played (docs/breaking.md).
    """
    return template("contest.html").render(
        title=title,
        version=__version__,
        task=contest.task,
        systems=contest.systems,
        breakers=contest.breakers,
        scores=scores,
        made_for=contest.made_for,
        asking={name.removesuffix(f"{ON}{system}") for name, system in contest.made_for.items()},
        success=success or {},
        words=contest_in_words(scores),
        data=_packed(browser_data(contest)),
    )


def browser_data(contest: Contest) -> dict[str, Any]:
    """What the item browser shows: every pair with its diff, labels, and each system's two answers."""
    return {
        "systems": contest.systems,
        "breakers": contest.breakers,
        "pairs": [
            {
                "breaker": breaker,
                "id": pair.id,
                "phenomenon": pair.phenomenon,
                "promise": pair.promise,
                "rationale": pair.rationale,
                "gold": [list(pair.original.accepted), list(pair.modified.accepted)],
                "fields": _fields(pair),
                "answers": [
                    [answers[breaker].original[position], answers[breaker].modified[position]]
                    for answers in contest.answers.values()
                ],
                "right": [
                    [
                        contest.task.right(answers[breaker].original[position], pair.original.accepted),
                        contest.task.right(answers[breaker].modified[position], pair.modified.accepted),
                    ]
                    for answers in contest.answers.values()
                ],
            }
            for breaker, position, pair in contest.rows()
        ],
    }


def _fields(pair: Pair) -> list[dict[str, Any]]:
    """Each field once as text if both sides share it, otherwise as a diff."""
    return [
        {"name": name, "diff": segments(text, _field(pair.modified, name))}
        for name, text in pair.original.fields.items()
    ]


def _field(item: Item, name: str) -> str:
    return item.fields.get(name, "")


def _packed(data: dict[str, Any]) -> str:
    """JSON, compressed and in base64: safe inside a script element, and small for large contests."""
    return base64.b64encode(gzip.compress(msgspec.json.encode(data), mtime=0)).decode()
