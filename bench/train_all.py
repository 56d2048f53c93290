"""Train every builder on the treebank and print a table for the documents.

Usage: python bench/train_all.py DATA OUT [NAME...]   (DATA holds sst/ and bibi2017/, OUT the trained folders)
A training that is there already is not done again, so the command can be stopped and run again.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from trained import UNITS, trained
from zellig.corpora import open_corpus
from zellig.games.contest import read_contest
from zellig.items import Pair
from zellig.measures.outcomes import Answers, judge
from zellig.oracle import answers_of
from zellig.systems import load_system
from zellig.systems.evaluation import evaluate
from zellig.tasks import get_task
from zellig.transform.expectation import expected_answers

SEEDS = {"minilm": (1,)}  # three of all others
VARIANTS = [*UNITS.items(), ("cnn", "sentence")]  # the last one is the contest's SCNN


def main() -> None:
    data, out = Path(sys.argv[1]), Path(sys.argv[2])
    chosen = sys.argv[3:]
    pairs = {entry.author: entry.pairs for entry in read_contest(data / "bibi2017", "bibi2017").entries}
    print("| system | trained on | seed | dev | test | interval | minutes |", *pairs, sep=" | ")
    for name, unit in VARIANTS:
        if not chosen or name in chosen:
            means = [row(name, unit, seed, data, out, pairs) for seed in SEEDS.get(name, (1, 2, 3))]
            print(f"| {name} | {unit} | mean | | {statistics.mean(means):.2f} | |")


def row(name: str, unit: str, seed: int, data: Path, out: Path, pairs: Mapping[str, Sequence[Pair]]) -> float:
    """Train one system with one seed and print its line; gives its accuracy on the test sentences."""
    folder, minutes = trained(name, unit, seed, data, out)
    figures = {}
    for split in ("dev", "test"):
        corpus = open_corpus(f"sst:{data / 'sst'}:{split}?labels=binary&unit=sentence")
        found = evaluate([str(folder)], corpus, allow_overlap=True)
        figures[split] = found.systems[str(folder)]
    low, high = figures["test"].interval
    line = [name, unit, seed]
    line += [f"{100 * figures[split].accuracy:.2f}" for split in ("dev", "test")]
    line += [f"{100 * low:.1f}–{100 * high:.1f}", f"{minutes.clock:.1f}"]
    line += [f"{break_rate(folder, made):.1f}" for made in pairs.values()]
    print("|", " | ".join(map(str, line)), "|", flush=True)
    return 100 * figures["test"].accuracy


def break_rate(folder: Path, pairs: Sequence[Pair]) -> float:
    """Percent of a breaker's pairs of 2017 that break the system."""
    task, system = get_task("sentiment"), load_system(str(folder))
    answers = Answers(
        answers_of(system, [pair.original for pair in pairs], task),
        answers_of(system, [pair.modified for pair in pairs], task),
    )
    return 100 * float(judge(pairs, {"it": answers}, task, expected_answers).broken.mean())


if __name__ == "__main__":
    main()
