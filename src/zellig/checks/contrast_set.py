"""Reading a contrast set: the pairs of one file, each of them fit to be measured."""

from __future__ import annotations

from pathlib import Path

from zellig.checks.reading import declared_task, read_scorable
from zellig.errors import ZelligError
from zellig.pairs.reading import TABLES, read_pairs
from zellig.tasks import Task
from zellig.transform.evaluation import KINDS, ContrastSet


def read_contrast_set(path: Path) -> ContrastSet:
    """The pairs of a file whose header names their task; refuses the first one that cannot be measured."""
    task = declared_task([path])
    if task is None and path.suffix.lower() in TABLES:
        raise ZelligError(
            "this is a table, and pairs that say their task are needed",
            path=path,
            remedy="Make them of texts (zellig contrast make), or take them over (zellig pairs import).",
        )
    if task is None:
        remedy = 'Put a header there: {"zellig": "pairs", "version": 1, "task": "nli"}.'
        raise ZelligError("the file does not say its task", path=path, line=1, remedy=remedy)
    pairs = [pair for part in read_scorable(path, task) for pair in part.pairs]
    if any(pair.phenomenon in KINDS for pair in pairs):
        _refuse_names_of_groups(path, task)
    return ContrastSet(task, pairs)


def _refuse_names_of_groups(path: Path, task: Task) -> None:
    """Refuse, with its line, a pair that would be counted in a group of pairs by its phenomenon."""
    for line, pair in read_pairs(str(path), task):
        if pair.phenomenon in KINDS:
            raise ZelligError(
                f"pair {pair.id!r}: its phenomenon has the name of a group of pairs ({', '.join(KINDS)})",
                path=path,
                line=line,
                remedy="Correct it, or make the contrast set again.",
            )
