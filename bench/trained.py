"""The builders that are trained on the treebank, where their folders lie, and how long it took."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import NamedTuple

from zellig.systems.training import train_system

# What each builder learns from: all phrases of the training sentences, or the sentences (with their trees).
UNITS = {
    "bag-of-ngrams": "phrase",
    "strawman": "phrase",
    "cnn": "phrase",
    "dcnn": "phrase",
    "rntn": "sentence",
    "minilm": "phrase",
}


class Minutes(NamedTuple):
    """How long a training took: by the clock, and of processor time (another job may have been running)."""

    clock: float
    processor: float


def trained(name: str, unit: str, seed: int, data: Path, out: Path) -> tuple[Path, Minutes]:
    """The folder of a builder, trained now unless it is there; and the minutes its training took."""
    folder, times = out / f"{name}-{unit}-{seed}", out / "minutes.json"
    clock, processor = time.monotonic(), time.process_time()
    train_system(
        name,
        f"sst:{data / 'sst'}:train?labels=binary&unit={unit}",
        folder,
        dev=f"sst:{data / 'sst'}:dev?labels=binary",
        seed=seed,
    )
    minutes = json.loads(times.read_text()) if times.is_file() else {}
    if folder.name not in minutes:
        spent = (time.monotonic() - clock, time.process_time() - processor)
        minutes[folder.name] = [round(each / 60, 2) for each in spent]
        times.write_text(json.dumps(minutes, indent=1) + "\n")
    return folder, Minutes(*minutes[folder.name])
