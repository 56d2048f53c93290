"""Does what strategies teach about some words carry over to others? MiniLM on the development set of SNLI.

Usage: python bench/augmentation_words.py DATA OUT   (DATA holds snli/, OUT what is made)
The parts are those of bench/augmentation.py. Half of the kinds of words are held out, by a hash: no new item
exchanges a word of theirs, and the test exchanges nothing else. It prints the tables of
docs/results/augmentation.md; what is there already is not made again.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import torch

import augmentation_tables as tables
from augmentation import SEED, TASK, once, premises, split, system, train, write_items
from augmentation import corpus as learnt_from
from zellig.breakers.strategies.domains import NEUTRAL
from zellig.breakers.strategies.kinds import kinds, kinds_of
from zellig.breakers.strategies.strategy import codes_to_teach
from zellig.corpora import open_corpus
from zellig.games.breaking.from_strategies import Chosen, strategy_pairs
from zellig.items import Item, Pair, read_records, write_records
from zellig.language.inflection import lemma_of
from zellig.texts import key64
from zellig.transform.augmentation import Made, Mix, augment
from zellig.transform.plan import ContrastPlan

CODES = tuple(codes_to_teach(TASK))  # all of them exchange words
LABELS = ("entailment", "neutral", "contradiction")
MOST = 100  # test items of a label and a kind
NEW = ("transformations", "strategies", "both")
_WORD = re.compile(r"[a-z-]+")


def main() -> None:
    data, out = Path(sys.argv[1]), Path(sys.argv[2])
    torch.set_num_threads(1)
    parts = split(list(open_corpus(f"snli:{data / 'snli'}:dev")))
    out.mkdir(parents=True, exist_ok=True)
    write_corpora(parts["train"], out)
    test = once(out / "words.jsonl", partial(write_contrasts, parts["test"]))
    pairs = list(read_records(test, Pair))
    names = ("ORI", *NEW)
    trainings = [train(name, out) for name in names]
    systems = {name: system(name, out) for name in names}
    assert not premises(pair.original for pair in pairs) & premises(learnt_from("ORI", out))
    added = {name: [item for item in learnt_from(name, out) if "phenomenon" in item.metadata] for name in NEW}
    print(
        tables.new_items({name: learnt_from(name, out) for name in NEW}),
        tables.give_aways(added),
        tables.trainings(trainings),
        tables.originals(systems, parts["test"]),
        tables.originals(systems, [pair.modified for pair in pairs], [pair.original for pair in pairs]),
        tables.by_phenomenon(systems, pairs),
        sep="\n",
    )


def is_held_out(kind: str) -> bool:
    """Is this kind kept for the test? Kinds with the same wider word are together."""
    return key64(kinds()[kind].wider or kind) < 2**63


def exchanged(pair: Pair) -> list[str]:
    """The kinds of the words that the pair exchanges, as its lineage tells."""
    words = _WORD.findall(" ".join(pair.lineage).partition(": ")[2].lower())
    forms = {*words, *(lemma_of(word, tag) for word in words for tag in ("NNS", "VBG", "VBZ"))}
    return [kind for word in sorted(forms) for kind in kinds_of().get(word, ())]


def taught(items: Iterable[Item]) -> Iterator[Made]:
    """What the strategies make, but for pairs that exchange words of a kind that is held out."""
    for made in strategy_pairs(Chosen(TASK, CODES, NEUTRAL, SEED), items):
        pairs = [pair for pair in made.pairs if not any(map(is_held_out, exchanged(pair)))]
        yield Made(made.items, pairs, made.alike)


def write_corpora(items: Sequence[Item], out: Path) -> None:
    """The items that each system learns from."""
    none, mix = ContrastPlan(TASK, ()), Mix(seed=SEED)
    once(out / "ORI.jsonl", partial(write_items, items))
    once(out / "strategies.jsonl", lambda path: augment(items, none, mix, path, others=taught))
    once(out / "transformations.jsonl", lambda path: augment(items, ContrastPlan(TASK), mix, path))
    twice = replace(mix, share=2.0)  # as many of each as alone
    once(out / "both.jsonl", lambda path: augment(items, ContrastPlan(TASK), twice, path, others=taught))


def write_contrasts(items: Sequence[Item], path: Path) -> None:
    """Pairs that exchange one word of a kind that is held out, as many of each label."""
    found: dict[str, list[Pair]] = {label: [] for label in LABELS}
    taken: Counter[tuple[str, str]] = Counter()
    made = [pair for made in strategy_pairs(Chosen(TASK, CODES, NEUTRAL, SEED), items) for pair in made.pairs]
    for pair in sorted(made, key=lambda pair: key64(pair.id)):
        words, label = set(exchanged(pair)), pair.modified.accepted[0]
        if words and all(map(is_held_out, words)) and all(taken[label, kind] < MOST for kind in words):
            taken.update((label, kind) for kind in words)
            found[label].append(pair)
    number = min(map(len, found.values()))
    write_records(path, Pair, (pair for pairs in found.values() for pair in pairs[:number]), TASK)


if __name__ == "__main__":
    main()
