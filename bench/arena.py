"""Measure the arena: rounds a second here and in processes, memory over a million rounds, the language model.

    python bench/arena.py [ROUNDS]      ROUNDS for the memory (1,000,000)

The reference for language-model rounds is the model itself over the same texts, in this run.
"""

from __future__ import annotations

import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from zellig.games.arena.play import play
from zellig.games.arena.rounds import shown
from zellig.games.arena.rules import rules_of
from zellig.games.arena.transcript import FILE, rounds_of
from zellig.language.language_model import load_language_model

CORPUS = "rotten-tomatoes:dev"
TIMES = 5
MODEL_TIMES = 3
MODEL_ROUNDS = 512


def main() -> None:
    million = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    print("| arena | rounds | median |\n|---|---|---|")
    here = statistics.median(rounds_a_second(20_000, isolated=False) for _ in range(TIMES))
    print(f"| trivial performers in this process | 20,000 | {here:,.0f} rounds/s |")
    apart = statistics.median(rounds_a_second(20_000, isolated=True) for _ in range(TIMES))
    print(f"| in processes of their own | 20,000 | {apart:,.0f} rounds/s |")
    timed = statistics.median(rounds_a_second(2_000, isolated=True, time_limit=5.0) for _ in range(TIMES))
    print(f"| in processes, one round at a time under a time limit | 2,000 | {timed:,.0f} rounds/s |")
    start, end = memory_over(million)
    print(f"| memory after 1/20 of the rounds and at the end | {million:,} | {start:.0f} and {end:.0f} MB |")
    print(f"| language model as the chooser, beside the model alone | {MODEL_ROUNDS} | {model_ratio():.3f} |")


def written(rounds: int, *, isolated: bool, **others: Any) -> dict[str, Any]:
    return {
        "rounds": rounds,
        "seed": 1,
        "tie_rule": "coin",
        "corpus": {"name": CORPUS},
        "curator": {"name": "uniform", "isolated": isolated},
        "breaker": {"name": "copy", "isolated": isolated},
        "chooser": {"name": "random", "isolated": isolated},
        **others,
    }


def rounds_a_second(rounds: int, *, isolated: bool, **others: Any) -> float:
    """From the end of the first batch to that of the last: loading is not timed."""
    marks: list[tuple[int, float]] = []
    rules = rules_of(written(rounds, isolated=isolated, **others), Path("bench"))
    with tempfile.TemporaryDirectory() as folder:
        play(rules, Path(folder) / "game", lambda done, total: marks.append((done, time.perf_counter())))
    (first, start), (last, end) = marks[0], marks[-1]
    return (last - first) / (end - start)


def model_ratio() -> float:
    """Throughput of the game with the model as the chooser, as a share of the model's own on these texts."""
    ratios = []
    model = load_language_model()
    for seed in range(MODEL_TIMES):
        table = written(MODEL_ROUNDS, isolated=False, breaker={"name": "word-shuffle", "isolated": False})
        rules = rules_of(
            {**table, "chooser": {"name": "smollm2", "isolated": False}, "seed": seed}, Path("b")
        )
        with tempfile.TemporaryDirectory() as folder:
            game = Path(folder) / "game"
            start = time.process_time()
            play(rules, game)
            played = time.process_time() - start
            texts = [text for each in rounds_of(game / FILE) for text in shown(each, rules.guards)]
        start = time.process_time()
        model.losses(texts)
        ratios.append((time.process_time() - start) / played)
    return statistics.median(ratios)


def memory_over(rounds: int) -> tuple[float, float]:
    """Peak memory in MB early in a long game, and at its end."""
    peaks: list[float] = []

    def note(done: int, total: int) -> None:
        if done >= total // 20 and not peaks:
            peaks.append(_peak())

    with tempfile.TemporaryDirectory() as folder:
        play(rules_of(written(rounds, isolated=False), Path("bench")), Path(folder) / "game", note)
    return peaks[0], _peak()


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
