"""Reading a contrast set: the pairs of one file, each of them fit to be measured."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from zellig.checks.form import scorable
from zellig.errors import ZelligError
from zellig.items import Pair, RecordFile
from zellig.pairs.reading import no_pair, read_rows, task_in
from zellig.tasks import Task
from zellig.transform.evaluation import KINDS, ContrastSet
from zellig.transform.label_rules import made_by, rules_of


def read_contrast_set(path: Path) -> ContrastSet:
    """The pairs of a file whose header names their task; refuses the first one that cannot be measured."""
    task = _declared_task(path)
    pairs: list[Pair] = []
    for line, pair in scorable(read_rows(str(path), task), task, path):
        for fault in _faults(pair, task):
            remedy = "Correct it, or make the contrast set again."
            raise ZelligError(f"pair {pair.id!r}: {fault}", path=path, line=line, remedy=remedy)
        pairs.append(pair)
    if not pairs:
        raise no_pair(str(path))
    return ContrastSet(task, pairs)


def _declared_task(path: Path) -> Task:
    records = RecordFile(path, Pair)
    next(records.numbered(lambda error: None), None)  # faults are told by who reads the pairs
    if records.header is None or records.header.task is None:
        remedy = 'Put a header there: {"zellig": "pairs", "version": 1, "task": "nli"}.'
        raise ZelligError("the file does not say its task", path=path, line=1, remedy=remedy)
    return task_in(path, records.header.task)


def _faults(pair: Pair, task: Task) -> Iterator[str]:
    """What keeps a pair that can be scored from being counted in a group and expected to change."""
    if pair.phenomenon in KINDS:
        yield f"its phenomenon has the name of a group of pairs ({', '.join(KINDS)})"
    if name := made_by(pair):
        try:
            rules_of(name, task.name)
        except ZelligError as error:
            yield f"its lineage names rules, and {error.what}"
