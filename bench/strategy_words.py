"""How often do strategies bring in the same word? For each, the most frequent new words of its outputs.

Usage: python bench/strategy_words.py TASK CORPUS...
For example: python bench/strategy_words.py sentiment items:reviews.jsonl
The domain is the one that a run would take. A word counts once in an output if the original does not have it
on either side; words of the grammar do not count.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict

from zellig.breakers.strategies.domain_choice import domain_of
from zellig.breakers.strategies.strategy import codes_for, is_worded
from zellig.corpora import open_corpus
from zellig.games.breaking.from_strategies import Chosen, strategy_pairs
from zellig.tasks import get_task
from zellig.transform.augmentation import new_words

ITEMS, SHOWN = 1000, 4
SEED = 2017


def main() -> None:
    task = sys.argv[1]
    for corpus in sys.argv[2:]:
        show(task, corpus)


def show(task: str, corpus: str) -> None:
    items = list(open_corpus(corpus).first(ITEMS))
    texts = [" ".join(item.fields.values()) for item in items]
    domain = domain_of(None, "", texts) if is_worded(get_task(task)) else "neutral"
    outputs, words = Counter[str](), defaultdict[str, Counter[str]](Counter)
    for made in strategy_pairs(Chosen(task, tuple(codes_for(task)), domain, SEED), items):
        for pair in made.pairs:
            outputs[pair.phenomenon] += 1
            words[pair.phenomenon].update(new_words(pair))
    print(f"\n| {corpus} | outputs | most frequent new words, in 100 outputs |\n| --- | --- | --- |")
    for code, number in sorted(outputs.items()):
        often = words[code].most_common(SHOWN)
        shown = ", ".join(f"{word} {100 * count / number:.1f}" for word, count in often)
        print(f"| `{code}` | {number} | {shown} |")


if __name__ == "__main__":
    main()
