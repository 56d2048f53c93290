"""Break, retrain, break again: pairs as training items, without the ones that are kept for testing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from zellig.corpora.mapping import GivenMapping
from zellig.front.options import checked
from zellig.front.players import Data, Players
from zellig.front.runs import Run, stored
from zellig.front.saying import saying
from zellig.front.training_items import TrainingItems
from zellig.games.breaking.retraining import Retraining, Sides, retraining
from zellig.games.breaking.training_folder import Written, write_retraining
from zellig.games.contest import Contest
from zellig.items import Item
from zellig.pairs.reading import same_task
from zellig.tasks import Task


@dataclass(frozen=True)
class TrainingData(TrainingItems):
    """What a system may learn from, and the pairs to try it on afterwards, which it has not seen."""

    found: Retraining
    said: tuple[str, ...]
    _task: Task

    @property
    def task(self) -> Task:
        """That of the run."""
        return self._task

    @property
    def known(self) -> list[Item]:
        """What the system learns from anyway, without the texts that are held out."""
        return self.found.known

    @property
    def new(self) -> list[Item]:
        """The items of pairs."""
        return self.found.items

    @property
    def held_out(self) -> Contest:
        """The pairs to try a retrained system on, for `gate`: who made them, and by asking which system."""
        return Contest(self.task, self.found.held_out, {})

    def write(self, folder: str | PathLike[str]) -> Written:
        """Write the items to train on, and the pairs to try afterwards, into a new folder."""
        return write_retraining(Path(folder), self.found, self.task)

    def __repr__(self) -> str:
        new = Counter(item.accepted[0] for item in self.found.items)
        labels = ", ".join(f"{label} {number:,}" for label, number in sorted(new.items()))
        known = f"{len(self.found.known):,} known items and " if self.found.known else ""
        reasons = [*self.found.left_out.items(), *self.found.left_out_known.items()]
        left_out = "".join(f"; {number:,} left out: {why}" for why, number in reasons)
        return (
            f"{known}{len(self.found.items):,} items of pairs to train on ({labels}); "
            f"of {self.found.pairs:,} pairs {self.found.held_out_pairs:,} are held out, and a check speaks "
            f"against {self.found.not_valid:,}{left_out}"
        )


@checked(sides=Sides)
def retrain_with(
    run: Run,
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

    The run is one as for `gate`. An original is held out with all its pairs, by its text. `known` is what the
    system learns from anyway: it comes first among the items, without the texts that are held out, and none
    of it twice.
    """
    with saying() as said:
        contest = stored(run, task)
        old: list[Item] = []
        if known is not None:
            spec, corpus = Players().corpus(known, contest.task.name, mapping, "known")
            same_task(corpus.task, contest.task, spec)
            old = list(corpus)
        found = retraining(contest, sides=sides, balance=balance, held_out=held_out, seed=seed, known=old)
    return TrainingData(found, tuple(said), contest.task)
