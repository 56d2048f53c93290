"""Contests from a folder of files: `zellig contest score`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from zellig.front.options import checked
from zellig.front.saying import saying
from zellig.games import contest as game
from zellig.games.breaking.stored import read_to_score
from zellig.games.breaking.table import pair_frame
from zellig.games.contest import Contest, Scores
from zellig.games.contest.bundle import write_bundle
from zellig.games.contest.folder import Layout
from zellig.language.data_check import warn_of_pairs
from zellig.measures.breaking import Denominator
from zellig.notices import warn
from zellig.oracle import Progress
from zellig.outputs import new_file
from zellig.report.contest import write_report
from zellig.report.words import contest_in_words
from zellig.systems.doubt_words import warn_of_doubt

if TYPE_CHECKING:
    from zellig.front.frames import Table


@dataclass(frozen=True)
class ScoredContest:
    """A contest and its numbers."""

    contest: Contest
    scores: Scores
    title: str
    said: tuple[str, ...]  # what may mislead

    def table(self) -> Table:
        """One row a system: what the pairs of the contest say about it."""
        from zellig.front.frames import flat, rows_to_table

        return rows_to_table({"system": name} | flat("", row) for name, row in self.scores.systems.items())

    def pairs(self) -> Table:
        """One row a pair, with what every system did on it."""
        from zellig.front.frames import Table

        return Table(pair_frame(self.contest))

    def report(self, path: str | PathLike[str]) -> Path:
        """Write the report, one HTML file; gives its path."""
        write_report(new_file(path), self.contest, self.scores, self.title)
        return Path(path)

    def bundle(self, path: str | PathLike[str]) -> Path:
        """Write everything into one zip file; gives its path."""
        write_bundle(new_file(path), self.contest, self.scores)
        return Path(path)

    def __repr__(self) -> str:
        return "\n".join(contest_in_words(self.scores))


@dataclass(frozen=True)
class ReadContest:
    """A contest that was read and checked."""

    contest: Contest
    title: str
    said: tuple[str, ...]  # what may mislead

    @checked(denominator=Denominator)
    def score(
        self,
        *,
        denominator: Denominator = "pairs",
        as_published: bool = False,
        replicates: int = 1000,
        seed: int = 2017,
    ) -> ScoredContest:
        """Score every system on every breaker's pairs, with intervals and tests."""
        scores = game.score_contest(self.contest, denominator, as_published, replicates, seed)
        with saying() as said:
            for name, doubt in scores.doubts.items():
                warn_of_doubt(doubt, name, self.contest.task)
        return ScoredContest(self.contest, scores, self.title, (*self.said, *said))

    def __repr__(self) -> str:
        contest = self.contest
        return (
            f"{self.title}: {len(contest.entries)} entries with {len(contest.pairs):,} pairs, "
            f"answered by {len(contest.systems)} systems"
        )


@checked(layout=Layout)
def read_contest(
    folder: str | PathLike[str],
    *,
    layout: Layout = "zellig",
    task: str | PathLike[str] | None = None,
    exclude: Sequence[str] = (),
    systems: Sequence[str] = (),
    allow_overlap: bool = False,
    progress: Progress = lambda what, done, total: None,
) -> ReadContest:
    """Read a contest from a folder of files; the first fault is refused with file, line and remedy.

    `systems` are asked about all pairs, too, beside those whose answers are in the folder.
    """
    place = Path(folder)
    wanted = None if task is None else str(task)
    with saying() as said:
        contest = read_to_score(place, layout, wanted, exclude, unanswered=bool(systems))
        if systems:
            contest = game.ask_too(contest, systems, allow_overlap=allow_overlap, progress=progress)
        for warning in contest.warnings:
            warn(warning)
        warn_of_pairs(contest.pairs, contest.task, str(folder))
    contest = replace(contest, warnings=tuple(said.warnings))
    return ReadContest(contest, f"Contest {place.resolve().name}", tuple(said))
