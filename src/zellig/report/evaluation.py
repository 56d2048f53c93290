"""How good systems are on a corpus: in words, as rows of a table, as a page."""

from __future__ import annotations

from pathlib import Path

from zellig.files import write_text
from zellig.measures.comparing import Comparison
from zellig.own_objects import HERE
from zellig.report.figures import FigurePage, FigureTable
from zellig.systems.evaluation import Evaluation

HEADS = ("system", "accuracy", "F1", "seen in training", "unparsed")
METHOD = (
    "Accuracy is the percentage of right answers, with the 95% interval of a bootstrap over texts; F1 is "
    "weighted over the answers of the task, or of characters where answers are spans. Two systems are "
    "compared on the same items by an exact paired permutation test; the corrected p is Holm's, for all "
    "comparisons."
)


def evaluation_in_words(found: Evaluation) -> list[str]:
    """A sentence for each system, and one for every two of them."""
    systems = [
        f"{name} answers {100 * row.accuracy:.1f}% of {found.items:,} items right "
        f"({100 * row.interval[0]:.1f}–{100 * row.interval[1]:.1f})."
        for name, row in found.systems.items()
    ]
    return systems + [compared_in_words(each) for each in found.comparisons]


def compared_in_words(found: Comparison, of: str = "") -> str:
    """How much better the first of two systems is than the second."""
    return (
        f"{found.first} – {found.second}: {100 * found.difference:+.2f} points{of}, "
        f"p = {found.permutation_p:.4f} ({found.adjusted_p:.4f} corrected)"
    )


def system_rows(found: Evaluation) -> list[tuple[str, ...]]:
    """The cells of each system, under HEADS."""
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
        facts=[f"Task {found.task}", f"{found.items:,} items of {found.corpus.removeprefix(HERE)}"],
        words=evaluation_in_words(found),
        tables=[FigureTable("Systems", HEADS, system_rows(found))],
        method=METHOD,
    )
    write_text(path, page.html())
