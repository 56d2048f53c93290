"""What systems do on a contrast set: in words, as rows of tables, as a page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from zellig.files import write_text
from zellig.measures.doubt import Doubt
from zellig.report.evaluation import compared_in_words
from zellig.report.figures import FigurePage, FigureTable
from zellig.systems.doubt_words import doubt_in_words
from zellig.tasks import get_task
from zellig.transform.evaluation import ContrastEvaluation, FigureRow, GroupFigures

FIGURES = {  # what a column is called
    "accuracy_original": "before",
    "accuracy_modified": "after",
    "passed": "passed",
    "broken": "broken",
    "same_prediction": "same",
    "expected_change": "expected",
    "consistent_sets": "sets",
}
HEADS = ("", "pairs", "of", *FIGURES.values())
METHOD = (
    "All figures are percentages, with Wilson's 95% intervals for as many independent "
    "pairs as spread like these. Before and after: right "
    "answers to originals and to modified items. Passed: both right; broken: exactly one. Same: the answer "
    "is the same before and after; expected: it is what the promise makes of the system's own answer before. "
    "Sets: originals that are right together with all their modified items."
)


def contrasts_in_words(found: ContrastEvaluation) -> list[str]:
    """A sentence for each system, and one for every two of them."""
    systems = [
        f"{name} passes {_percent(groups['all'].passed)} of {found.pairs:,} pairs."
        for name, groups in found.systems.items()
    ]
    return _doubts(found, found.doubts) + systems + compared(found)


def doubts_of_texts(found: ContrastEvaluation) -> list[str]:
    """Why what a system passes may say nothing, where the texts are to blame; of others users are warned."""
    return _doubts(found, {name: doubt for name, doubt in found.doubts.items() if doubt.about_texts})


def _doubts(found: ContrastEvaluation, doubts: Mapping[str, Doubt]) -> list[str]:
    task = get_task(found.task)
    return [doubt_in_words(doubt, name, task) for name, doubt in doubts.items()]


def compared(found: ContrastEvaluation) -> list[str]:
    """How much better one system is than another, for every two."""
    return [compared_in_words(row, " of passed pairs") for row in found.comparisons["passed"]["all"]]


def group_rows(groups: Mapping[str, GroupFigures]) -> list[tuple[str, ...]]:
    """The cells of one system's groups of pairs, under HEADS; intervals stand on a second line."""
    return [
        (
            group,
            f"{row.pairs:,}",
            f"{row.originals:,}",
            *(_with_interval(getattr(row, name)) for name in FIGURES),
        )
        for group, row in groups.items()
    ]


def write_contrast_evaluation(path: Path, found: ContrastEvaluation) -> None:
    """Write the page, whole or not at all."""
    page = FigurePage(
        kind="systems on a contrast set",
        title=", ".join(found.systems),
        facts=[f"Task {found.task}", f"{found.pairs:,} pairs of {found.originals:,} originals"],
        words=contrasts_in_words(found),
        tables=[FigureTable(name, HEADS, group_rows(groups)) for name, groups in found.systems.items()],
        method=METHOD,
    )
    write_text(path, page.html())


def _with_interval(found: FigureRow) -> str:
    if found.value is None or found.interval is None:
        return "-"
    return f"{100 * found.value:.1f}\n{100 * found.interval[0]:.0f}–{100 * found.interval[1]:.0f}"


def _percent(found: FigureRow) -> str:
    if found.value is None or found.interval is None:
        return "none"
    return f"{100 * found.value:.1f}% ({100 * found.interval[0]:.1f}–{100 * found.interval[1]:.1f})"
