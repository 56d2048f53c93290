"""A stratified sample of strategy pairs on review sentences for readers, and what their verdicts come to.

    python judged/strategies.py sheet SEED                 print the sample for a reader
    python judged/strategies.py record SEED READER FILE    keep a reader's verdicts by the pairs' ids
    python judged/strategies.py score SEED                 compare them with the promises

The sample is drawn from rotten-tomatoes:dev behind the slice on which the yield is measured; only ids and
verdicts are kept, in strategies-SEED-READER.jsonl. The sheet shows the original (O) and the changed text (C):
no promise, no name of the strategy. A reader writes a line for each number: `7 yes -1`, or `7 no 0 and why`.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from pathlib import Path

from verdicts import HERE, Verdict, keep, read, share

from zellig.breakers.strategies.strategy import Strategy, codes_for
from zellig.corpora import open_corpus
from zellig.items import Item, Pair
from zellig.performers import derive_seed

YIELD = 250  # items of each label that the yield is measured on
EACH = 8  # pairs of every strategy
TASK = "sentiment"


def main() -> None:
    command, seed = sys.argv[1], int(sys.argv[2])
    if command == "sheet":
        for number, pair in enumerate(sample(seed), 1):
            print(f"{number:>4} O: {pair.original.fields['text']}")
            print(f"{number:>4} C: {pair.modified.fields['text']}")
    elif command == "record":
        record(seed, sys.argv[3], Path(sys.argv[4]))
    else:
        score(seed)


def items() -> list[Item]:
    """The development items behind the slice."""
    seen: dict[str, int] = defaultdict(int)
    rest = []
    for item in open_corpus("rotten-tomatoes:dev?labels=binary"):
        seen[item.accepted[0]] += 1
        if seen[item.accepted[0]] > YIELD:
            rest.append(item)
    return rest


def every_pair() -> dict[str, list[Pair]]:
    """What each strategy makes of them, those that are off included."""
    texts = items()
    found = {}
    for code in codes_for(TASK, off=True):
        seeds = [derive_seed(2017, code, item.id) for item in texts]
        made = Strategy(code, TASK).break_items(texts, seeds, None)
        found[code] = [pair for pairs in made for pair in pairs]
    return found


def sample(seed: int) -> list[Pair]:
    """So many pairs of every strategy, mixed."""
    generator = random.Random(seed)  # noqa: S311  (a sample, not a secret)
    chosen = [
        pair for pairs in every_pair().values() for pair in generator.sample(pairs, min(EACH, len(pairs)))
    ]
    generator.shuffle(chosen)
    return chosen


def record(seed: int, reader: str, sheet: Path) -> None:
    pairs = sample(seed)
    verdicts = []
    for line in sheet.read_text(encoding="utf-8").splitlines():
        if line.strip():
            number, grammatical, label, *_ = line.split(maxsplit=3)
            verdicts.append(Verdict(pairs[int(number) - 1].id, grammatical == "yes", label))
    keep(HERE / f"strategies-{seed}-{reader}.jsonl", verdicts)


def score(seed: int) -> None:
    """Shares of texts as grammatical as their originals and of promised labels, by reader and strategy."""
    made = {pair.id: pair for pairs in every_pair().values() for pair in pairs}
    for path in sorted(HERE.glob(f"strategies-{seed}-*.jsonl")):
        verdicts = list(read(path))
        judged = [(made[each.pair], each) for each in verdicts if each.pair in made]
        print(f"{path.stem}: the strategies still make {len(judged)} of {len(verdicts)} pairs")
        groups = defaultdict(list)
        for pair, verdict in judged:
            for group in ("all", pair.phenomenon):
                groups[group].append((verdict.grammatical, verdict.label in pair.modified.accepted))
        for group, rows in sorted(groups.items(), key=lambda entry: (entry[0] != "all", entry[0])):
            shares = [share([row[which] for row in rows]) for which in (0, 1)]
            print(f"  {group:<16} {len(rows):>4}  grammatical {shares[0]}  label {shares[1]}")


if __name__ == "__main__":
    main()
