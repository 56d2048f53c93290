"""The report of a run for the person who ships a system: what it fails at, in plain words; then every pair.

One HTML file that needs no network; the same run gives the same bytes. Notebooks show the first screen alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

import msgspec

from zellig import __version__
from zellig.corpora.as_written import as_written
from zellig.files import write_text
from zellig.games.breaking.diagnosis import LEVEL, Diagnosis, Group
from zellig.games.breaking.play import Played
from zellig.games.contest import Contest
from zellig.own_objects import HERE
from zellig.report.browser import Browser, browser_of
from zellig.report.cards import Deck, Field, fields_of
from zellig.report.diagnosis_words import (
    answer_in_words,
    count_in_words,
    failure_in_words,
    handled_in_words,
    lead_in_words,
    rule_in_words,
    run_text,
    search_in_words,
    unknown_in_words,
)
from zellig.report.model_words import models_in_words
from zellig.report.page import template
from zellig.report.words import f1_name

__all__ = ["notebook_html", "run_html", "run_text", "write_run_report"]


class Failure(msgspec.Struct, frozen=True):
    """Something that a system fails at, with an example."""

    does: str
    count: str
    fields: list[Field]
    taken_for: str
    pair: str  # a link to the example
    pairs: str  # and one to all of them


class Screen(msgspec.Struct, frozen=True):
    """What the first screen says about a system."""

    system: str
    lead: list[str]  # what is to be known first
    failures: list[Failure]
    handled: list[str]
    unknown: list[str]
    searches: list[str]
    diagnosis: Diagnosis


def write_run_report(
    path: Path, played: Played, title: str = "", *, warned: Sequence[str] = (), assumed: Sequence[str] = ()
) -> None:
    """Write the report, whole or not at all."""
    write_text(path, run_html(played, title, warned=warned, assumed=assumed))


def run_html(
    played: Played, title: str = "", *, warned: Sequence[str] = (), assumed: Sequence[str] = ()
) -> str:
    """The report as one string of HTML. In sentences, what was `warned` of stands at its top, for it makes
    all figures doubtful; what was `assumed` of data and models, at its end."""
    contest = played.contest
    return template("breaking.html").render(
        title=title or title_of(played),
        version=__version__,
        screens=screens_of(played),
        task=contest.task,
        figures=played.figures,
        rule=rule_in_words(),
        level=f"{LEVEL:.0%}",
        warned=warned,
        assumed=assumed,
        models=list(models_in_words(played.figures)),
        browser=_browser(played),
        **_tables(played),
    )


def notebook_html(played: Played, warned: Sequence[str] = ()) -> str:
    """The first screen, to stand among other things."""
    return template("notebook.html").render(screens=screens_of(played), warned=warned)


def title_of(played: Played) -> str:
    """What was asked of whom."""
    systems, items = list(played.result.answers), played.figures.items
    name = systems[0] if len(systems) == 1 else f"{len(systems)} systems"
    corpus = played.result.plan.corpus
    of = (
        "" if corpus.startswith(HERE) else f" of {as_written(corpus, mapping=False)}"
    )  # what was handed over has no name
    return f"{name} on {items:,} item{'' if items == 1 else 's'}{of}"


def screens_of(played: Played) -> list[Screen]:
    """The first screen: of each system what it fails at, what it handles, what is not known yet."""
    return [
        Screen(
            each.system,
            lead_in_words(each, subject, played.contest.task),
            [_failure(each, group, subject, played.contest) for group in each.standing("fails")],
            [handled_in_words(group) for group in each.standing("holds")],
            [unknown_in_words(group) for group in each.standing("unknown")],
            [search_in_words(search) for search in each.searches],
            each,
        )
        for each in played.diagnoses
        for subject in ["It"]  # where there are several, headings name them
    ]


def _failure(diagnosis: Diagnosis, group: Group, subject: str, contest: Contest) -> Failure:
    assert group.example is not None  # noqa: S101  (a failure has pairs that fail)
    entry, position, pair = contest.row(group.example)
    answer = contest.answers[diagnosis.system][entry.name].modified[position]
    sure = contest.confidences[diagnosis.system][entry.name].modified[position]
    wanted = {"phenomenon": group.phenomenon, "outcome": "changed", "validity": "valid"}
    return Failure(
        failure_in_words(group, subject),
        count_in_words(group, contest.task),
        fields_of(pair),
        answer_in_words(answer, contest.task) + ("" if sure is None else f", {100 * sure:.0f}% sure"),
        "#" + urlencode({"pair": f"{entry.name}/{pair.id}"}),
        "#" + urlencode({**wanted, "system": diagnosis.system}),
    )


def _browser(played: Played) -> Browser:
    """Of what was played, and of what strict play left out: it can be looked at, too."""
    result, groups = played.result, (group for each in played.diagnoses for group in each.groups)
    aside = [Deck(result.aside, result.findings)] if result.aside.entries else []
    return browser_of(
        Deck(played.contest, result.findings, played.reasons),
        *aside,
        linked={group.example for group in groups if group.example is not None},
    )


def _tables(played: Played) -> dict[str, object]:
    """What the tables of a contest need; a run without a pair has none."""
    contest = played.contest
    return {
        "systems": contest.systems,
        "breakers": contest.names,
        "scores": played.scores,
        "victims": {entry.name: entry.victim for entry in contest.entries if entry.victim is not None},
        "asking": {entry.author for entry in contest.entries if entry.victim is not None},
        "success": played.figures.success,
        "f1_name": f1_name(contest.task),
    }
