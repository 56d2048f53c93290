"""Reports on questions for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from zellig.checks.questions.findings import CODES, QuestionReport
from zellig.checks.show import show_findings, totals
from zellig.pairs.show import Line


def show_questions(report: QuestionReport) -> Iterator[Line]:
    """The lines of a report: findings grouped by kind, the gravest first, and the totals."""
    yield from show_findings(report.findings, CODES, "question")
    yield [(totals(report.summary(), "question"), "")]
