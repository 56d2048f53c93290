"""This checkout beside an older one: the same jobs, in turns, by their medians.

    python bench/against.py OLD DATA [TIMES]     OLD: a checkout with a .venv; DATA: ../shared/data

Every job is a command as a user types it, so loading is in the time. Options that had other names are spelt
as the checkout at hand spells them. CPU time is that of the command and all its children.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from run import large_contest

HERE = Path(__file__).resolve().parent.parent
TIMES = 5
ARENA = """rounds = 20000
seed = 1
tie_rule = "coin"
[corpus]
name = "rotten-tomatoes:dev"
[breaker]
name = "copy"
[chooser]
name = "random"
"""


class Side(NamedTuple):
    """A checkout, and what it calls things."""

    name: str
    folder: Path
    limit: str  # at most so many
    survey: tuple[str, ...]  # every transformation, whether a label rule can use it or not
    out: str  # where contrasts are written

    def run(self, *words: str) -> tuple[float, float]:
        """Wall and CPU seconds of a command."""
        command = [str(self.folder / ".venv/bin/python"), "-m", "zellig", *words]
        before, start = _children(), time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return time.perf_counter() - start, _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


Job = Callable[[Side, Path], Sequence[str]]


def jobs(data: Path, scratch: Path) -> dict[str, Job]:
    """The jobs by name: the words of the command for a checkout and a new folder."""
    train, items = f"sst:{data / 'sst'}:train?labels=binary", f"sst:{data / 'sst'}:dev?labels=binary"
    nli = f"snli:{data / 'snli'}:dev"
    (scratch / "arena.toml").write_text(ARENA, encoding="utf-8")
    large_contest(scratch / "contest", systems=10, breakers=10, pairs=5000)
    few = _first(nli, 300, scratch / "nli.jsonl")

    def broken(side: Side, out: Path, corpus: str, number: int, breaker: str) -> list[str]:
        trained = scratch / f"{side.name}-system"
        words = ["break", "--task", "sentiment", "--corpus", corpus, "--allow-overlap"]
        return [
            *words,
            side.limit,
            str(number),
            "--system",
            str(trained),
            "--breaker",
            breaker,
            "--out",
            str(out),
        ]

    def contrasts(side: Side, out: Path, *more: str) -> list[str]:
        return ["contrast", "make", "--task", "nli", "--corpus", few, "--out", f"{out}{side.out}", *more]

    return {
        "break --breaker strategies, 1,000 items": lambda s, out: broken(s, out, train, 1000, "strategies"),
        "contrast make, 300 inferences": contrasts,
        "contrast make without filters, every transformation": lambda s, out: contrasts(
            s, out, "--no-filter", *s.survey
        ),
        "search: pwws, 100 items": lambda s, out: broken(s, out, items, 100, "pwws"),
        "scoring: 10 x 10 x 5,000 pairs": lambda s, out: ["contest", "score", str(scratch / "contest")],
        "arena, 20,000 rounds": lambda s, out: [
            "arena",
            "run",
            str(scratch / "arena.toml"),
            "--out",
            str(out),
        ],
    }


def _first(corpus: str, number: int, path: Path) -> str:
    """The first items of a corpus as a corpus of their own."""
    from itertools import islice

    from zellig.corpora import open_corpus
    from zellig.items import Item, write_records

    write_records(path, Item, islice(open_corpus(corpus), number), "nli")
    return f"items:{path}"


def main() -> None:
    old, data = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    times = int(sys.argv[3]) if len(sys.argv) > 3 else TIMES
    sides = (
        Side("old", old, "--n", (), ".jsonl"),
        Side("new", HERE, "--limit", ("--phenomena", "all"), ""),
    )
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        work = jobs(data, scratch)
        train = f"sst:{data / 'sst'}:train?labels=binary"
        for side in sides:
            side.run(
                "train", "bag-of-ngrams", "--corpus", train, "--out", str(scratch / f"{side.name}-system")
            )
        os.environ["ZELLIG_CACHE"] = str(_cache_without_answers(scratch / "cache"))
        print("| job | old, s (CPU) | new, s (CPU) | new / old | CPU |\n|---|---|---|---|---|")
        for name, job in work.items():
            found: dict[str, list[tuple[float, float]]] = {side.name: [] for side in sides}
            for number in range(times):
                for side in sides:
                    for answers in (scratch / "cache").glob("answers*"):
                        answers.unlink()
                    found[side.name].append(
                        side.run(*job(side, scratch / f"{side.name}-{len(name)}-{number}"))
                    )
            (old_wall, old_cpu), (new_wall, new_cpu) = (
                [statistics.median(column) for column in zip(*runs, strict=True)] for runs in found.values()
            )
            print(
                f"| {name} | {old_wall:.1f} ({old_cpu:.1f}) | {new_wall:.1f} ({new_cpu:.1f}) | "
                f"{new_wall / old_wall:.2f} | {new_cpu / old_cpu:.2f} |",
                flush=True,
            )


def _cache_without_answers(folder: Path) -> Path:
    """The resources that are here, and no answers."""
    from zellig.resources import cache_folder

    folder.mkdir()
    for entry in cache_folder().iterdir():
        if not entry.name.startswith("answers"):
            (folder / entry.name).symlink_to(entry)
    return folder


if __name__ == "__main__":
    main()
