"""How `zellig contest score` grows: a hundred systems, ten breakers, from ten thousand pairs to a million.

    python bench/contest_scale.py [PAIRS ...]

Every breaker has pairs of its own originals, four of each. Files are written below the usual place for
temporary ones (eleven gigabytes for a million pairs), read and scored by the command, and removed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from run import PYTHON, usage
from zellig.items import Item, Pair, write_records

SYSTEMS, BREAKERS, EACH = 100, 10, 4
SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000)
PHENOMENA = ("negation", "modality", "stance", "tense", "number", "voice")


def main() -> None:
    """Print a row for each size."""
    print(f"{SYSTEMS} systems, {BREAKERS} breakers, 1,000 replicates\n")
    print("| pairs | answers | seconds | of processor time | for a million | peak MB | MB for a million |")
    print("|---|---|---|---|---|---|---|")
    for pairs in [int(size) for size in sys.argv[1:]] or SIZES:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch, "contest")
            write_contest(folder, pairs // BREAKERS)
            command = [PYTHON, "-m", "zellig", "contest", "score", str(folder), "--format", "json"]
            used = usage(command)
            shutil.rmtree(folder)
        million = 1_000_000 / pairs
        print(
            f"| {pairs:,} | {2 * pairs * SYSTEMS:,} | {used.wall:,.0f} | {used.processor:,.0f} "
            f"| {used.processor * million:,.0f} | {used.megabytes:,.0f} | {used.megabytes * million:,.0f} |",
            flush=True,
        )


def write_contest(folder: Path, each: int) -> None:
    """The files of a contest in which every breaker has so many pairs."""
    chance = np.random.default_rng(1)
    skill = np.linspace(0.5, 0.95, SYSTEMS)
    for breaker in range(BREAKERS):
        pairs = [_pair(breaker, number) for number in range(each)]
        write_records(folder / f"pairs/breaker{breaker}.jsonl", Pair, pairs, "sentiment")
        ids = [side.id for pair in pairs for side in (pair.original, pair.modified)]
        gold = np.array(
            [side.accepted == ("+1",) for pair in pairs for side in (pair.original, pair.modified)]
        )
        lines = [[f'{{"id":"{name}","answer":"{label}"}}\n' for name in ids] for label in ("-1", "+1")]
        for system in range(SYSTEMS):
            said = gold ^ (chance.random(len(ids)) > skill[system])
            path = folder / f"predictions/system{system:02d}/breaker{breaker}.jsonl"
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("w", encoding="utf-8") as file:
                file.writelines(lines[label][place] for place, label in enumerate(said.tolist()))


def _pair(breaker: int, number: int) -> Pair:
    text = (
        f"The waiter of house {breaker} who served guest {number // EACH} was quick, and the soup was good."
    )
    changed = text.replace("was quick", f"was {('never', 'seldom', 'hardly', 'not')[number % EACH]} quick")
    original = Item(f"b{breaker}-{number}", {"text": text}, ("+1",) if number % 8 < EACH else ("-1",))
    modified = Item(f"b{breaker}-{number}-m", {"text": changed}, ("-1",) if number % 8 < EACH else ("+1",))
    return Pair(original.id, original, modified, "flip", PHENOMENA[number % len(PHENOMENA)])


if __name__ == "__main__":
    subprocess.run([PYTHON, "-c", "import zellig"], check=True)  # compiled once, before anything is timed
    main()
