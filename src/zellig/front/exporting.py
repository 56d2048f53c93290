"""The pairs of a run for others, to be answered or counted: `zellig export`."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from zellig.front.options import checked
from zellig.front.runs import Run, files_of, stored
from zellig.front.saying import saying
from zellig.games.breaking.blind import blind_items, both_sides, write_blind
from zellig.games.breaking.table import pair_frame
from zellig.games.breaking.table_file import FileType, write_table
from zellig.games.contest import Contest
from zellig.outputs import keep_inputs
from zellig.pairs.reading import no_pair

if TYPE_CHECKING:
    from zellig.front.frames import Table

To = Literal["blind", FileType]


@dataclass(frozen=True)
class Exported:
    """What was written, and where."""

    path: Path
    to: To
    number: int  # of items without answers, or of pairs
    said: tuple[str, ...]
    _contest: Contest

    def table(self) -> Table:
        """What was written: one row a pair, or one row an item without its answer."""
        from zellig.front.frames import Table, rows_to_table

        if self.to == "blind":
            items = blind_items(both_sides(self._contest.pairs))
            return rows_to_table({"id": item.id, **item.fields} for item in items)
        return Table(pair_frame(self._contest))

    def __repr__(self) -> str:
        what = "items without answers" if self.to == "blind" else "pairs"
        return f"{self.number:,} {what} are in {self.path}"


@checked(to=To)
def export(
    run: Run,
    *,
    to: To,
    out: str | PathLike[str],
    task: str | PathLike[str] | None = None,
) -> Exported:
    """Write the pairs of a run so that others can answer them (`blind`), or as a table of one row a pair.

    The run is what `break_systems`, `contrast_set` or `import_pairs` gave, pairs that `retrain_with` held
    out, a folder, or any file of pairs. `blind` writes a new folder, a table a file. Training items come from
    `retrain_with(run).write(folder)`.
    """
    path = Path(out)
    with saying() as said:
        found = stored(run, task)
        number = len(found.pairs)
        if not number:
            raise no_pair(None)
        if to == "blind":
            number = write_blind(path, found.pairs, found.task)
        else:
            keep_inputs(files_of(run), files=[path])
            write_table(path, found, to)
    return Exported(path, to, number, tuple(said), found)
