"""Playing a contest in a run directory: breakers make pairs, systems answer both sides."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from zellig.errors import ZelligError
from zellig.items import Item, Pair, Prediction, read_records, write_records
from zellig.performers import Breaker, System, ask, derive_seed
from zellig.store.run import Run
from zellig.tasks import get_task

BATCH = 128

Progress = Callable[[str, int, int], None]  # what, how many done, how many in all


@dataclass(frozen=True)
class Play:
    """A contest under way. What a killed run left behind is taken up, not made again."""

    run: Run
    task: str
    seed: int
    progress: Progress

    def make_pairs(
        self,
        name: str,
        make: Callable[[], Breaker],
        items: Sequence[Item],
        sound: Callable[[list[Pair]], list[Pair]],
    ) -> list[Pair]:
        """The pairs a breaker that sees nothing makes of these items, those of them that are `sound`."""
        file = f"pairs/{name}.jsonl"
        if not self.run.has(file):
            with self.run.timed(file):
                breaker = make()
                pairs: list[Pair] = []
                for batch in self._batches(f"{name} breaks", items):
                    seeds = [derive_seed(self.seed, name, item.id) for item in batch]
                    pairs += [pair for made in breaker.break_items(batch, seeds, None) for pair in made]
                write_records(self.run / file, Pair, sound(pairs), self.task)
        return list(read_records(self.run / file, Pair))

    def answer(self, file: str, system: System, items: Sequence[Item]) -> None:
        """Write the system's predictions for these items to a file of the run."""
        if not self.run.has(file):
            with self.run.timed(file):
                predictions: list[Prediction] = []
                for batch in self._batches(f"{file} is answered", items):
                    predictions += self._checked(system, batch)
                write_records(self.run / file, Prediction, predictions, self.task)

    def _checked(self, system: System, batch: Sequence[Item]) -> list[Prediction]:
        """The system's predictions for a batch; refuses illegal answers."""
        predictions = ask(system, batch)
        task = get_task(self.task)
        for prediction in predictions:
            try:
                task.given(prediction.answer)
            except ZelligError as error:
                what = f"the system {system.spec.name!r} answered item {prediction.id!r}: {error.what}"
                raise ZelligError(what, remedy=error.remedy) from None
            if not all(map(math.isfinite, (prediction.probabilities or {}).values())):
                raise ZelligError(
                    f"the system {system.spec.name!r} gave item {prediction.id!r} an endless probability",
                    remedy="Give probabilities from 0 to 1, or none.",
                )
        return predictions

    def _batches(self, what: str, items: Sequence[Item]) -> Iterator[Sequence[Item]]:
        for start in range(0, len(items), BATCH):
            batch = items[start : start + BATCH]
            yield batch
            self.progress(what, start + len(batch), len(items))


def items_of(pairs: Sequence[Pair]) -> list[Item]:
    """Every item of both sides once, in order."""
    found = {item.id: item for pair in pairs for item in (pair.original, pair.modified)}
    return list(found.values())
