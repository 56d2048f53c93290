"""The checks that pairs have to pass, whoever brings them: one function for one pair and for a million."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from zellig.breakers.strategies.domains import NEUTRAL
from zellig.checks.across import Repeats, leaks, originals_in
from zellig.checks.findings import CheckReport, Finding, Row, finding
from zellig.checks.form import Fault, FormCheck
from zellig.checks.off_domain import CorpusWords
from zellig.checks.policy import Policy
from zellig.checks.single import Alone, check_pair
from zellig.items import Item, Pair
from zellig.pairs.reading import Unpaired
from zellig.tasks import Task


def check(
    rows: Iterable[tuple[int, Pair | Unpaired]],
    task: Task,
    policy: Policy,
    *,
    originals: Iterable[Item] | None = None,
    against: Iterable[Item] | None = None,
    validity: bool = False,
    models: bool = False,
    domain: str = NEUTRAL,
    alone: Sequence[Alone] | None = None,
    waived: Collection[str] = (),
) -> CheckReport:
    """Check pairs one by one, with each other, and with the corpora given; refuses nothing, finds all.

    `validity` asks whether a pair keeps its promise, by a parser and, with `models`, by a language model and
    an encoder, too; which words judge, the `domain` says. Pairs that something rejects are not asked.
    `alone` is what was found about each row by itself, validity included, where that was asked before.
    Findings of the `waived` codes are left out: those are what the maker of the pairs declares
    (`waivers_of`), never what a file says.
    """
    table = _Table(rows, waived)
    readable = list(_one_by_one(table, task, policy, originals, against, alone))
    kept = [(number, pair) for number, pair in readable if not table.rejects(number)]
    if validity:
        from zellig.checks.validity import faults_of  # with the parser and lexicons, which others do not need

        answers = faults_of([pair for _, pair in kept], task, models=models, domain=domain)
    else:
        answers = [alone[number].validity if alone else [] for number, _ in kept]
    for (number, _), found in zip(kept, answers, strict=True):
        for code, message in found:
            table.note(number, code, message)
    return table.report(task)


class _Table:
    """The rows in the order of their lines, and what has been found about each."""

    def __init__(self, rows: Iterable[tuple[int, Pair | Unpaired]], waived: Collection[str]) -> None:
        self.rows = sorted((Row(line, content) for line, content in rows), key=lambda row: row.line)
        self._found: list[list[Finding]] = [[] for _ in self.rows]
        self._waived = waived

    def note(self, number: int, code: str, message: str, remedy: str = "") -> None:
        if code not in self._waived:
            self._found[number].append(finding(self.rows[number], code, message, remedy))

    def rejects(self, number: int) -> bool:
        return any(each.severity == "reject" for each in self._found[number])

    def report(self, task: Task) -> CheckReport:
        found = zip(self.rows, self._found, strict=True)
        return CheckReport(
            task.name, tuple(Row(row.line, row.content, tuple(findings)) for row, findings in found)
        )


def _one_by_one(
    table: _Table,
    task: Task,
    policy: Policy,
    originals: Iterable[Item] | None,
    against: Iterable[Item] | None,
    known: Sequence[Alone] | None,
) -> Iterator[tuple[int, Pair]]:
    """Note what is wrong with each row; gives those whose texts can be compared with others. A row is held
    against earlier ones that nothing rejects: what is refused anyway makes no right line wrong."""
    alone = {
        number: known[number].texts if known else list(check_pair(row.content, task, policy))
        for number, row in enumerate(table.rows)
        if isinstance(row.content, Pair)
    }
    readable = [number for number, found in alone.items() if all(code != "broken-text" for code, _ in found)]
    pairs = [pair for number in readable if isinstance(pair := table.rows[number].content, Pair)]
    elsewhere: defaultdict[int, list[Fault]] = defaultdict(list)
    for place, code, message in _in_corpora(pairs, task, policy, originals, against):
        elsewhere[place].append((code, message))
    form, repeats = FormCheck(task), Repeats(pairs, task, policy.similarity.near_duplicate)
    positions = {number: place for place, number in enumerate(readable)}
    for number, row in enumerate(table.rows):
        if isinstance(row.content, Unpaired):
            table.note(number, row.content.code, row.content.sentence, row.content.remedy)
            continue
        found = [*form.faults(row.line, row.content), *alone[number]]
        if number in positions:
            position = positions[number]
            found += [*repeats.faults(position), *elsewhere[position]]
        for code, message in found:
            table.note(number, code, message)
        if number not in positions:
            continue
        if not table.rejects(number):
            form.take(row.line, row.content)
            repeats.take(positions[number])
        yield number, row.content


def _in_corpora(
    pairs: Sequence[Pair],
    task: Task,
    policy: Policy,
    originals: Iterable[Item] | None,
    against: Iterable[Item] | None,
) -> Iterator[tuple[int, str, str]]:
    if originals is not None:
        known = CorpusWords(task)
        invented = any(pair.from_scratch for pair in pairs)
        yield from originals_in(pairs, known.learning(originals) if invented else originals, task)
        yield from known.off(pairs, policy.off_domain.quantile)
    if against is not None:
        yield from leaks(pairs, against, task, policy.similarity.leakage)
