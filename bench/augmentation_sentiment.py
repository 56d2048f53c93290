"""Does what some strategies teach about opinions carry over to others? Systems on the treebank's reviews.

Usage: python bench/augmentation_sentiment.py DATA OUT SYSTEM...   (DATA holds sst/, OUT what is made)
One half of the strategies, by a hash of their codes, makes new items of the training part; the other half
makes the test of the test part. It prints the tables of docs/results/augmentation.md.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
from msgspec.structs import astuple

import zellig as zl
from augmentation import once
from augmentation_tables import in_table, with_interval
from zellig.breakers.strategies.strategy import codes_to_teach
from zellig.corpora import open_corpus
from zellig.games.breaking.from_strategies import Chosen, strategy_pairs
from zellig.items import Item, Pair, read_records, write_records
from zellig.measures.intervals import Block, bootstrap_sums, percentile_interval
from zellig.oracle import answers_of
from zellig.performers import System
from zellig.systems.loading import load_system
from zellig.systems.training import train_system
from zellig.tasks import get_task
from zellig.texts import key64
from zellig.transform.augmentation import Mix, augment
from zellig.transform.plan import ContrastPlan

TASK, DOMAIN, SEED = "sentiment", "film", 1
TESTS = ("originals", "unseen strategies", "those with 30 pairs or more")
SHARES = (0.0625, 0.25, 1.0)
QUICK = {"bag-of-ngrams"}  # learn in seconds: all shares are tried, and of others the one that is chosen
SEEDS, OF_QUICK = 3, 5  # trainings of a system; their answers count alike
REPLICATES = 1000
ENOUGH = 30  # pairs of a strategy: what fewer say is chance
CODES = sorted(codes_to_teach(TASK), key=key64)
TAUGHT, UNSEEN = tuple(CODES[::2]), tuple(CODES[1::2])


def main() -> None:
    data, out, names = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    out.mkdir(parents=True, exist_ok=True)
    known, test = (
        list(open_corpus(f"sst:{data / 'sst'}:{part}?labels=binary")) for part in ("train", "test")
    )
    pairs = list(read_records(once(out / "unseen.jsonl", partial(write_pairs, test)), Pair))
    print(in_table(["", "strategies"], [["taught", ", ".join(TAUGHT)], ["unseen", ", ".join(UNSEEN)]]))
    for name in names:
        found = zl.augment(known, task=TASK, phenomena=TAUGHT, builder=name, seed=SEED)
        assert found.trial is not None
        print(in_table(["share", "new", "kept items", "kept strategies"], map(astuple, found.trial.tries)))
        seeds, shares = (OF_QUICK, SHARES) if name in QUICK else (SEEDS, (found.trial.share,))
        systems = {
            share: [trained(name, share, seed, known, out) for seed in range(1, seeds + 1)]
            for share in sorted({0.0, *shares})
        }
        print(
            in_table(
                ["share", *(head for what in TESTS for head in (what, "minus 0"))],
                rows(systems, test, pairs),
            )
        )


def write_pairs(items: Sequence[Item], path: Path) -> None:
    """What the unseen strategies make, where one answer is right."""
    made = strategy_pairs(Chosen(TASK, UNSEEN, DOMAIN, SEED), items)
    found = [pair for each in made for pair in each.pairs if len(pair.modified.accepted) == 1]
    write_records(path, Pair, found, TASK)


def trained(name: str, share: float, seed: int, known: Sequence[Item], out: Path) -> System:
    """The system that learnt with a share of new items."""
    taught = partial(strategy_pairs, Chosen(TASK, TAUGHT, DOMAIN, SEED))
    plan, mix = ContrastPlan(TASK, ()), Mix(share=share, seed=SEED)
    file = once(out / f"{share}.jsonl", lambda path: augment(known, plan, mix, path, others=taught))
    train_system(name, f"items:{file}", out / f"{name}-{share}-{seed}", seed=seed)
    return load_system(str(out / f"{name}-{share}-{seed}"))


def rows(
    systems: dict[float, list[System]], test: Sequence[Item], pairs: Sequence[Pair]
) -> list[list[object]]:
    """Accuracies with intervals by original; the mean of the strategies, however often each applies."""
    counted = Counter(pair.phenomenon for pair in pairs)
    some = [[*counted], [name for name, number in counted.items() if number >= ENOUGH]]
    inside = [
        np.array([[pair.phenomenon == name for name in names] for pair in pairs], float) for names in some
    ]
    places = {item.id: place for place, item in enumerate(test)}
    changed, of_original = (
        [pair.modified for pair in pairs],
        np.array([places[pair.original.id] for pair in pairs]),
    )
    clusters = [np.arange(len(test)), of_original, of_original]
    weights = [np.ones((len(test), 1)), *inside]
    tests = [list(test), changed, changed]
    found: list[list[object]] = [[share] for share in systems]
    for items, cluster, weight in zip(tests, clusters, weights, strict=True):
        right = [np.mean([right_of(each, items) for each in some], axis=0) for some in systems.values()]
        right = [each[:, None] * weight for each in right]
        values = np.column_stack([weight, *right])
        (drawn,) = bootstrap_sums([Block(cluster, values)], len(test), REPLICATES, SEED)
        whole, many = (means(sums, len(systems)) for sums in (values.sum(0)[None], drawn))
        for row, mean, draws in zip(found, whole, many, strict=True):
            row.append(with_interval(float(mean[0]), percentile_interval(draws), digits=1))
            gain = with_interval(float(mean[0] - whole[0][0]), percentile_interval(draws - many[0]), digits=1)
            row.append("" if row is found[0] else gain)
    return found


def right_of(system: System, items: Sequence[Item]) -> np.ndarray:
    task = get_task(TASK)
    answers = answers_of(system, items, task)
    return np.array(
        [task.right(a, item.accepted) for a, item in zip(answers, items, strict=True)], dtype=float
    )


def means(sums: np.ndarray, systems: int) -> list[np.ndarray]:
    """For each system the mean of the groups' shares."""
    counts, *right = np.split(sums, systems + 1, axis=1)
    return [np.nanmean(each / np.where(counts, counts, np.nan), axis=1) for each in right]


if __name__ == "__main__":
    main()
