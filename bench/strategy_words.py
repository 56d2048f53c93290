"""How often do strategies bring in the same word? For each, the most frequent new words of its outputs.

Usage: python bench/strategy_words.py DATA   (DATA holds snli/ and sst/)
A word counts once in an output if the original has it on neither side; words of the grammar do not count.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from pathlib import Path

from zellig.breakers.strategies.making import Chosen, strategy_pairs
from zellig.breakers.strategies.strategy import codes_for
from zellig.corpora import open_corpus
from zellig.transform.augmentation import new_words

ITEMS, SHOWN = 1000, 4
SEED = 2017


def main() -> None:
    data = Path(sys.argv[1])
    for task, corpus, domain in (
        ("nli", f"snli:{data / 'snli'}:dev", "neutral"),
        ("sentiment", f"sst:{data / 'sst'}:dev?labels=binary", "film"),
    ):
        items = list(open_corpus(corpus).first(ITEMS))
        outputs, words = Counter[str](), defaultdict[str, Counter[str]](Counter)
        for made in strategy_pairs(Chosen(task, tuple(codes_for(task)), domain, SEED), items):
            for pair in made.pairs:
                outputs[pair.phenomenon] += 1
                words[pair.phenomenon].update(new_words(pair))
        print(f"| {task} | outputs | most frequent new words, in 100 outputs |\n| --- | --- | --- |")
        for code, number in sorted(outputs.items()):
            often = words[code].most_common(SHOWN)
            shown = ", ".join(f"{word} {100 * count / number:.1f}" for word, count in often)
            print(f"| `{code}` | {number} | {shown} |")


if __name__ == "__main__":
    main()
