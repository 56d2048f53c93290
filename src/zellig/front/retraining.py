"""Break, retrain, break again: pairs as training items, without the ones that are kept for testing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from zellig.corpora.mapping import GivenMapping
from zellig.front.breaking import BreakingRun
from zellig.front.options import checked, path_of
from zellig.front.players import Data, Players
from zellig.front.saying import saying
from zellig.games.breaking.retraining import Retraining, Sides, retraining
from zellig.games.breaking.stored import read_stored
from zellig.games.breaking.training_folder import Written, write_retraining
from zellig.games.contest import Contest
from zellig.items import Item
from zellig.tasks import Task

if TYPE_CHECKING:
    from zellig.front.frames import Table


@dataclass(frozen=True)
class TrainingData:
    """What a system may learn from, and the pairs to try it on afterwards, which it has not seen."""

    found: Retraining
    task: Task
    said: tuple[str, ...]

    @property
    def items(self) -> list[Item]:
        """All that the system should learn from: what is known, then the items of pairs."""
        return [*self.found.known, *self.found.items]

    @property
    def texts(self) -> list[str]:
        """The language of each item."""
        return [self.task.text(item) for item in self.items]

    @property
    def labels(self) -> list[str]:
        """The right answer of each item, as the task spells it."""
        return [item.accepted[0] for item in self.items]

    @property
    def held_out(self) -> Contest:
        """The pairs to try a retrained system on, for `gate`: who made them, and by asking which system."""
        return Contest(self.task, self.found.held_out, {})

    def table(self) -> Table:
        """One row an item: its fields, the label, and, if it comes from a pair, the phenomenon of that."""
        from zellig.front.frames import rows_to_table

        return rows_to_table(
            {
                "id": item.id,
                **item.fields,
                "label": item.accepted[0],
                "phenomenon": item.metadata["phenomenon"] if from_pair else None,
                "original": item.metadata["original"] if from_pair else None,
            }
            for from_pair, some in ((False, self.found.known), (True, self.found.items))
            for item in some
        )

    def write(self, folder: str | PathLike[str]) -> Written:
        """Write the items to train on, and the pairs to try afterwards, into a new folder."""
        return write_retraining(Path(folder), self.found, self.task)

    def __repr__(self) -> str:
        new = Counter(item.accepted[0] for item in self.found.items)
        labels = ", ".join(f"{label} {number:,}" for label, number in sorted(new.items()))
        known = f"{len(self.found.known):,} known items and " if self.found.known else ""
        left_out = "".join(f"; {number:,} left out: {why}" for why, number in self.found.left_out.items())
        pairs = len(self.held_out.pairs)
        return (
            f"{known}{len(self.found.items):,} items of pairs to train on ({labels}); "
            f"{pairs:,} pairs are held out{left_out}"
        )


@checked(sides=Sides)
def retrain_with(
    run: BreakingRun | str | PathLike[str],
    *,
    known: Data = None,
    mapping: GivenMapping = None,
    sides: Sides = "modified",
    balance: bool = True,
    held_out: float = 0.2,
    seed: int = 2017,
    task: str | PathLike[str] | None = None,
) -> TrainingData:
    """Training items from the valid pairs of a run, balanced, and the held-out pairs to compare on.

    An original is held out with all its pairs, by its text. `known` is what the system learns from anyway: it
    comes first among the items, without the texts that are held out, and none of it twice.
    """
    with saying() as said:
        wanted = None if task is None else str(task)
        contest = (
            run.contest
            if isinstance(run, BreakingRun)
            else read_stored(path_of(run, "a run or its folder"), wanted)
        )
        data = () if known is None else Players().corpus(known, contest.task.name, mapping, "known")[1]
        old = [item for item in data if item.accepted]
        found = retraining(contest, sides=sides, balance=balance, held_out=held_out, seed=seed, known=old)
    return TrainingData(found, contest.task, tuple(said))
