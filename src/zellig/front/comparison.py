"""Two versions side by side: `zellig compare`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from zellig.front.breaking import BreakingRun
from zellig.front.options import checked, path_of
from zellig.front.runs import stored
from zellig.front.saying import saying
from zellig.games.breaking.comparing import ComparedRuns, compare_folders, compare_runs
from zellig.outputs import new_file
from zellig.report.comparison import comparison_in_words, write_comparison
from zellig.report.p_values import how_tested

if TYPE_CHECKING:
    from zellig.front.frames import Table

AnsweredRun = BreakingRun | str | PathLike[str]


@dataclass(frozen=True)
class ComparedVersions:
    """Which pairs one version newly passes beside another, and which it no longer passes."""

    compared: ComparedRuns
    said: tuple[str, ...]

    def table(self) -> Table:
        """One row a phenomenon, and one for all pairs: how many are passed, no longer, newly."""
        from zellig.front.frames import flat, rows_to_table

        return rows_to_table(flat("", row) for row in [*self.compared.phenomena, self.compared.every])

    def report(self, path: str | PathLike[str]) -> Path:
        """Write the page, one HTML file that needs nothing else; gives its path."""
        write_comparison(new_file(path), self.compared)
        return Path(path)

    def __repr__(self) -> str:
        words = comparison_in_words(self.compared)
        return "\n".join([*words, how_tested(len(self.compared.phenomena))])


@checked()
def compare(
    first: AnsweredRun, second: AnsweredRun | None = None, *, systems: Sequence[str] = ()
) -> ComparedVersions:
    """Compare the systems of two runs on the pairs that both answered, or two systems of one run.

    A run is what `break_systems` gave, or a folder. `systems` names one for both or one for each, where a run
    has several.
    """
    with saying() as said:
        runs = [run for run in (first, second) if run is not None]
        folders = [path_of(run, "a run or its folder") for run in runs if not isinstance(run, BreakingRun)]
        if len(folders) == len(runs):
            return ComparedVersions(compare_folders(folders, systems), tuple(said))
        old, *new = (stored(run) for run in runs)
        return ComparedVersions(compare_runs(old, new[0] if new else old, systems), tuple(said))
