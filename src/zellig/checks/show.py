"""Check reports for a terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from zellig.checks.findings import CODES, CheckReport
from zellig.checks.severities import SEVERITIES, Code, Found, Severity
from zellig.pairs.show import Line

# Findings of one kind that are printed one by one: whoever mends a file wants to see what is rejected.
SHOWN: dict[Severity, int] = {"reject": 100, "review": 5, "warn": 5}
REMEDIES = 5  # of one kind
_STYLES: dict[Severity, str] = {"reject": "bold red", "review": "bold yellow", "warn": "bold blue"}
_WORDS: dict[Severity, str] = {"reject": "REJECTED", "review": "TO REVIEW", "warn": "WARNING"}


class Counts(Protocol):
    """How many of all were accepted and rejected, and of the accepted how many want a look."""

    @property
    def accepted(self) -> int: ...
    @property
    def rejected(self) -> int: ...
    @property
    def review(self) -> int: ...
    @property
    def warn(self) -> int: ...


def show_report(report: CheckReport, unit: str = "line") -> Iterator[Line]:
    """The lines of a report on pairs.

    `unit` says what the number of a finding counts: lines of a file, or items of a corpus.
    """
    yield from show_findings(report.findings, CODES, unit)
    yield [(totals(report.summary(), "pair"), "")]


def show_findings(findings: Iterable[Found], codes: Mapping[str, Code], unit: str) -> Iterator[Line]:
    """Findings grouped by kind, the gravest first."""
    groups: defaultdict[str, list[Found]] = defaultdict(list)
    for finding in findings:
        groups[finding.code].append(finding)
    for code in sorted(groups, key=lambda code: SEVERITIES.index(codes[code].severity)):
        yield from _show_group(code, codes[code], groups[code], unit)
        yield []


def _show_group(code: str, kind: Code, findings: list[Found], unit: str) -> Iterator[Line]:
    yield [
        (f"{_WORDS[kind.severity]}  ", _STYLES[kind.severity]),
        (f"{code}: {kind.meaning} ({len(findings)})", ""),
    ]
    shown = findings[: SHOWN[kind.severity]]
    width = max(len(finding.about) for finding in shown)
    digits = max(len(str(finding.line)) for finding in shown)
    for finding in shown:
        name = f"{finding.about:<{width}}  " if width else ""
        yield [(f"  {unit} {finding.line:>{digits}}  {name}{finding.message}", "")]
    if len(findings) > len(shown):
        yield [(f"  and {len(findings) - len(shown):,} more; --format json lists all", "")]
    for remedy in dict.fromkeys(finding.remedy for finding in shown[:REMEDIES]):
        yield [(f"  -> {remedy}", "dim")]


def totals(found: Counts, what: str) -> str:
    """How many were accepted, in a sentence; `what` is one of them."""
    number = found.accepted + found.rejected
    every = f"1 {what}" if number == 1 else f"{number} {what}s"
    words = f"{every}: {found.accepted} accepted, {found.rejected} rejected."
    if found.review or found.warn:
        words += f" Among the accepted: {found.review} to review, {found.warn} with warnings only."
    return words
