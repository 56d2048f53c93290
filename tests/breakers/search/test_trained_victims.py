"""Search breakers against trained systems: one that gives gradients, one that does not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from examples import TRAIN, WORDS
from tiny import TINY
from zellig.items import Item, Pair, write_records
from zellig.oracle import Oracle
from zellig.performers import System
from zellig.registry import lookup
from zellig.systems import load_system
from zellig.systems.bag_of_ngrams import Settings
from zellig.systems.training import train_system
from zellig.tasks import get_task


@pytest.fixture(scope="module")
def systems(tmp_path_factory: pytest.TempPathFactory) -> dict[str, System]:
    folder = tmp_path_factory.mktemp("victims")
    write_records(folder / "train.jsonl", Item, TRAIN, "sentiment")
    source = f"items:{folder / 'train.jsonl'}"
    train_system("cnn", source, folder / "cnn", dev=source, config=TINY["cnn"], seed=1)
    train_system("bag-of-ngrams", source, folder / "bag", config=Settings(order=1, passes=20), seed=1)
    return {"cnn": load_system(str(folder / "cnn")), "bag": load_system(str(folder / "bag"))}


def right(system: System, items: Sequence[Item]) -> list[Item]:
    return [
        item
        for item, given in zip(items, system.predict(items), strict=True)
        if given.answer in item.accepted
    ]


def pairs(name: str, system: System, items: Sequence[Item]) -> tuple[list[Pair], Oracle]:
    oracle = Oracle(system, "f")
    made = lookup("breakers", name)(get_task("sentiment")).break_items(items, [1] * len(items), oracle)
    return [pair for each in made for pair in each], oracle


@pytest.mark.parametrize("name", ["pwws", "wordnet-beam", "deepwordbug"])
def test_a_trained_bag_is_broken(name: str, systems: dict[str, System]) -> None:
    items = right(systems["bag"], TRAIN)
    made, _ = pairs(name, systems["bag"], items)
    assert len(items) > 12
    assert len(made) >= 3
    assert right(systems["bag"], [pair.modified for pair in made]) == []


def test_gradients_find_the_words_that_matter(systems: dict[str, System]) -> None:
    items = right(systems["cnn"], TRAIN)
    made, oracle = pairs("hotflip", systems["cnn"], items)
    assert len(items) > 12
    assert len(made) >= 3
    assert right(systems["cnn"], [pair.modified for pair in made]) == []
    telling = [word for words in WORDS.values() for word in words]
    first = [pair.rationale.split("'")[1] for pair in made]
    assert sum(word in telling for word in first) > 0.8 * len(first)
    assert min(oracle.spent.values()) >= 2  # the answer and its evidence
