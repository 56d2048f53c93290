"""Measure the learning breaker beside random positions, at equal budget, against three victims.

Usage: python bench/q_breaker.py OUT   (OUT holds the trained folders; what is there is not trained again)
The victims and the breaker learn from the training split; the development split is only measured on.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from zellig.breakers.q_learning import breaker as q_breaker
from zellig.corpora import open_corpus
from zellig.items import Item
from zellig.measures.intervals import Block, bootstrap_sums, percentile_interval
from zellig.measures.significance import mcnemar
from zellig.oracle import Oracle
from zellig.performers import Breaker, System, ask, derive_seed
from zellig.registry import lookup
from zellig.systems import load_system
from zellig.systems.loading import fingerprint
from zellig.systems.training import train_system
from zellig.tasks import get_task

TRAIN, DEV = (f"rotten-tomatoes:{split}?labels=binary" for split in ("train", "dev"))
# Short trainings: what is measured is the breaker.
VICTIMS: dict[str, dict[str, int]] = {
    "bag-of-ngrams": {},
    "cnn": {"epochs": 6},
    "strawman": {"networks": 1, "epochs": 3},
}
BUDGETS = (15, 30)
SEED = 2017
REPLICATES = 10_000
TASK = get_task("sentiment")


def main(out: Path) -> None:
    items = list(open_corpus(DEV))
    print("| victim | right | budget | q-breaker | random | difference | interval | McNemar | questions |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, settings in VICTIMS.items():
        folder = out / name
        config = msgspec.convert(settings, lookup("systems", name).Config)
        train_system(name, TRAIN, folder, config=config, seed=SEED)
        system = load_system(str(folder))
        victim = Oracle(system, fingerprint(str(folder), system))
        q_breaker.train(TRAIN, out / f"q-{name}", victim, seed=SEED)
        right = [
            item
            for item, given in zip(items, ask(system, items), strict=True)
            if given.answer in item.accepted
        ]
        for budget in BUDGETS:
            row(name, system, right, budget, out / f"q-{name}")


def row(name: str, system: System, items: Sequence[Item], budget: int, folder: Path) -> None:
    """Print what both breakers do with the items that the victim answers right."""
    learnt, spent = broken(q_breaker.load(folder, TASK), system, items, budget)
    chance, spent_by_chance = broken(lookup("breakers", "random-positions")(TASK), system, items, budget)
    differences = (learnt.astype(float) - chance).reshape(-1, 1)
    (sums,) = bootstrap_sums([Block(np.arange(len(items)), differences)], len(items), REPLICATES, SEED)
    low, high = 100 * percentile_interval(sums[:, 0] / len(items))
    p_value = mcnemar(int((learnt & ~chance).sum()), int((chance & ~learnt).sum()))
    cells = [name, len(items), budget, f"{100 * learnt.mean():.1f}", f"{100 * chance.mean():.1f}"]
    cells += [f"{100 * differences.mean():+.1f}", f"{low:.1f} to {high:.1f}", f"{p_value:.2g}"]
    cells += [f"{spent:.1f} / {spent_by_chance:.1f}"]
    print("|", " | ".join(map(str, cells)), "|", flush=True)


def broken(
    breaker: Breaker, system: System, items: Sequence[Item], budget: int
) -> tuple[np.ndarray[tuple[int], np.dtype[np.bool_]], float]:
    """Which items were broken, and how many questions were asked about an item."""
    oracle = Oracle(system, "in memory", budget=budget)
    seeds = [derive_seed(SEED, breaker.spec.name, item.id) for item in items]
    made = breaker.break_items(items, seeds, oracle)
    return np.array([bool(pairs) for pairs in made]), oracle.queries / len(items)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
