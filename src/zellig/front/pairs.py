"""Checking pairs and looking at them: `zellig pairs check`, `zellig pairs show`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from zellig.checks.check_file import Watch, check_file
from zellig.checks.findings import CheckReport
from zellig.checks.reading import task_of_pairs
from zellig.corpora import names_corpus, with_mappings
from zellig.corpora.mapping import GivenMapping
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.front.options import checked
from zellig.front.players import Data, Players
from zellig.front.saying import saying
from zellig.games.breaking.stored import read_pairs_of_run
from zellig.items import Item, Pair
from zellig.language.data_check import warn_of_pairs
from zellig.pairs.reading import read_pairs
from zellig.tasks import Task, get_task
from zellig.tasks.finding import name_of

if TYPE_CHECKING:
    from zellig.front.frames import Table


@dataclass(frozen=True)
class CheckedPairs:
    """What was found in pairs."""

    found: CheckReport
    said: tuple[str, ...]

    @property
    def accepted(self) -> list[Pair]:
        """The pairs that nothing rejects."""
        return self.found.accepted

    def table(self) -> Table:
        """One row a finding: which pair, what, how grave, what to do."""
        from zellig.front.frames import rows_to_table

        columns = ("pair", "line", "code", "severity", "message", "remedy")
        rows = ({name: getattr(each, name) for name in columns} for each in self.found.findings)
        return rows_to_table(rows, columns)

    def __repr__(self) -> str:
        summary = self.found.summary()
        counts = ", ".join(f"{code} {number:,}" for code, number in summary.counts.items())
        return f"{summary.accepted:,} of {summary.pairs:,} pairs accepted" + (f": {counts}" if counts else "")


@checked()
def check_pairs(
    pairs: str | PathLike[str] | Iterable[Pair],
    *,
    task: str | PathLike[str] | None = None,
    originals: Data = None,
    against: Data = None,
    mapping: GivenMapping = None,
    policy: str | PathLike[str] | None = None,
    validity: bool = False,
    models: bool = False,
    domain: str | None = None,
    watch: Watch = lambda stream, *, description: stream,
) -> CheckedPairs:
    """Say exactly what is wrong with which pair: of a file, or pairs in hand.

    The task is that of the file's header, unless it is said. `domain` is what the texts are about, for the
    words that `validity` goes by; without it, what the task or the originals say.
    """
    players = Players()
    about = _task_of(pairs, task)
    if isinstance(originals, str) and isinstance(against, str | None):
        originals, against = with_mappings(mapping, originals, against)
        mapping = None
    with saying() as said:
        found = check_file(
            fspath(pairs) if isinstance(pairs, str | PathLike) else _in_hand(pairs),
            about,
            originals=_items(players, originals, about, mapping, "originals"),
            against=_items(players, against, about, mapping, "against"),
            policy=None if policy is None else Path(policy),
            validity=validity,
            models=models,
            domain=domain,
            watch=watch,
        )
        warn_of_pairs(found.accepted, get_task(found.task), "the pairs")
    return CheckedPairs(found, tuple(said))


def _task_of(pairs: str | PathLike[str] | Iterable[Pair], task: str | PathLike[str] | None) -> str:
    if task is not None:
        return str(task)
    if not isinstance(pairs, str | PathLike):
        raise ZelligError("pairs in hand do not say their task", remedy=f"Say {option('task')}.")
    return task_of_pairs(fspath(pairs)).name


def pairs_at(source: str, task: str | None = None) -> tuple[Task, Iterator[Pair]]:
    """The task and the pairs of a file, of a corpus, or of the folder of a run, one by one."""
    if not names_corpus(source) and os.path.isdir(source):
        found = read_pairs_of_run(Path(source), task)
        return found.task, iter(found.pairs)
    about = task_of_pairs(source) if task is None else get_task(task)
    return about, (pair for _, pair in read_pairs(source, about))


def _in_hand(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """The pairs one by one; refuses anything else."""
    if not isinstance(pairs, Iterable):
        raise ZelligError(f"{type(pairs).__name__} holds no pairs", remedy="Give pairs, or a file of them.")
    for pair in pairs:
        if not isinstance(pair, Pair):
            raise ZelligError(f"among the pairs is {pair!r:.60}", remedy="Give pairs (zellig.Pair) only.")
        yield pair


def _items(
    players: Players, data: Data, task: str, mapping: GivenMapping, role: str
) -> str | Iterable[Item] | None:
    if data is None or isinstance(data, str | PathLike):
        return None if data is None else fspath(data)
    return players.corpus(data, name_of(task), mapping, role)[1]
