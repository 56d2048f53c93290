"""Measure what we promise about speed and memory; `make bench` prints the table.

Each figure is a median, and stands beside a reference measured in the same run on the same machine.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from zellig.items import Item, Pair, Prediction, read_records, write_records

PYTHON = sys.executable


class Figure(NamedTuple):
    """One line of the table."""

    what: str
    value: str
    wanted: str
    reference: str


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        figures = [*start_up(), reading(scratch), *contest(scratch)]
    width = max(len(figure.what) for figure in figures)
    for figure in figures:
        print(f"{figure.what:<{width}}  {figure.value:>16}  wanted {figure.wanted:<16}  {figure.reference}")


def start_up() -> list[Figure]:
    """`import zellig` and `zellig --help`, beside an empty Python start."""
    empty = _median(lambda: _seconds([PYTHON, "-c", "pass"]), 15)
    imported = _median(lambda: _seconds([PYTHON, "-c", "import zellig"]), 15)
    shown = _median(lambda: _seconds([PYTHON, "-m", "zellig", "--help"]), 15)
    reference = f"empty Python {empty:.3f} s"
    return [
        Figure("import zellig", f"{imported:.3f} s", "< 0.2 s", f"{reference}, ratio {imported / empty:.1f}"),
        Figure("zellig --help", f"{shown:.3f} s", "< 0.5 s", f"{reference}, ratio {shown / empty:.1f}"),
    ]


def reading(scratch: Path, lines: int = 1_000_000) -> Figure:
    """A million-line file of pairs, beside the standard library's json over its first tenth."""
    path = scratch / "million.jsonl"
    write_records(path, Pair, (_pair("speed", number) for number in range(lines)), "sentiment")

    def ours() -> float:
        start = time.perf_counter()
        count = sum(len(block) for block in read_records(path, Pair).blocks())
        if count != lines:
            raise AssertionError(f"{count} lines were read")
        return lines / (time.perf_counter() - start)

    def plain() -> float:
        start = time.perf_counter()
        with path.open(encoding="utf-8") as file:
            for _, line in zip(range(lines // 10), file, strict=False):
                json.loads(line)
        return lines / 10 / (time.perf_counter() - start)

    speed, reference = _median(ours, 3), _median(plain, 3)
    path.unlink()
    return Figure(
        "reading 1,000,000 pairs",
        f"{speed:,.0f} lines/s",
        ">= 100,000 /s",
        f"json.loads {reference:,.0f} lines/s, ratio {speed / reference:.1f}",
    )


def contest(scratch: Path, systems: int = 10, breakers: int = 10, pairs: int = 10_000) -> list[Figure]:
    """`zellig contest score` on a large contest, reading its files included."""
    folder = scratch / "contest"
    large_contest(folder, systems, breakers, pairs)
    command = [PYTHON, "-m", "zellig", "contest", "score", str(folder), "--format", "json"]
    runs = [usage([*command, "--replicates", "1000"]) for _ in range(3)]
    seconds = statistics.median(run.wall for run in runs)
    megabytes = max(run.megabytes for run in runs)
    bare = _median(lambda: usage([*command, "--replicates", "100"]).wall, 3)
    what = f"contest of {systems} systems x {breakers} breakers x {pairs:,} pairs each"
    return [
        Figure(what, f"{seconds:.2f} s", "< 5 s", f"with 100 replicates instead of 1,000: {bare:.2f} s"),
        Figure("its peak memory", f"{megabytes:.0f} MB", "< 1000 MB", ""),
    ]


def large_contest(folder: Path, systems: int, breakers: int, pairs: int) -> None:
    """The files of a contest of this size."""
    generator = random.Random(1)
    for b in range(breakers):
        made = [_pair(f"b{b}", number) for number in range(pairs)]
        write_records(folder / f"pairs/breaker{b}.jsonl", Pair, made, "sentiment")
        for s in range(systems):
            answers = (
                Prediction(item.id, generator.choice(("-1", "+1")) if generator.random() < 0.4 else "+1")
                for pair in made
                for item in (pair.original, pair.modified)
            )
            write_records(folder / f"predictions/system{s}/breaker{b}.jsonl", Prediction, answers)


def _pair(breaker: str, number: int) -> Pair:
    text = f"The actors of part {number} carry a thin story too far, for {number % 97} minutes."
    original = Item(f"{breaker}-{number}", {"text": text}, ("+1",))
    modified = Item(f"{breaker}-{number}-m", {"text": text.replace("carry", "do not carry")}, ("-1",))
    phenomenon = ("negation", "modality", "stance", "tense")[number % 4]
    return Pair(f"{breaker}-{number}", original, modified, "flip", phenomenon)


def _median(measure: Callable[[], float], times: int) -> float:
    return statistics.median(measure() for _ in range(times))


def _seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


class Usage(NamedTuple):
    """What a command took: seconds, and the peak resident megabytes of its largest process."""

    wall: float
    processor: float
    megabytes: float


def usage(command: list[str]) -> Usage:
    """Run a command whose output does not matter."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise AssertionError(f"{command} failed")
    return Usage(time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


if __name__ == "__main__":
    main()
