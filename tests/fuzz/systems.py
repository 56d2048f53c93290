"""Folders of trained systems and breakers, with checksums that fit whatever was changed; predictions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from fuzz.mutations import Files
from fuzz.records import Stuck
from fuzz.target import all_of, files_in, place, target
from zellig.items import Item, write_records

CARD = "system.json"
CORPUS = "../seeds/train.jsonl"  # seen from the current folder: the same bytes in every run


def with_checksums(files: Files) -> Files:
    """The folder with a card that vouches for its files as they are now: so would anybody write it."""
    try:
        card = json.loads(files.get(CARD, b""))
    except (ValueError, RecursionError):
        return files
    if not isinstance(card, dict) or not isinstance(card.get("files"), dict):
        return files
    digests = {name: hashlib.sha256(raw).hexdigest() for name, raw in files.items()}
    try:
        vouched = {name: digests.get(name, digest) for name, digest in card["files"].items()}
        return {**files, CARD: json.dumps({**card, "files": vouched}, indent=1).encode()}
    except (ValueError, RecursionError):
        return files


def _questions(task: str) -> list[Item]:
    from zellig.tasks import get_task

    texts = ("The soup was lovely and warm .", "", "Awful bread 🍞 !")
    return [
        Item(str(number), dict.fromkeys(get_task(task).fields, text)) for number, text in enumerate(texts)
    ]


def use(task: str, folder: Path, out: Path) -> None:
    """Show it, ask it, let it explain, and ask what it has seen."""
    from zellig.performers import ask, evidence
    from zellig.systems import load_system
    from zellig.systems.checking import describe
    from zellig.systems.evaluation import training_overlap
    from zellig.tasks import get_task

    items: Any = _questions(task)

    def asked() -> None:
        system: Any = load_system(str(folder))
        ask(system, items)
        if hasattr(system, "explain"):
            evidence(system, items[:1])

    all_of(
        [
            asked,
            partial(describe, str(folder)),
            partial(training_overlap, folder, items, get_task(task), allow=True),
        ]
    )


def _trained(name: str, task: str, lessons: Callable[[], Sequence[Item]], scratch: Path) -> list[Files]:
    from zellig.systems.training import train_system

    write_records(scratch / "train.jsonl", Item, lessons(), task)
    train_system(
        name, f"items:{CORPUS}", scratch / name, dev=f"items:{CORPUS}", config=tiny_settings(name), seed=1
    )
    return [files_in(scratch / name)]


def tiny_settings(name: str) -> Any:
    """Settings with which a folder is small and trained in a moment."""
    from zellig.systems import bag_of_ngrams

    if name == "bag-of-ngrams":
        return bag_of_ngrams.Settings(order=2, passes=1, bits=8)
    if name in ("nli-overlap", "qasrl-logistic", "nearest-noun-phrase", "minilm", "tfidf", "ir"):
        return None
    from tiny import TINY, TINY_GUESSERS

    return (TINY | TINY_GUESSERS)[name]


def _reviews() -> Sequence[Item]:
    from examples import TRAIN

    return TRAIN


def _inferences() -> Sequence[Item]:
    labels = {"entailment": "is warm", "contradiction": "is cold", "neutral": "is red"}
    return [
        Item(
            f"{thing}-{label}",
            {"premise": f"The {thing} is warm .", "hypothesis": f"The {thing} {says} ."},
            (label,),
        )
        for thing in ("soup", "bread", "table", "kettle")
        for label, says in labels.items()
    ]


def _roles() -> Sequence[Item]:
    return [
        Item(
            f"{cook}-{thing}",
            {
                "sentence": f"The {cook} sold the {thing} .",
                "predicate": "sold",
                "question": "what did someone sell?",
            },
            (f"the {thing}",),
        )
        for cook in ("cook", "baker")
        for thing in ("soup", "bread", "table")
    ]


def _quiz() -> Sequence[Item]:
    return [
        Item(
            f"{thing}-{maker}",
            {"text": f"The {maker} makes this thing. Name this {thing}."},
            (thing,),
            {"gold_answer_line": thing},
        )
        for thing in ("soup", "bread", "table")
        for maker in ("cook", "baker", "joiner")
    ]


LESSONS: dict[str, tuple[str, Callable[[], Sequence[Item]]]] = {
    "bag-of-ngrams": ("sentiment", _reviews),
    "strawman": ("sentiment", _reviews),
    "cnn": ("sentiment", _reviews),
    "dcnn": ("sentiment", _reviews),
    "rntn": ("sentiment", _reviews),
    "nli-overlap": ("nli", _inferences),
    "qasrl-logistic": ("qasrl", _roles),
    "nearest-noun-phrase": ("qasrl", _roles),
    "tfidf": ("quiz", _quiz),
    "dan": ("quiz", _quiz),
    "gru": ("quiz", _quiz),
}
NETWORKS = ("strawman", "cnn", "dcnn", "rntn", "dan", "gru")
for _name, (_task, _lessons) in LESSONS.items():
    target(
        f"trained-{_name}",
        seeds=partial(_trained, _name, _task, _lessons),
        repair=with_checksums,
        loads=("torch", "captum.attr") if _name in NETWORKS else (),
    )(partial(use, _task))


# -- transformers


def tiny_encoder(folder: Path) -> None:
    """A transformers folder of a few kilobytes, with weights of chance."""
    from importlib import import_module

    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    transformers: Any = import_module("transformers")
    transformers.utils.logging.disable_progress_bar()
    words = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "[MASK]",
        "the",
        "soup",
        "was",
        "lovely",
        "awful",
        "bread",
        ".",
    ]
    cutter = Tokenizer(
        models.WordLevel({word: number for number, word in enumerate(words)}, unk_token="[UNK]")
    )
    cutter.pre_tokenizer = pre_tokenizers.Whitespace()
    cutter.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    torch.manual_seed(1)
    size = transformers.BertConfig(
        vocab_size=len(words),
        hidden_size=8,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=8,
        max_position_embeddings=256,
        id2label={0: "-1", 1: "+1"},
        label2id={"-1": 0, "+1": 1},
    )
    transformers.BertForSequenceClassification(size).save_pretrained(folder)
    special = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=cutter, mask_token="[MASK]", **special
    ).save_pretrained(folder)


def _transformers(scratch: Path) -> list[Files]:
    tiny_encoder(scratch / "encoder")
    return [files_in(scratch / "encoder")]


ENCODERS = ("torch", "transformers.models.bert.modeling_bert")


@target("adapter-hf", seeds=_transformers, loads=ENCODERS)
def _hf(folder: Path, out: Path) -> None:
    from zellig.performers import ask
    from zellig.systems import load_system

    ask(load_system(f"hf:{folder}?task=sentiment"), _questions("sentiment"))


def _minilm(scratch: Path) -> list[Files]:
    import msgspec
    import numpy as np

    from zellig.performers import Spec
    from zellig.systems.card import Card, write_card
    from zellig.systems.minilm import Settings

    tiny_encoder(scratch / "minilm")
    spec = Spec("minilm", msgspec.to_builtins(Settings()) | {"seed": 1})
    card = Card(spec, "sentiment", ("-1", "+1"), "items:train.jsonl")
    write_card(scratch / "minilm", card, np.arange(3, dtype=np.uint64))
    return [files_in(scratch / "minilm")]


target("trained-minilm", seeds=_minilm, repair=with_checksums, loads=ENCODERS)(partial(use, "sentiment"))


# -- breakers and files


def _breaker(scratch: Path) -> list[Files]:
    import msgspec

    from zellig.breakers.q_learning.breaker import FILE, NAME, Lessons, Saved
    from zellig.breakers.q_learning.positions import changes
    from zellig.breakers.q_learning.values import names_of
    from zellig.breakers.search.passage import passages
    from zellig.tasks import get_task

    task = get_task("sentiment")
    problems = [changes().problem(passage, task, 1) for passage in passages(_words(), task.editable)]
    lessons = Lessons("sentiment", "items:train.jsonl", "1" * 64, "stuck", "0" * 64, 1)
    saved = Saved(NAME, lessons, dict.fromkeys(names_of(problems), 0.5))
    return [{FILE: msgspec.json.format(msgspec.json.encode(saved), indent=1)}]


@cache
def _words() -> list[Item]:
    return [Item("x", {"text": "The good cook made a large table ."}, ("+1",))]


@target("trained-q-breaker", seeds=_breaker)
def _q_breaker(folder: Path, out: Path) -> None:
    from zellig.breakers.loading import breaker_names, load_breaker
    from zellig.oracle import Oracle
    from zellig.tasks import get_task

    task = get_task("sentiment")
    (name,) = breaker_names([str(folder)], task)
    load_breaker(name, task).break_items(_words(), [1], Oracle(Stuck(), "stuck", budget=10))


@target("adapter-file")
def _file(folder: Path, out: Path) -> None:
    from zellig.performers import ask
    from zellig.systems import load_system

    system = load_system(f"file:{place(folder)}")
    ask(system, [Item("a", {"text": "Soup ."}), Item("b", {"text": "Bread ."})])
