"""How fast the builders are trained, loaded and asked; a part of `make bench`.

Usage: python bench/builders.py DATA OUT   (as for train_all.py; what it trained is used)
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

from trained import UNITS, trained
from zellig.corpora import open_corpus
from zellig.systems import load_system

PREDICTIONS = {"rntn": 300, "minilm": 60}  # sentences a second that are wanted; of the others:
MOST = 2000

# What loading costs beyond the framework's own start: the same process without and with the system.
LOAD = """
import sys, time
import zellig.systems.loading
if {neural}: import torch, safetensors.torch
if {transformers}: from transformers import AutoTokenizer, BertForSequenceClassification, BertTokenizerFast
from zellig.registry import lookup
lookup("systems", {name!r})
start = time.perf_counter()
zellig.systems.loading.load_system({folder!r})
print(time.perf_counter() - start)
"""


def main() -> None:
    data, out = Path(sys.argv[1]), Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    print("| system | training, minutes | of processor time | loading, s | sentences/s | to bag-of-ngrams |")
    print("|---|---|---|---|---|---|")
    reference = 0.0
    for name, unit in (*UNITS.items(), ("cnn", "sentence")):
        folder, minutes = trained(name, unit, 1, data, out)
        speed = sentences_a_second(folder, data)
        reference = reference or speed
        seconds = statistics.median(loading(name, folder) for _ in range(3))
        print(
            f"| {name} ({unit}s) | {minutes.clock:.1f} (< {wanted_minutes(name, unit)}) "
            f"| {minutes.processor:.1f} | {seconds:.2f} (< 1) "
            f"| {speed:,.0f} (>= {PREDICTIONS.get(name, MOST):,}) | {speed / reference:.3f} |",
            flush=True,
        )


def wanted_minutes(name: str, unit: str) -> int:
    """How long training may take; rntn is given sentences, and sees all phrases in their trees."""
    if name == "minilm":
        return 30
    return 3 if unit == "sentence" and name != "rntn" else 25


def sentences_a_second(folder: Path, data: Path) -> float:
    """Median of three passes over the test sentences, after one to warm up; rntn is given the trees."""
    items = list(open_corpus(f"sst:{data / 'sst'}:test?labels=binary&unit=sentence"))
    system = load_system(str(folder))
    passes = []
    for _ in range(4):
        start = time.perf_counter()
        system.predict(items)
        passes.append(len(items) / (time.perf_counter() - start))
    return statistics.median(passes[1:])


def loading(name: str, folder: Path) -> float:
    """Seconds from a running framework to a system that can be asked, in a process of its own."""
    code = LOAD.format(
        name=name, folder=str(folder), neural=name != "bag-of-ngrams", transformers=name == "minilm"
    )
    return float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout)


if __name__ == "__main__":
    main()
