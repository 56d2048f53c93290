"""How good systems are on a corpus: in words, as rows of a table, as a page."""

from __future__ import annotations

from pathlib import Path

from zellig.corpora.as_written import as_written
from zellig.files import write_text
from zellig.measures.comparing import Comparison
from zellig.report.figures import FigurePage, FigureTable
from zellig.report.p_values import p_in_words
from zellig.report.words import f1_name
from zellig.systems.doubt_words import doubt_in_words
from zellig.systems.evaluation import Evaluation
from zellig.tasks import get_task

METHOD = (
    "Accuracy is the percentage of right answers, with Wilson's 95% interval, where copies of a text go "
    "together. Weighted F1 is the mean of the F1 of each answer of the task, as heavy as it is often right; "
    "character F1 is that of spans. Two systems are compared on the same items by an exact paired "
    "permutation test; where there are several comparisons, p is corrected for their number (Holm)."
)


def heads(found: Evaluation) -> tuple[str, ...]:
    """What the columns of `system_rows` are called."""
    return "system", "accuracy", f1_name(get_task(found.task)), "seen in training", "unparsed"


def evaluation_in_words(found: Evaluation) -> list[str]:
    """What may mislead; a sentence for each system, and one for every two of them."""
    doubts = doubts_in_words(found)
    warnings = [f"Warning: {sentence}" for sentence in found.warnings if sentence not in doubts]
    systems = [
        f"{name} answers {100 * row.accuracy:.1f}% of {found.items:,} items right "
        f"({100 * row.interval[0]:.1f}–{100 * row.interval[1]:.1f})."
        for name, row in found.systems.items()
    ]
    return warnings + doubts + systems + [compared_in_words(each) for each in found.comparisons]


def doubts_in_words(found: Evaluation) -> list[str]:
    """Why figures of systems say nothing of what they read."""
    task = get_task(found.task)
    return [
        doubt_in_words(row.doubt, name, task) for name, row in found.systems.items() if row.doubt is not None
    ]


def compared_in_words(found: Comparison, of: str = "") -> str:
    """How much better the first of two systems is than the second."""
    return (
        f"{found.first} – {found.second}: {100 * found.difference:+.2f} points{of}, "
        f"{p_in_words(found.adjusted_p, found.corrected_for)}"
    )


def system_rows(found: Evaluation) -> list[tuple[str, ...]]:
    """The cells of each system, under `heads`."""
    return [
        (
            name,
            f"{100 * row.accuracy:.2f} ({100 * row.interval[0]:.1f}–{100 * row.interval[1]:.1f})",
            "-" if row.f1 is None else f"{row.f1:.3f}",
            "-" if row.overlap is None else str(row.overlap),
            str(row.unparsed),
        )
        for name, row in found.systems.items()
    ]


def write_evaluation(path: Path, found: Evaluation) -> None:
    """Write the page, whole or not at all."""
    page = FigurePage(
        kind="how good systems are",
        title=", ".join(found.systems),
        facts=[f"Task {found.task}", f"{found.items:,} items of {as_written(found.corpus)}"],
        words=evaluation_in_words(found),
        tables=[FigureTable("Systems", heads(found), system_rows(found))],
        method=METHOD,
    )
    write_text(path, page.html())
