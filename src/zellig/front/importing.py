"""Pairs of others, or of a table of one's own: `zellig pairs import`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeAlias

from zellig.checks import importing
from zellig.checks.findings import CheckReport
from zellig.checks.importing import Imported, Read, imported
from zellig.corpora.own_data import rows_of
from zellig.doors import by_door
from zellig.front.made_pairs import MadePairs
from zellig.front.options import checked
from zellig.front.players import task_name
from zellig.front.saying import saying
from zellig.games.contest.contest import Contest, Entry
from zellig.language.data_check import warn_of_pairs
from zellig.notices import note
from zellig.tasks import get_task
from zellig.transform.evaluation import ContrastSet

PairsFormat = Literal[
    "imdb-contrast", "counterfactual", "counterfactual-nli", "breaking-nli", "blimp", "checklist", "table"
]
Source: TypeAlias = Any  # the path of a file, or a table in hand: a frame, a dataset, lists


@dataclass(frozen=True)
class ImportedPairs(MadePairs):
    """The pairs that the check accepts; `gate`, `export` and the others take them as they take a run."""

    read: Read
    said: tuple[str, ...]
    file: Path | None
    _form: PairsFormat

    @property
    def found(self) -> CheckReport:
        """What was found in each row."""
        return self.read.report

    @cached_property
    def counts(self) -> Imported:
        """How many there are, and what was left out."""
        return imported(self.read)

    @cached_property
    def contrasts(self) -> ContrastSet:
        """The pairs and their task."""
        return ContrastSet(get_task(self.found.task), self.contest.pairs)

    @cached_property
    def contest(self) -> Contest:
        """The pairs as records of a game, by who brings them where a table says so."""
        entries = [
            Entry(part.author or self.maker, part.pairs, part.victim, part.findings)
            for part in self.read.parts
        ]
        return Contest(get_task(self.found.task), entries, {})

    @property
    def maker(self) -> str:
        """The format that they come in."""
        return self._form

    def __repr__(self) -> str:
        counts = self.counts
        promises = ", ".join(f"{number:,} {promise}" for promise, number in counts.promises.items())
        left_out = "".join(
            f"; {len(each.lines):,} left out: {each.code}, {each.meaning}" for each in counts.left_out
        )
        doubtful = f"; a check speaks against {counts.doubtful:,}" if counts.doubtful else ""
        return f"{counts.pairs:,} pairs of {counts.task} ({promises}){doubtful}{left_out}"


@checked(form=PairsFormat)
def import_pairs(
    source: Source,
    *,
    form: PairsFormat = "table",
    task: str | PathLike[str] | None = None,
    columns: Mapping[str, str] | None = None,
    out: str | PathLike[str] | None = None,
) -> ImportedPairs:
    """Make pairs of what others have published, or of a table of your own.

    A table has an original and a changed text in each row, a checklist has one example; both are a file or a
    frame, and their task has to be said. `columns` tells what its columns are where their names do not:
    `{"modified": "rewritten"}`. Nothing is written unless `out` names a file (JSONL).
    """
    file = None if out is None else Path(out)
    with saying() as said:
        found = importing.import_pairs(
            Path(source) if isinstance(source, str | PathLike) else rows_of(source),
            form,
            file,
            task=task_name(task),
            columns=columns,
        )
        pairs = [pair for part in found.parts for pair in part.pairs]
        warn_of_pairs(pairs, get_task(found.report.task), "the pairs")
        if any(part.findings is None for part in found.parts):
            _tell_unchecked(found.report.task, file)
    return ImportedPairs(found, tuple(said), file, form)


def _tell_unchecked(task: str, file: Path | None) -> None:
    """Say that promises are somebody's word: a form was checked, and no meaning."""
    look = by_door(
        f"zellig pairs check {file} --task {task} --validity",
        f"zl.check_pairs(pairs.contest.pairs, task={task!r}, validity=True)",
    )
    note(f"the promises are as written: nothing has compared them with the texts ({look} does)")
