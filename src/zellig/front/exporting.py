"""The pairs of a run for others: to be answered, counted, published, or run elsewhere: `zellig export`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from zellig.doors import option
from zellig.errors import ZelligError
from zellig.files import write_files, write_whole
from zellig.front.dataset_card import about_pairs
from zellig.front.judging import Paths
from zellig.front.options import checked
from zellig.front.runs import Run, files_of, stored
from zellig.front.saying import saying
from zellig.games.breaking.blind import blind_items, both_sides, write_blind
from zellig.games.breaking.table import pair_frame
from zellig.games.breaking.table_file import FileType, write_table
from zellig.games.contest import Contest
from zellig.games.exchange.asked import asked_items
from zellig.games.exchange.inspect_task import inspect_files
from zellig.games.exchange.kept import kept_pairs
from zellig.games.exchange.lm_eval import lm_eval_files, name_in
from zellig.games.exchange.pairs_dataset import pairs_dataset
from zellig.outputs import is_begun, keep_inputs
from zellig.pairs.checklist import checklist_rows
from zellig.pairs.reading import no_pair

if TYPE_CHECKING:
    from zellig.front.frames import Table

To = Literal["blind", "datasets", "lm-eval", "inspect", "checklist", FileType]

WHAT = {"blind": "items without answers", "lm-eval": "items", "inspect": "items"}  # of all others, pairs
FOR: dict[str, tuple[str, ...]] = {  # options that only some have a use for
    "labels": ("lm-eval", "inspect"),
    "title": ("datasets",),
    "licence": ("datasets",),
    "verdicts": ("datasets",),
    **dict.fromkeys(("corpus", "mapping", "sides", "balance", "held_out", "seed"), ("training",)),
}


@dataclass(frozen=True)
class Exported:
    """What was written, and where."""

    path: Path
    to: To
    number: int  # of items or pairs
    said: tuple[str, ...]
    _contest: Contest

    @property
    def what(self) -> str:
        """What was counted."""
        return WHAT.get(self.to, "pairs")

    def table(self) -> Table:
        """What was written: one row a pair, or one row an item without its answer."""
        from zellig.front.frames import Table, rows_to_table

        if self.to == "blind":
            items = blind_items(both_sides(self._contest.pairs))
            return rows_to_table({"id": item.id, **item.fields} for item in items)
        return Table(pair_frame(self._contest))

    def __repr__(self) -> str:
        return f"{self.number:,} {self.what} are in {self.path}"


@checked(to=To)
def export(
    run: Run,
    *,
    to: To,
    out: str | PathLike[str],
    task: str | PathLike[str] | None = None,
    labels: Sequence[str] | None = None,
    title: str | None = None,
    licence: str | None = None,
    verdicts: Paths | None = None,
) -> Exported:
    """Write the pairs of a run for others.

    They may answer them (`blind`), count them (`csv`, `jsonl`, `parquet`), load them as a data set
    (`datasets`), or put them to models: as a task of lm-evaluation-harness (`lm-eval`) or of Inspect
    (`inspect`), or as tests of CheckList (`checklist`). The run is what `break_systems`, `contrast_set` or
    `import_pairs` gave, pairs that `retrain_with` held out, a folder, or any file of pairs. A table and a
    checklist are a file, all others a new folder. `labels` are those that a model chooses among, where these
    are not all of the task; `title`, `licence` and `verdicts` of judges are for the card of a data set.
    Training items come from `retrain_with(run).write(folder)`.
    """
    path = Path(out)
    refuse_useless(to, labels=labels, title=title, licence=licence, verdicts=verdicts)
    with saying() as said:
        found = stored(run, task)
        if not found.pairs:
            raise no_pair(None)
        if to in ("checklist", "csv", "jsonl", "parquet"):
            keep_inputs(files_of(run), files=[path])
            _refuse_other_ending(path, to)
        else:
            is_begun(path, [], "a new folder for what is exported")
        number = len(found.pairs)
        if to == "blind":
            number = write_blind(path, found.pairs, found.task)
        elif to == "datasets":
            about = about_pairs(run, found, title or path.absolute().name, licence, verdicts)
            write_files(path, pairs_dataset(found, about))
        elif to == "lm-eval":
            asked = asked_items(found, _listed(labels))
            write_files(path, lm_eval_files(asked, name_in(path)))
            number = len(asked.items)
        elif to == "inspect":
            asked = asked_items(found, _listed(labels))
            write_files(path, inspect_files(asked))
            number = len(asked.items)
        elif to == "checklist":
            number = _write_checklist(path, found)
        else:
            write_table(path, found, to)
    return Exported(path, to, number, tuple(said), found)


def refuse_useless(to: str, **given: object) -> None:
    """Refuse options that what is to be written has no use for, and a mapping of no corpus."""
    for name, value in given.items():
        if value is not None and to not in FOR[name]:
            raise ZelligError(
                f"{to} has no use for {option(name)}",
                remedy=f"Leave it out; it is for {' and '.join(FOR[name])}.",
            )
    if given.get("mapping") is not None and given.get("corpus") is None:
        raise ZelligError(
            f"there is no corpus that {option('mapping')} could be for",
            remedy=f"Leave it out, or give {option('corpus')}.",
        )


def _refuse_other_ending(path: Path, to: str) -> None:
    """Refuse a name by which everybody, we too, would take a table for another kind of file."""
    kinds = {".csv": "csv", ".parquet": "parquet", ".jsonl": "jsonl"}
    wanted = "jsonl" if to == "checklist" else to
    means = kinds.get(path.suffix.lower(), wanted)
    if means != wanted:
        raise ZelligError(
            f"by its name this is a {means} file, and {to} was asked for",
            path=path,
            remedy=f"Name another file, or say {option('to', means)}.",
        )


def _listed(labels: Sequence[str] | None) -> Sequence[str]:
    if isinstance(labels, str):
        raise ZelligError(
            f"labels is {labels!r}, not a list", field="labels", remedy="Give a list of labels."
        )
    return labels or ()


def _write_checklist(path: Path, contest: Contest) -> int:
    kept = kept_pairs(contest)
    with write_whole(path) as file:
        for row in checklist_rows((entry.author, entry.victim, pair) for entry, pair in kept):
            file.write(msgspec.json.encode(row) + b"\n")
    return len(kept)
