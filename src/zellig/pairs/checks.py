"""The checks a set of pairs has to pass before it is played with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from zellig.items import Item, Pair
from zellig.pairs.across import duplicates, leaks, originals_in, repeated_ids
from zellig.pairs.findings import CheckReport, Finding, Row, finding
from zellig.pairs.policy import Policy
from zellig.pairs.reading import Unpaired
from zellig.pairs.single import check_pair
from zellig.tasks import Task


def check_pairs(
    rows: Iterable[tuple[int, Pair | Unpaired]],
    task: Task,
    policy: Policy,
    originals: Iterable[Item] | None = None,
    against: Iterable[Item] | None = None,
) -> CheckReport:
    """Check pairs one by one, with each other, and with the corpora given; refuses nothing, finds all."""
    table = [Row(line, content) for line, content in rows]
    found: defaultdict[int, list[Finding]] = defaultdict(list)
    sound: list[int] = []  # rows that can be compared with others
    for number, row in enumerate(table):
        if isinstance(row.content, Unpaired):
            found[number].append(finding(row, "unpaired", row.content.message, row.content.remedy))
            continue
        found[number] += [finding(row, *what) for what in check_pair(row.content, task, policy)]
        if all(each.code != "broken-text" for each in found[number]):
            sound.append(number)
    for place, code, message in _across(
        [table[number] for number in sound], task, policy, originals, against
    ):
        number = sound[place]
        found[number].append(finding(table[number], code, message))
    return CheckReport(
        task.name,
        tuple(Row(row.line, row.content, tuple(found[number])) for number, row in enumerate(table)),
    )


def _across(
    rows: list[Row],
    task: Task,
    policy: Policy,
    originals: Iterable[Item] | None,
    against: Iterable[Item] | None,
) -> Iterator[tuple[int, str, str]]:
    pairs = [row.content for row in rows if isinstance(row.content, Pair)]
    yield from repeated_ids(pairs, [row.line for row in rows])
    yield from duplicates(pairs, task, policy.similarity.near_duplicate)
    if originals is not None:
        yield from originals_in(pairs, originals, task)
    if against is not None:
        yield from leaks(pairs, against, task, policy.similarity.leakage)
