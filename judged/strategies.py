"""Stratified samples of strategy pairs for readers, and what their verdicts come to.

    python judged/strategies.py sheet SAMPLE                 print the sample for a reader
    python judged/strategies.py record SAMPLE READER FILE    keep a reader's verdicts by the pairs' ids
    python judged/strategies.py score SAMPLE                 compare them with the promises

A sample is drawn from items that nobody looked at while the strategies were written; ../shared/data has them.
Only ids and verdicts are kept, in strategies-SAMPLE-READER.jsonl. A sheet shows the original (O) and the
changed text (C): no promise, no name of the strategy. A reader writes a line for each number:

- sentiment: `7 yes -1`, or `7 no 0 and why`;
- inference (the premise is P): `7 yes entailment`;
- QA-SRL (the question is Q): `7 yes the words of C that answer`.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from verdicts import HERE, Verdict, keep, read, share

from zellig.breakers.strategies.strategy import Strategy, codes_for
from zellig.corpora import open_corpus
from zellig.items import Item, Pair
from zellig.performers import derive_seed
from zellig.tasks import get_task

SHARED = HERE.parent.parent / "shared" / "data"
WIKI = f"qasrl:{SHARED / 'bibi2017' / 'qasrl' / 'wiki1.test.tsv'}"
EACH = 8  # pairs of every strategy
NEAR = 0.8  # F1 of characters from which on a reader's span is the promised one


class Sample(NamedTuple):
    """Which items a sample is drawn from."""

    task: str
    corpus: str
    behind: int  # items of each answer that are passed over
    most: int
    seed: int
    codes: tuple[str, ...] = ()  # empty: all strategies of the task


SAMPLES = {
    "1": Sample("sentiment", "rotten-tomatoes:dev?labels=binary", 250, 10_000, 1),
    "2": Sample("sentiment", "rotten-tomatoes:train?labels=binary", 1500, 1500, 2),
    "2-nli": Sample("nli", f"snli:{SHARED / 'snli'}:dev", 2000, 1200, 2),
    "2-qasrl": Sample("qasrl", WIKI, 0, 1500, 2),
    # Those that were mended after the second reading.
    "3": Sample(
        "sentiment", "rotten-tomatoes:train?labels=binary", 2250, 6000, 3, ("so-called", "has-lacks")
    ),
}


def main() -> None:
    command, name = sys.argv[1], sys.argv[2]
    if command == "sheet":
        for number, pair in enumerate(drawn(SAMPLES[name]), 1):
            for mark, text in lines(pair, SAMPLES[name].task):
                print(f"{number:>4} {mark}: {text}")
    elif command == "record":
        record(name, sys.argv[3], Path(sys.argv[4]))
    else:
        score(name)


def lines(pair: Pair, task: str) -> Iterator[tuple[str, str]]:
    """What a reader sees."""
    old, new = pair.original.fields, pair.modified.fields
    changed = get_task(task).editable[-1]
    for mark, field in (("P", "premise"), ("Q", "question")):
        if field in new and field != changed:
            yield mark, new[field]
    yield "O", old[changed]
    yield "C", new[changed]


def items(sample: Sample) -> list[Item]:
    """The items behind those that were passed over."""
    seen: dict[str, int] = defaultdict(int)
    rest = []
    for item in open_corpus(sample.corpus):
        group = item.accepted[0] if get_task(sample.task).labels else ""
        seen[group] += 1
        if seen[group] > sample.behind:
            rest.append(item)
    return list(islice(rest, sample.most))


def every_pair(sample: Sample) -> dict[str, list[Pair]]:
    """What each strategy makes of them, those that are off included."""
    texts = items(sample)
    found = {}
    for code in sample.codes or codes_for(sample.task, off=True):
        seeds = [derive_seed(2017, code, item.id) for item in texts]
        made = Strategy(code, sample.task, "film").break_items(texts, seeds, None)
        found[code] = [pair for pairs in made for pair in pairs]
    return found


def drawn(sample: Sample) -> list[Pair]:
    """So many pairs of every strategy, mixed."""
    generator = random.Random(sample.seed)  # noqa: S311  (a sample, not a secret)
    chosen = []
    for made in every_pair(sample).values():
        pairs = unlike(made, sample.task)
        chosen += generator.sample(pairs, min(EACH, len(pairs)))
    generator.shuffle(chosen)
    return chosen


def unlike(pairs: list[Pair], task: str) -> list[Pair]:
    """One pair of each changed text: two questions may be about one sentence."""
    changed = get_task(task).editable[-1]
    return list({pair.modified.fields[changed]: pair for pair in pairs}.values())


def record(name: str, reader: str, sheet: Path) -> None:
    pairs, open_answers = drawn(SAMPLES[name]), not get_task(SAMPLES[name].task).labels
    verdicts = []
    for line in sheet.read_text(encoding="utf-8").splitlines():
        if line.strip():
            number, grammatical, label, *rest = line.split(maxsplit=3)
            pair = pairs[int(number) - 1]
            if open_answers:  # a span would quote the corpus, so only whether it is the promised one is kept
                label = "promised" if promised_span(pair, " ".join([label, *rest])) else "another"
            verdicts.append(Verdict(pair.id, grammatical == "yes", label))
    keep(HERE / f"strategies-{name}-{reader}.jsonl", verdicts)


def promised_span(pair: Pair, answer: str) -> bool:
    return get_task("qasrl-f1").credit(answer, pair.modified.accepted) >= NEAR


def score(name: str) -> None:
    """Shares of texts as grammatical as their originals and of promised labels, by reader and strategy."""
    made = {pair.id: pair for pairs in every_pair(SAMPLES[name]).values() for pair in pairs}
    for path in sorted(HERE.glob(f"strategies-{name}-[a-z].jsonl")):
        verdicts = list(read(path))
        judged = [(made[each.pair], each) for each in verdicts if each.pair in made]
        print(f"{path.stem}: the strategies still make {len(judged)} of {len(verdicts)} pairs")
        groups = defaultdict(list)
        for pair, verdict in judged:
            right = verdict.label == "promised" or verdict.label in pair.modified.accepted
            for group in ("all", pair.phenomenon):
                groups[group].append((verdict.grammatical, right))
        for group, rows in sorted(groups.items(), key=lambda entry: (entry[0] != "all", entry[0])):
            shares = [share([row[which] for row in rows]) for which in (0, 1)]
            print(f"  {group:<16} {len(rows):>4}  grammatical {shares[0]}  label {shares[1]}")


if __name__ == "__main__":
    main()
