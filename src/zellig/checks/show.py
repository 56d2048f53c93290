"""Check reports for a terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from zellig.checks.findings import CODES, SEVERITIES, CheckReport, Finding, Severity
from zellig.pairs.show import Line

# Findings of one kind that are printed one by one: whoever mends a file wants to see what is rejected.
SHOWN: dict[Severity, int] = {"reject": 100, "review": 5, "warn": 5}
REMEDIES = 5  # of one kind
_STYLES: dict[Severity, str] = {"reject": "bold red", "review": "bold yellow", "warn": "bold blue"}
_WORDS: dict[Severity, str] = {"reject": "REJECTED", "review": "TO REVIEW", "warn": "WARNING"}


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
    shown = findings[: SHOWN[kind.severity]]
    width = max(len(finding.pair) for finding in shown)
    digits = max(len(str(finding.line)) for finding in shown)
    for finding in shown:
        name = f"{finding.pair:<{width}}  " if width else ""
        yield [(f"  {unit} {finding.line:>{digits}}  {name}{finding.message}", "")]
    if len(findings) > len(shown):
        yield [(f"  and {len(findings) - len(shown):,} more; --format json lists all", "")]
    for remedy in dict.fromkeys(finding.remedy for finding in shown[:REMEDIES]):
        yield [(f"  -> {remedy}", "dim")]


def _totals(report: CheckReport) -> str:
    summary = report.summary()
    words = f"{_pairs(summary.pairs)}: {summary.accepted} accepted, {summary.rejected} rejected."
    if summary.review or summary.warn:
        words += f" Among the accepted: {summary.review} to review, {summary.warn} with warnings only."
    return words


def _pairs(number: int) -> str:
    return "1 pair" if number == 1 else f"{number} pairs"
