"""How fast contrast sets are made, and in how much memory; a part of `make bench`.

Usage: python bench/contrast.py DATA   (as for train_all.py: DATA/snli holds the dev set of SNLI)

Speed is in distinct sentences a second of processor time, parsing included, one process and one thread. It is
the median of three passes, each over pairs of its own, because forms of words are remembered; a short pass
before them loads the parser and the word lists and does not count.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

from run import PYTHON, Figure, usage
from zellig.corpora import open_corpus
from zellig.items import Item
from zellig.language.parse import parse
from zellig.transform.contrast import make_contrasts
from zellig.transform.plan import ContrastPlan

PASSES, WARM_UP = 3, 20
IN_CHILDREN, RANKED_IN_CHILDREN = 600, 60  # pairs

PARSER_ALONE = """
import sys
from itertools import islice
from zellig.corpora import open_corpus
from zellig.language.parse import parse
items = islice(open_corpus(sys.argv[1]), int(sys.argv[2]))
sum(len(doc) for doc in parse((text for item in items for text in item.fields.values()), lean=True))
"""


def main() -> None:
    os.environ["OMP_NUM_THREADS"] = "1"
    corpus = f"snli:{Path(sys.argv[1]) / 'snli'}:dev"
    # Children first: what they are said to use includes what this process used when it started them.
    figures = [*processes(corpus), *speeds(list(islice(open_corpus(corpus), 1000 * PASSES + WARM_UP)))]
    width = max(len(figure.what) for figure in figures)
    for figure in figures:
        print(f"{figure.what:<{width}}  {figure.value:>16}  wanted {figure.wanted:<10}  {figure.reference}")


def speeds(items: list[Item]) -> list[Figure]:
    """Everything or what the label rules need, by filters; beside the parser alone on the same texts."""
    plans = (
        (
            "a survey of all transformations, no filter",
            ContrastPlan("nli", filtered=False, survey=True),
            1000,
            200,
        ),
        ("a survey with the filters", ContrastPlan("nli", survey=True), 300, 25),
        ("what label rules need, with the filters", ContrastPlan("nli"), 300, 80),
        ("with the language model, too", ContrastPlan("nli", ranker="lm"), 60, 8),
    )
    return [_speed(what, plan, items, pairs, wanted) for what, plan, pairs, wanted in plans]


def _speed(what: str, plan: ContrastPlan, items: list[Item], pairs: int, wanted: int) -> Figure:
    """Three passes over so many pairs each; a few of the last ones come before, to load what is needed."""
    _pass(items[-WARM_UP:], plan)
    parts = [items[pairs * number :][:pairs] for number in range(PASSES)]
    speed = statistics.median(_pass(part, plan) for part in parts)
    reference = statistics.median(_parsing(part) for part in parts)
    return Figure(
        f"{what}, {pairs:,} pairs",
        f"{speed:,.0f} sentences/s",
        f">= {wanted}/s",
        f"the parser alone {reference:,.0f} sentences/s, ratio {speed / reference:.3f}",
    )


def _pass(items: list[Item], plan: ContrastPlan) -> float:
    start = time.process_time()
    sentences = sum(chunk.counts.sentences for chunk in make_contrasts(items, plan))
    return sentences / (time.process_time() - start)


def _parsing(items: list[Item]) -> float:
    texts = dict.fromkeys(text for item in items for text in item.fields.values())
    start = time.process_time()
    count = sum(1 for _ in parse(texts, lean=True))
    return count / (time.process_time() - start)


def processes(corpus: str) -> list[Figure]:
    """`zellig contrast make` with one and two workers: peak memory of its largest process, and time."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [PYTHON, "-m", "zellig", "contrast", "make", "--task", "nli", "--corpus", corpus, "--out"]
        some, few = ("--limit", str(IN_CHILDREN)), ("--limit", str(RANKED_IN_CHILDREN))
        one, two = (usage([*command, f"{scratch}/{n}", *some, "--workers", n]) for n in ("1", "2"))
        ranked = usage([*command, f"{scratch}/lm", *few, "--ranker", "lm"])
    parser = usage([PYTHON, "-c", PARSER_ALONE, corpus, str(IN_CHILDREN)])
    alone = f"the parser alone {parser.megabytes:.0f} MB"
    what = f"`contrast make`, {IN_CHILDREN} pairs,"
    return [
        Figure(f"{what} memory", f"{one.megabytes:.0f} MB", "< 700 MB", alone),
        Figure(f"{what} memory of the larger of 2 workers", f"{two.megabytes:.0f} MB", "< 700 MB", alone),
        Figure("with the language model, memory", f"{ranked.megabytes:.0f} MB", "< 700 MB", alone),
        Figure(
            f"{what} wall time with 2 workers",
            f"{two.wall:.1f} s",
            "",
            f"with 1 {one.wall:.1f} s, ratio {one.wall / two.wall:.2f}; "
            f"processor time {two.processor:.1f} s and {one.processor:.1f} s",
        ),
    ]


if __name__ == "__main__":
    main()
