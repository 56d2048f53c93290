"""Playing a contest in a run directory: breakers make pairs, systems answer both sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from zellig.items import Item, Pair, Prediction, read_records, write_records
from zellig.performers import Breaker, System, derive_seed
from zellig.store.run import Run

BATCH = 128

Progress = Callable[[str, int, int], None]  # what, how many done, how many in all


def make_pairs(
    run: Run,
    name: str,
    make: Callable[[], Breaker],
    items: Sequence[Item],
    task: str,
    seed: int,
    sound: Callable[[list[Pair]], list[Pair]],
    progress: Progress,
) -> list[Pair]:
    """The breaker's sound pairs from these items, from the run directory if they are there already."""
    file = f"pairs/{name}.jsonl"
    if not run.has(file):
        with run.timed(file):
            breaker = make()
            pairs: list[Pair] = []
            for start, batch in _batches(items):
                seeds = [derive_seed(seed, name, item.id) for item in batch]
                pairs += [pair for made in breaker.break_items(batch, seeds) for pair in made]
                progress(f"{name} breaks", start + len(batch), len(items))
            write_records(run / file, Pair, sound(pairs), task)
    return list(read_records(run / file, Pair))


def answer(
    run: Run, name: str, system: System, items: Sequence[Item], task: str, progress: Progress
) -> list[Prediction]:
    """The system's predictions, from the run directory's file `name` if they are there already."""
    if not run.has(name):
        with run.timed(name):
            predictions: list[Prediction] = []
            for start, batch in _batches(items):
                predictions += system.predict(batch)
                progress(f"{name} is answered", start + len(batch), len(items))
            write_records(run / name, Prediction, predictions, task)
    return list(read_records(run / name, Prediction))


def items_of(pairs: Sequence[Pair]) -> list[Item]:
    """Every item of both sides once, in order."""
    found = {item.id: item for pair in pairs for item in (pair.original, pair.modified)}
    return list(found.values())


def _batches(items: Sequence[Item]) -> Iterator[tuple[int, Sequence[Item]]]:
    for start in range(0, len(items), BATCH):
        yield start, items[start : start + BATCH]
