"""A stratified sample of contrast pairs for readers, and what their verdicts come to.

    python judged/contrast.py sheet DATA SEED                 print the sample for a reader
    python judged/contrast.py record DATA SEED READER FILE    keep a reader's verdicts by the pairs' ids
    python judged/contrast.py score DATA SEED                 compare them with the promises

DATA holds snli/dev.jsonl. The sample is drawn from the corpus by the grammar and the seed, so only ids and
verdicts are kept, in contrast-SEED-READER.jsonl. The sheet shows the changed pair (changed sentences have a
star): no promise, no old label, no name of what was done. A reader writes a line for each number:
`7 yes neutral`, or `7 no neutral and why` (the reason is not kept: it would quote the corpus).
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec

from zellig.corpora import open_corpus
from zellig.items import Pair
from zellig.measures.intervals import wilson
from zellig.transform.contrast import Plan, make_contrasts

HERE = Path(__file__).parent
FRESH = 6500  # items before this one were read while the grammar was written
EACH = 10  # pairs of every phenomenon
LABELS = {"e": "entailment", "n": "neutral", "c": "contradiction"}
LABELS |= {label: label for label in LABELS.values()}


class Verdict(msgspec.Struct):
    """What one reader says of one pair."""

    pair: str
    grammatical: bool
    label: str


def main() -> None:
    command, data, seed = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    pairs = sample(data, seed)
    if command == "sheet":
        show(pairs)
    elif command == "record":
        record(pairs, HERE / f"contrast-{seed}-{sys.argv[4]}.jsonl", Path(sys.argv[5]))
    else:
        score(pairs, seed)


def show(pairs: list[Pair]) -> None:
    for number, pair in enumerate(pairs, 1):
        for name, text in pair.modified.fields.items():
            star = "*" if text != pair.original.fields[name] else " "
            print(f"{number:>4} {star}{name[0].upper()}: {text}")


def record(pairs: list[Pair], out: Path, sheet: Path) -> None:
    verdicts = []
    for line in sheet.read_text(encoding="utf-8").splitlines():
        if line.strip():
            number, grammatical, label, *_ = line.split(maxsplit=3)
            verdicts.append(Verdict(pairs[int(number) - 1].id, grammatical == "yes", LABELS[label]))
    out.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in verdicts))


def sample(data: Path, seed: int) -> list[Pair]:
    """So many pairs of every phenomenon, mixed."""
    corpus = open_corpus(f"snli:{data / 'snli' / 'dev.jsonl'}")
    by_phenomenon: dict[str, list[Pair]] = defaultdict(list)
    for made in make_contrasts(islice(corpus, FRESH, None), Plan("nli", hypotheses=True)):
        for pair in made.pairs:
            by_phenomenon[pair.phenomenon].append(pair)
    generator = random.Random(seed)  # noqa: S311  (a sample, not a secret)
    chosen = [
        pair
        for _, some in sorted(by_phenomenon.items())
        for pair in generator.sample(some, min(EACH, len(some)))
    ]
    generator.shuffle(chosen)
    return chosen


def score(pairs: list[Pair], seed: int) -> None:
    """Shares of grammatical sentences and of right labels, by reader and phenomenon."""
    for path in sorted(HERE.glob(f"contrast-{seed}-*.jsonl")):
        verdicts = {each.pair: each for each in read(path)}
        judged = [(pair, verdicts[pair.id]) for pair in pairs if pair.id in verdicts]
        print(f"{path.stem}: {len(judged)} of {len(pairs)} pairs")
        groups = defaultdict(list)
        for pair, verdict in judged:
            right = verdict.label in pair.modified.accepted
            kept = "preserving" if pair.promise == "same" else "changing"
            for group in ("all", kept, pair.phenomenon):
                groups[group].append((verdict.grammatical, right))
        for group, rows in sorted(groups.items(), key=lambda entry: (entry[0] != "all", entry[0])):
            shares = [share([row[which] for row in rows]) for which in (0, 1)]
            print(f"  {group:<18} {len(rows):>4}  grammatical {shares[0]}  label {shares[1]}")


def share(values: list[bool]) -> str:
    low, high = wilson(sum(values) / len(values), len(values))
    return f"{100 * sum(values) / len(values):5.1f} ({100 * low:.0f}-{100 * high:.0f})"


def read(path: Path) -> Iterator[Verdict]:
    for line in path.read_bytes().splitlines():
        yield msgspec.json.decode(line, type=Verdict)


if __name__ == "__main__":
    main()
