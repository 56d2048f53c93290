"""The report of a contest: tables, heat maps and an item browser in one HTML file that needs no network."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from zellig import __version__
from zellig.files import write_text
from zellig.games.breaking.figures import Success
from zellig.games.contest import Contest, Scores
from zellig.report.browser import Browser, browser_of
from zellig.report.cards import Deck
from zellig.report.page import template
from zellig.report.words import contest_in_words, f1_name

Successes = Mapping[str, Mapping[str, Success]]  # by breaker and system


def write_report(
    path: Path, contest: Contest, scores: Scores, title: str, success: Successes | None = None
) -> None:
    """Write the report, whole or not at all."""
    write_text(path, contest_html(contest, scores, title, success))


def contest_html(contest: Contest, scores: Scores, title: str, success: Successes | None = None) -> str:
    """The report as one string of HTML; the same contest and scores give the same bytes.

    `success` has the items that breakers broke, by breaker and system, where it is known on which items they
    played (docs/reference/breaking.md).
    """
    values = contest_values(contest, scores, browser_of(Deck(contest)), success)
    return template("contest.html").render(title=title, **values)


def contest_values(
    contest: Contest, scores: Scores, browser: Browser, success: Successes | None = None
) -> dict[str, object]:
    """What the templates of a contest's tables and browser are filled with."""
    return {
        "version": __version__,
        "task": contest.task,
        "systems": contest.systems,
        "breakers": contest.names,
        "scores": scores,
        "victims": {entry.name: entry.victim for entry in contest.entries if entry.victim is not None},
        "asking": {entry.author for entry in contest.entries if entry.victim is not None},
        "success": success or {},
        "words": contest_in_words(scores),
        "f1_name": f1_name(contest.task),
        "browser": browser,
    }
