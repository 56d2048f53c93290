"""Measure the retrieving guesser: making and opening its index, a guess for a prefix, a whole evaluation.

    python bench/quiz_speed.py DATA      DATA is ../shared/data/quizbowl

The reference for a guess is a plain loop over the same index in this run: single words, the best document.
"""

from __future__ import annotations

import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from zellig.corpora import open_corpus
from zellig.front.quiz import quiz_evaluate
from zellig.items import Item
from zellig.systems.loading import load_system
from zellig.systems.question_words import words
from zellig.systems.search_index import SearchIndex
from zellig.tasks.quiz.beginnings import beginning

TIMES = 5
PREFIXES = 3000
EVALUATED = 1000


def main(data: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        index = Path(folder) / "index"
        seconds, megabytes = made(data, index)
        size = sum(path.stat().st_size for path in index.iterdir()) / 2**20
        opened = statistics.median(timed(lambda: load_system(str(index))) for _ in range(TIMES))
        system, plain = load_system(str(index)), SearchIndex(index)
        asked = prefixes(data / "tossups.dev.jsonl.gz")
        ours = percentiles(asked, lambda item: system.predict([item]))
        reference = percentiles(asked, lambda item: plain.search(words(item.fields["text"]), 0.0, 1))
        whole = timed(lambda: evaluated(data, index))
    print("| the guesser `ir` | |\n|---|---|")
    print(f"| index of all questions and leads | {seconds:.0f} s, {megabytes:,.0f} MB of memory |")
    print(f"| its size | {size:,.0f} MB |")
    print(f"| opened | {1000 * opened:.0f} ms |")
    print(f"| guesses for a prefix, p50 and p99 | {ours[0]:.2f} and {ours[1]:.2f} ms |")
    print(f"| single words alone, p50 and p99 | {reference[0]:.2f} and {reference[1]:.2f} ms |")
    print(f"| ratio of the medians | {ours[0] / reference[0]:.2f} |")
    print(f"| {EVALUATED:,} questions at every 25 characters | {whole:.0f} s |")


def made(data: Path, index: Path) -> tuple[float, float]:
    """Seconds and megabytes of making the index, in a process of its own."""
    sources = [f"tossups:{data / 'tossups.train.jsonl.gz'}", f"leads:{data / 'wiki-leads.jsonl.gz'}"]
    start = time.monotonic()
    subprocess.run(
        [sys.executable, "-m", "zellig", "quiz", "index", *sources, "--out", str(index)],
        check=True,
        capture_output=True,
    )
    return time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def prefixes(path: Path) -> list[Item]:
    """Beginnings of development questions, cut anywhere."""
    chance = random.Random(2017)
    items = chance.sample(list(open_corpus(f"tossups:{path}")), PREFIXES)
    return [beginning(item, chance.randint(1, len(item.fields["text"]))) for item in items]


def percentiles(asked: Sequence[Item], work: Callable[[Item], object]) -> tuple[float, float]:
    """The median and the 99th percentile, in milliseconds."""
    took = [1000 * timed(partial(work, item)) for item in asked]
    return float(np.percentile(took, 50)), float(np.percentile(took, 99))


def evaluated(data: Path, index: Path) -> None:
    quiz_evaluate(str(index), data=f"tossups:{data / 'tossups.dev.jsonl.gz'}", limit=EVALUATED)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
