"""Pairs and check reports for a terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rich.text import Text

from zellig.items import Pair
from zellig.pairs.diff import rich_diff, segments
from zellig.pairs.edits import both_sides
from zellig.pairs.findings import CODES, SEVERITIES, CheckReport, Finding, Severity
from zellig.tasks import Task
from zellig.terminal import visible

SHOWN = 5  # findings of one kind that are printed one by one; rejections are printed all
_STYLES: dict[Severity, str] = {"reject": "bold red", "review": "bold yellow", "warn": "bold blue"}
_WORDS: dict[Severity, str] = {"reject": "REJECTED", "review": "TO REVIEW", "warn": "WARNING"}


def show_pair(pair: Pair, task: Task, *, colour: bool) -> Iterator[Text]:
    """The lines that show one pair: id, answers, promise, phenomenon, and the diff of each field."""
    answers = [" or ".join(side.accepted) or "?" for side in (pair.original, pair.modified)]
    head = Text(visible(pair.id), style="bold")
    head.append(visible(f"  {answers[0]} -> {answers[1]} ({pair.promise})"), style="not bold")
    if about := ", ".join(filter(None, (pair.phenomenon, pair.author))):
        head.append(visible(f"  {about}"), style="not bold italic")
    yield head
    for name, sides in both_sides(pair, task.fields).items():
        line = Text("  " if len(task.fields) == 1 else f"  {name}: ")
        yield line.append_text(rich_diff(segments(*sides), colour=colour))
    if pair.rationale:
        yield Text(visible(f"  because {pair.rationale}"), style="italic")


def show_report(report: CheckReport, unit: str = "line") -> Iterator[Text]:
    """The lines of a report: findings grouped by kind, the gravest first, and the totals.

    `unit` says what the number of a finding counts: lines of a file, or items of a corpus.
    """
    groups: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in report.findings:
        groups[finding.code].append(finding)
    for code in sorted(groups, key=lambda code: SEVERITIES.index(CODES[code].severity)):
        yield from _show_group(code, groups[code], unit)
        yield Text()
    yield Text(_totals(report))


def _show_group(code: str, findings: list[Finding], unit: str) -> Iterator[Text]:
    kind = CODES[code]
    head = Text(f"{_WORDS[kind.severity]}  ", style=_STYLES[kind.severity])
    head.append(f"{code}: {kind.meaning}", style="not bold default")
    head.append(f" ({len(findings)})", style="not bold default")
    yield head
    shown = findings if kind.severity == "reject" else findings[:SHOWN]
    width = max(len(finding.pair) for finding in shown)
    digits = max(len(str(finding.line)) for finding in shown)
    for finding in shown:
        place = f"  {unit} {finding.line:>{digits}}  {finding.pair:<{width}}  "
        yield Text(visible(f"{place}{finding.message}"))
    if len(findings) > len(shown):
        yield Text(f"  and {len(findings) - len(shown)} more; --format json lists all")
    for remedy in dict.fromkeys(finding.remedy for finding in shown[:SHOWN]):
        yield Text(f"  -> {remedy}", style="dim")


def _totals(report: CheckReport) -> str:
    summary = report.summary()
    words = f"{_pairs(summary['pairs'])}: {summary['accepted']} accepted, {summary['rejected']} rejected."
    if summary["review"] or summary["warn"]:
        words += f" Among the accepted: {summary['review']} to review, {summary['warn']} with warnings only."
    return words


def _pairs(number: int) -> str:
    return "1 pair" if number == 1 else f"{number} pairs"
