"""Does training on transformed items help? MiniLM on the development set of SNLI, with and without them.

Usage: python bench/augmentation.py DATA OUT   (DATA holds snli/, OUT what is made)
It prints the tables of docs/results/augmentation.md. What is there already is not made again, so the command
can be stopped and run again; after a change of the grammar or of the settings, choose another OUT.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import torch

import augmentation_tables as tables
from zellig.corpora import open_corpus
from zellig.files import write_text
from zellig.items import Item, Pair, Prediction, read_records, write_records
from zellig.oracle import Oracle
from zellig.performers import Spec, System
from zellig.store.cache import Cache
from zellig.systems.loading import fingerprint, load_system
from zellig.systems.minilm import Settings
from zellig.systems.training import train_system
from zellig.tasks import get_task
from zellig.texts import key64
from zellig.transform.augmentation import Mix, augment
from zellig.transform.composition import JOIN
from zellig.transform.contrast import make_contrasts
from zellig.transform.evaluation import ContrastSet, evaluate
from zellig.transform.label_rules import LabelRule, rules_of
from zellig.transform.plan import ContrastPlan

TASK = "nli"
ENDS = {"train": 0.5, "dev": 0.6, "test": 1.0}  # where each part of the premises ends
MODAL = re.compile(r"\b(may|might|will)\b")  # May with a capital is a month
SEED = 1
EPOCHS, RATE = 2, 8e-5
SHARE = 1.0  # new items for each old one

# What systems do without: `may` has relatives that teach the same (the tenses make neutral, too), `negation`
# has none. Compositions are unseen by all systems.
LEFT_OUT = {"AUG-may": "may", "AUG-negation": "negation"}
BLIND = "-blind"  # ends the name of a system that is never shown the premise
LONG = "ORI-long"  # ORI with as many updates as AUG has
SYSTEMS = ("ORI", LONG, "AUG", *LEFT_OUT, f"ORI{BLIND}", f"AUG{BLIND}")

# Tense or `may` on both sides, and an answer that is not neutral: whoever has learnt that these words mean
# neutral is wrong. None of these rules is among those that the training items come from.
ENTAILED = ("entailment",)
NOT_NEUTRAL = (
    LabelRule("m+i;m+i", "same", ENTAILED, "may+cleft-subject", "may+cleft-subject", when=("support",)),
    LabelRule("m+pa;m+pa", "same", ENTAILED, "may+passive", "may+passive", when=("support",)),
)
DENIED = "f;f+n"  # one more, which is a rule of Zellig
# Rules that AUG learns from, in which the word does not make neutral, either.
COUNTERPARTS = ("may;may", "f;f", "p;p")

Parts = Mapping[str, Sequence[Item]]


class Probing(ContrastPlan):
    """A plan with the rules above beside its own."""

    @property
    def rule_set(self) -> tuple[LabelRule, ...]:
        """All of them."""
        return super().rule_set + NOT_NEUTRAL


class Blind(NamedTuple):
    """A system that is never shown the premise."""

    system: System
    spec: Spec = Spec("blind")

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The system's answers to the hypotheses."""
        return self.system.predict([without_premise(item) for item in items])


class Remembered(NamedTuple):
    """A system whose answers are kept on disk."""

    oracle: Oracle
    spec: Spec

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The answers, old or new."""
        return self.oracle.ask(items, [item.id for item in items])


def main() -> None:
    data, out = Path(sys.argv[1]), Path(sys.argv[2])
    torch.set_num_threads(1)
    parts = split(list(open_corpus(f"snli:{data / 'snli'}:dev")))
    write_corpora(parts, out)
    trainings = [train(name, out) for name in SYSTEMS]
    systems = {name: system(name, out) for name in SYSTEMS}
    contrasts, probes = contrast_set(parts["test"], out / "test-contrasts.jsonl")
    assert not premises(contrasts.questions.values()) & premises(corpus("AUG", out)), "a premise was learnt"
    two = evaluate(contrasts, {name: systems[name] for name in ("AUG", "ORI")})  # a gain is that of AUG
    modal = [item for item in parts["test"] if has_modal(item)]
    print(
        tables.parts(parts),
        tables.new_items({name: corpus(name, out) for name in ("AUG", *LEFT_OUT)}),
        tables.trainings(trainings),
        tables.originals(systems, parts["test"]),
        tables.originals({name: systems[name] for name in (LONG, "AUG")}, parts["test"]),
        tables.accuracies(two),
        tables.balanced({name: systems[name] for name in ("ORI", "AUG")}, contrasts.pairs),
        tables.consistencies(two),
        tables.all_systems(evaluate(contrasts, systems)),
        tables.modal(systems, modal, probes),
        sep="\n",
    )


def split(items: Iterable[Item]) -> Parts:
    """The parts of a corpus; a premise is in one of them with all its hypotheses.

    Items with `may`, `might` or `will` are too few to be parted: they are all for the test.
    """
    by_premise: dict[int, list[Item]] = {}
    for item in items:
        by_premise.setdefault(premise(item), []).append(item)
    parts: dict[str, list[Item]] = {name: [] for name in ENDS}
    for key, group in by_premise.items():
        part = next(name for name, end in ENDS.items() if key < end * 2**64)
        parts["test" if any(map(has_modal, group)) else part] += group
    found = [premises(part) for part in parts.values()]
    assert sum(map(len, found)) == len(set.union(*found)), "a premise is in two parts"
    return parts


def premise(item: Item) -> int:
    """Hash of the premise's letters and digits."""
    return key64(item.fields["premise"])


