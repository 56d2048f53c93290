"""Pairs and check reports for a terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from zellig.items import Pair
from zellig.pairs.diff import segments, styled_diff
from zellig.pairs.edits import both_sides
from zellig.pairs.findings import CODES, SEVERITIES, CheckReport, Finding, Severity
from zellig.tasks import Task
from zellig.terminal import Styled

SHOWN = 5  # findings of one kind that are printed one by one; rejections are printed all
_STYLES: dict[Severity, str] = {"reject": "bold red", "review": "bold yellow", "warn": "bold blue"}
_WORDS: dict[Severity, str] = {"reject": "REJECTED", "review": "TO REVIEW", "warn": "WARNING"}

Line = list[Styled]


def show_pair(pair: Pair, task: Task, *, colour: bool) -> Iterator[Line]:
    """The lines that show one pair: id, answers, promise, phenomenon, and the diff of each field."""
    answers = [" or ".join(side.accepted) or "?" for side in (pair.original, pair.modified)]
    about = ", ".join(filter(None, (pair.phenomenon, pair.author)))
    yield [
        (pair.id, "bold"),
        (f"  {answers[0]} -> {answers[1]} ({pair.promise})", ""),
        (f"  {about}" if about else "", "italic"),
    ]
    for name, sides in both_sides(pair, task.fields).items():
        start = "  " if len(task.fields) == 1 else f"  {name}: "
        yield [(start, ""), *styled_diff(segments(*sides), colour=colour)]
    if pair.rationale:
        yield [(f"  because {pair.rationale}", "italic")]


def show_report(report: CheckReport, unit: str = "line") -> Iterator[Line]:
    """The lines of a report: findings grouped by kind, the gravest first, and the totals.

    `unit` says what the number of a finding counts: lines of a file, or items of a corpus.
    """
    groups: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in report.findings:
        groups[finding.code].append(finding)
    for code in sorted(groups, key=lambda code: SEVERITIES.index(CODES[code].severity)):
        yield from _show_group(code, groups[code], unit)
        yield []
    yield [(_totals(report), "")]


def _show_group(code: str, findings: list[Finding], unit: str) -> Iterator[Line]:
    kind = CODES[code]
    yield [
        (f"{_WORDS[kind.severity]}  ", _STYLES[kind.severity]),
        (f"{code}: {kind.meaning} ({len(findings)})", ""),
    ]
    shown = findings if kind.severity == "reject" else findings[:SHOWN]
    width = max(len(finding.pair) for finding in shown)
    digits = max(len(str(finding.line)) for finding in shown)
    for finding in shown:
        place = f"  {unit} {finding.line:>{digits}}  {finding.pair:<{width}}  "
        yield [(f"{place}{finding.message}", "")]
    if len(findings) > len(shown):
        yield [(f"  and {len(findings) - len(shown)} more; --format json lists all", "")]
    for remedy in dict.fromkeys(finding.remedy for finding in shown[:SHOWN]):
        yield [(f"  -> {remedy}", "dim")]


def _totals(report: CheckReport) -> str:
    summary = report.summary()
    words = f"{_pairs(summary['pairs'])}: {summary['accepted']} accepted, {summary['rejected']} rejected."
    if summary["review"] or summary["warn"]:
        words += f" Among the accepted: {summary['review']} to review, {summary['warn']} with warnings only."
    return words


def _pairs(number: int) -> str:
    return "1 pair" if number == 1 else f"{number} pairs"
