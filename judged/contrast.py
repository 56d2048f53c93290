"""A stratified sample of transformed sentences for readers, and what their verdicts come to.

    python judged/contrast.py sheet DATA SEED                 print the sample for a reader
    python judged/contrast.py record DATA SEED READER FILE    keep a reader's verdicts by the pairs' ids
    python judged/contrast.py score DATA SEED                 compare them with the promises
    python judged/contrast.py labels DATA SEED                the readers' labels before and after the change

DATA holds snli/dev.jsonl. The sample is drawn from the corpus by the grammar and the seed, so only ids and
verdicts are kept, in contrast-SEED-READER.jsonl. The sheet shows pairs whose label is promised (changed
sentences have a star), and single sentences for the transformations that promise none: no promise, no old
label, no name of what was done. A reader writes a line for each number: `7 yes neutral`, or `7 no neutral and
why` (the reason is not kept: it would quote the corpus); for a single sentence `7 yes` or `7 no`.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec
from verdicts import HERE, Verdict, keep, read, share

from zellig.corpora import open_corpus
from zellig.items import Item, Pair
from zellig.transform.contrast import make_contrasts
from zellig.transform.plan import ContrastPlan
from zellig.transform.sentences import transform

FRESH = 6500  # items before this one were read while the grammar was written
EACH = 10  # outputs of every phenomenon
CHUNK = 200  # sentences parsed together
LABELS = {"e": "entailment", "n": "neutral", "c": "contradiction"}
LABELS |= {label: label for label in LABELS.values()}


class Output(NamedTuple):
    """What a reader sees, and what is promised of it."""

    id: str
    phenomenon: str
    lines: tuple[str, ...]
    kind: str  # preserving, changing, or no label
    accepted: tuple[str, ...] = ()


def main() -> None:
    command, data, seed = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    if command == "sheet":
        for number, output in enumerate(sample(data, seed), 1):
            for line in output.lines:
                print(f"{number:>4} {line}")
    elif command == "record":
        record(sample(data, seed), HERE / f"contrast-{seed}-{sys.argv[4]}.jsonl", Path(sys.argv[5]))
    elif command == "score":
        score(every_output(data), seed)
    else:
        labels(data, seed)


def record(outputs: list[Output], out: Path, sheet: Path) -> None:
    verdicts = []
    for line in sheet.read_text(encoding="utf-8").splitlines():
        if line.strip():
            number, grammatical, *rest = line.split(maxsplit=3)
            output = outputs[int(number) - 1]
            label = LABELS[rest[0]] if output.accepted else ""
            verdicts.append(Verdict(output.id, grammatical == "yes", label))
    keep(out, verdicts)


def sample(data: Path, seed: int) -> list[Output]:
    """So many outputs of every phenomenon, mixed."""
    by_phenomenon: dict[str, list[Output]] = defaultdict(list)
    for output in every_output(data):
        by_phenomenon[output.phenomenon].append(output)
    generator = random.Random(seed)  # noqa: S311  (a sample, not a secret)
    chosen = [
        output
        for _, some in sorted(by_phenomenon.items())
        for output in generator.sample(some, min(EACH, len(some)))
    ]
    generator.shuffle(chosen)
    return chosen


def every_output(data: Path) -> list[Output]:
    """All that the grammar makes of the items that were not read while it was written."""
    items = list(islice(open_corpus(f"snli:{data / 'snli' / 'dev.jsonl'}"), FRESH, None))
    return [*labelled(items), *single(items)]


def labelled(items: list[Item]) -> Iterator[Output]:
    """Every pair with a promised label."""
    for made in make_contrasts(items, ContrastPlan("nli", hypotheses=True)):
        for pair in made.pairs:
            kind = "preserving" if pair.promise == "same" else "changing"
            yield Output(pair.id, pair.phenomenon, tuple(lines_of(pair)), kind, pair.modified.accepted)


def lines_of(pair: Pair) -> Iterator[str]:
    for name, text in pair.modified.fields.items():
        star = "*" if text != pair.original.fields[name] else " "
        yield f"{star}{name[0].upper()}: {text}"


def single(items: list[Item]) -> Iterator[Output]:
    """The sentences that the transformations without a label rule make."""
    plan = ContrastPlan("nli", survey=True)
    ruled = {step for rule in plan.rule_set for step in (rule.premise, rule.hypothesis)}
    names = [name for name in plan.names if name not in ruled]
    texts = {text: f"{item.id}:{name}" for item in items for name, text in item.fields.items()}
    for start in range(0, len(texts), CHUNK):
        part = list(texts)[start : start + CHUNK]
        for text, sentence in transform(part, names).items():
            for name, draft in sentence.changes.items():
                yield Output(f"{texts[text]}:{name}", name, (f"*S: {draft.text}",), "no label")


def score(outputs: list[Output], seed: int) -> None:
    """Shares of grammatical sentences and of right labels, by reader and phenomenon."""
    for path in sorted(HERE.glob(f"contrast-{seed}-*.jsonl")):
        verdicts = {each.pair: each for each in read(path)}
        judged = [(output, verdicts[output.id]) for output in outputs if output.id in verdicts]
        print(f"{path.stem}: the grammar still makes {len(judged)} of {len(verdicts)} outputs")
        groups = defaultdict(list)
        for output, verdict in judged:
            right = verdict.label in output.accepted if output.accepted else None
            for group in ("all", output.kind, output.phenomenon):
                groups[group].append((verdict.grammatical, right))
        for group, rows in sorted(groups.items(), key=lambda entry: (entry[0] != "all", entry[0])):
            labels = [right for _, right in rows if right is not None]
            shown = f"label {share(labels)}" if labels else ""
            print(f"  {group:<20} {len(rows):>4}  grammatical {share([row[0] for row in rows])}  {shown}")


class Labels(msgspec.Struct, frozen=True):
    """One reader's labels of a pair, read apart from each other; some pairs were read changed only."""

    pair: str
    modified: str
    original: str | None = None


def labels(data: Path, seed: int) -> None:
    """Does a reader's label stay where it should, and is the corpus's label the reader's?

    `labels-SEED-READER.jsonl` has the label-preserving pairs of a sample, and 60 pairs each of two rules that
    had no estimate. By the corpus's labels a label-preserving change can be no better than these are.
    """
    gold = {item.id: item.accepted[0] for item in open_corpus(f"snli:{data / 'snli' / 'dev.jsonl'}")}
    for path in sorted(HERE.glob(f"labels-{seed}-*.jsonl")):
        rows = [msgspec.json.decode(line, type=Labels) for line in path.read_bytes().splitlines()]
        both = [row for row in rows if row.original is not None]
        print(path.stem)
        print(f"  same before and after         {share([row.modified == row.original for row in both])}")
        print(
            f"  the corpus's label, before    {share([row.original == gold_of(gold, row) for row in both])}"
        )
        print(
            f"  the corpus's label, after     {share([row.modified == gold_of(gold, row) for row in both])}"
        )
        for code in ("p;p", "f;f"):
            some = [row for row in rows if row.original is None and row.pair.endswith(f":{code}")]
            right = [row.modified == gold_of(gold, row) for row in some]
            print(f"  {code}: the corpus's label        {share(right)}")


def gold_of(gold: dict[str, str], row: Labels) -> str:
    return gold[row.pair.partition(":")[0]]


if __name__ == "__main__":
    main()