def premises(items: Iterable[Item]) -> set[int]:
    return {premise(item) for item in items}


def has_modal(item: Item) -> bool:
    return any(MODAL.search(text) for text in item.fields.values())


def without_premise(item: Item) -> Item:
    return Item(item.id, item.fields | {"premise": ""}, item.accepted)


def write_corpora(parts: Parts, out: Path) -> None:
    """The items that each system learns from."""
    out.mkdir(parents=True, exist_ok=True)
    once(out / "ORI.jsonl", partial(write_items, parts["train"]))
    mix = Mix(share=SHARE, without=codes_with(JOIN), seed=SEED)
    once(out / "AUG.jsonl", partial(augment, parts["train"], ContrastPlan(TASK), mix))
    for name, step in LEFT_OUT.items():
        without = codes_with(step)
        kept = [item for item in corpus("AUG", out) if item.metadata.get("phenomenon") not in without]
        once(out / f"{name}.jsonl", partial(write_items, kept))
    for name in ("ORI", "AUG"):
        once(out / f"{name}{BLIND}.jsonl", partial(write_items, map(without_premise, corpus(name, out))))


def codes_with(step: str) -> frozenset[str]:
    """The rules that have a step, or a part of its name, on either side."""
    rules = rules_of("zellig", TASK)
    return frozenset(rule.code for rule in rules if any(step in name for name in rule.steps))


def write_items(items: Iterable[Item], path: Path) -> None:
    write_records(path, Item, items, TASK)


def once(path: Path, make: Callable[[Path], object]) -> Path:
    """The file, made now unless it is there."""
    if not path.is_file():
        make(path)
    return path


def corpus(name: str, out: Path) -> list[Item]:
    """What a system learns from."""
    return list(read_records(corpus_file(name, out), Item))


def corpus_file(name: str, out: Path) -> Path:
    return out / f"{'ORI' if name == LONG else name}.jsonl"


def settings(name: str, out: Path) -> Settings:
    """The same for all, but for the number of epochs of the one that learns as long as AUG."""
    ratio = len(corpus("AUG", out)) / len(corpus("ORI", out)) if name == LONG else 1
    return Settings(epochs=round(EPOCHS * ratio), rate=RATE)


def train(name: str, out: Path) -> tables.Training:
    """Train a system unless it is there; and say what it took."""
    config, items = settings(name, out), len(corpus(name, out))
    notes, start = out / f"{name}.json", time.process_time()
    train_system("minilm", f"items:{corpus_file(name, out)}", out / name, config=config, seed=SEED)
    spent = round((time.process_time() - start) / 60, 1)
    once(notes, lambda path: write_text(path, json.dumps(spent)))
    updates = config.epochs * -(-items // config.batch)
    return tables.Training(name, items, config.epochs, updates, json.loads(notes.read_text()))


def system(name: str, out: Path) -> System:
    """A trained system that remembers its answers."""
    folder = str(out / name)
    trained = load_system(folder)
    shown = Blind(trained) if name.endswith(BLIND) else trained
    oracle = Oracle(shown, fingerprint(folder, trained), Cache(out / "answers.sqlite", out.name))
    return Remembered(oracle, trained.spec)


def contrast_set(items: Sequence[Item], path: Path) -> tuple[ContrastSet, list[Pair]]:
    """The contrast sets of items, simple and composed; and those that are not neutral for all that."""
    made = (pair for chunk in make_contrasts(items, Probing(TASK)) for pair in chunk.pairs)
    once(path, lambda path: write_records(path, Pair, made, TASK))
    pairs, codes = list(read_records(path, Pair)), {DENIED, *(rule.code for rule in NOT_NEUTRAL)}
    probes = [pair for pair in pairs if pair.phenomenon in codes or is_counterpart(pair)]
    return ContrastSet(get_task(TASK), [pair for pair in pairs if pair.phenomenon not in codes]), probes


def is_counterpart(pair: Pair) -> bool:
    """Is this made by one of the rules that AUG learns from, and still entailment?"""
    return pair.phenomenon in COUNTERPARTS and pair.modified.accepted == ENTAILED


if __name__ == "__main__":
    main()
