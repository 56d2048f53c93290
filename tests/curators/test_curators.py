"""What all curators keep to: an item for each round by its number alone, and a reason in words."""

from __future__ import annotations

import inspect
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from zellig.curators.walk import read_texts
from zellig.errors import ZelligError
from zellig.items import Item, write_records
from zellig.performers import Curator
from zellig.registry import BUILT_IN, lookup

SENTENCES = [
    "The soup was eaten by the children.",
    "The old sailor did not see the boat.",
    "Did the painter sell the lamp?",
    "My sister bought two apples and a loaf of bread.",
    "It rained.",
    "The letters were found behind a rusty samovar.",
    "Nobody knew the song.",
    "The children have eaten the soup and gone to bed early in the evening.",
]
PARAMS: dict[str, dict[str, Any]] = {
    "phenomenon": {"phenomenon": "past"},
    "length": {"shortest": 3, "longest": 8},
    "rarity": {"share": 0.7},
    "uncertainty": {"pool": 4, "share": 0.5},
    "adaptive-texts": {"pool": 1},  # of more than one it may leave some out
}


def written(folder: Path, items: list[Item], task: str = "sentiment") -> str:
    write_records(folder / "items.jsonl", Item, items, task)
    return f"items:{folder / 'items.jsonl'}"


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    items = [Item(f"s{n}", {"text": text}, ("+1",), {"page": n}) for n, text in enumerate(SENTENCES)]
    return written(tmp_path, items)


@pytest.fixture(params=[name for name in BUILT_IN["curators"] if name != "person"])
def curator(request: pytest.FixtureRequest, corpus: str) -> Any:
    return lookup("curators", request.param)(corpus, **PARAMS.get(request.param, {}))


def ids(curator: Curator, first: int, last: int) -> list[str]:
    return [item.id for item in curator.select([str(n) for n in range(first, last)], range(first, last))]


def test_the_item_of_a_round_does_not_depend_on_batches(curator: Any) -> None:
    curator.start("game", 3)
    whole = ids(curator, 0, 30)
    assert ids(curator, 10, 12) + ids(curator, 0, 2) == whole[10:12] + whole[:2]
    curator.start("game", 3)
    assert ids(curator, 25, 30) == whole[25:30]  # as after a restart in mid-game
    assert [ids(curator, n, n + 1) for n in range(30)] == [[each] for each in whole]
    curator.start("game", 4)
    assert ids(curator, 0, 30) != whole


def test_all_are_used_before_one_comes_again(curator: Any) -> None:
    curator.start("game", 5)
    first = ids(curator, 0, 1)[0]
    chosen = set(ids(curator, 0, 40))
    size = len(chosen)
    assert 2 <= size <= len(SENTENCES)
    for lap in range(3):
        assert set(ids(curator, lap * size, (lap + 1) * size)) == chosen
    laps = [tuple(ids(curator, lap * size, (lap + 1) * size)) for lap in range(6)]
    assert len(set(laps)) > 1
    assert laps[0][0] == first


def test_items_keep_what_is_known_of_them(curator: Any) -> None:
    for item in curator.select(["0", "1"], [1, 2]):
        number = int(item.id[1:])
        assert item.fields == {"text": SENTENCES[number]}
        assert item.accepted == ("+1",)
        assert item.metadata["page"] == number


def test_a_reason_is_given_and_can_be_replaced(curator: Any, corpus: str) -> None:
    assert curator.justification.endswith(".")
    make = lookup("curators", curator.spec.name)
    own = make(corpus, **PARAMS.get(curator.spec.name, {}), justification="For a talk.")
    assert own.justification == "For a talk."
    assert list(own.spec.params) == list(inspect.signature(make).parameters)


def test_a_corpus_without_texts_is_refused(curator: Any, tmp_path: Path) -> None:
    name = curator.spec.name
    empty = written(tmp_path, [Item("1", {"text": "  "}, ("+1",))])
    with pytest.raises(ZelligError, match=f"'{name}' finds no text in items:"):
        lookup("curators", name)(empty, **PARAMS.get(name, {})).select(["0"], [1])
    with pytest.raises(ZelligError, match="not one of the corpora"):
        lookup("curators", name)("itms:nowhere", **PARAMS.get(name, {}))


# --- one text of an item


def test_of_two_fields_the_last_is_the_text_and_the_other_is_metadata(tmp_path: Path) -> None:
    fields = {"premise": "A cook bakes bread.", "hypothesis": "A cook bakes."}
    (item,) = read_texts(written(tmp_path, [Item("1", fields, ("entailment",), {"source": "own"})], "nli"))
    assert item.fields == {"text": "A cook bakes."}
    assert item.accepted == ("entailment",)
    assert item.metadata == {"source": "own", "premise": "A cook bakes bread."}


@pytest.mark.parametrize("fake", ["first", "second"])
def test_the_fake_of_another_game_is_not_taken_for_real(fake: str, tmp_path: Path) -> None:
    real = {"first": "second", "second": "first"}[fake]
    item = Item("1", {real: "It rained.", fake: "Rained it."}, (fake,))
    (found,) = read_texts(written(tmp_path, [item], "real-or-fake"))
    assert found.fields == {"text": "It rained."}


# --- each of them


def chosen(name: str, corpus: str, **params: Any) -> dict[str, Item]:
    items = lookup("curators", name)(corpus, **params).select([str(n) for n in range(20)], range(20))
    return {item.id: item for item in items}


def test_uniform_takes_every_item_in_every_place(corpus: str) -> None:
    curator = lookup("curators", "uniform")(corpus)
    firsts: Counter[str] = Counter()
    for seed in range(400):
        curator.start("game", seed)
        firsts.update(ids(curator, 0, 1))
    assert len(firsts) == len(SENTENCES)
    assert max(firsts.values()) < 3 * min(firsts.values())


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("passive", {"s0", "s5"}),  # a class of sentences, and not whatever can be made passive
        ("negated", {"s1", "s6"}),
        ("question", {"s2"}),
        ("affirmation", {"s1"}),  # a transformation
    ],
)
def test_phenomenon_takes_what_shows_it(name: str, shown: set[str], corpus: str) -> None:
    found = chosen("phenomenon", corpus, phenomenon=name)
    assert set(found) == shown
    assert {item.metadata["phenomenon"] for item in found.values()} == {name}


def test_length_takes_what_is_long_enough_and_not_too_long(corpus: str) -> None:
    found = chosen("length", corpus, shortest=4, longest=6)
    assert {name: item.metadata["words"] for name, item in found.items()} == {"s2": 6, "s6": 4}
    assert set(chosen("length", corpus, shortest=14, longest=14)) == {"s7"}


def test_rarity_takes_the_rarest_words(tmp_path: Path) -> None:
    texts = ["the soup the soup", "the soup and the bread", "quaint samovars gleam", "the bread and the soup"]
    corpus = written(tmp_path, [Item(str(n), {"text": text}) for n, text in enumerate(texts)])
    assert set(chosen("rarity", corpus, share=0.1)) == {"2"}
    assert set(chosen("rarity", corpus, share=0.5)) == {"1", "2"}


@pytest.mark.parametrize(
    ("name", "params", "message"),
    [
        (
            "phenomenon",
            {"phenomenon": "weather"},
            "'weather' is neither a class of sentences nor a transformation",
        ),
        ("length", {"shortest": 0}, "no text has 0 to 15 words"),
        ("length", {"shortest": 9, "longest": 8}, "no text has 9 to 8 words"),
        ("rarity", {"share": 0.0}, "0.0 is not a share"),
        ("rarity", {"share": 1.5}, "1.5 is not a share"),
        ("uncertainty", {"share": -1.0}, "-1.0 is not a share"),
        ("uncertainty", {"pool": 0}, "a pool of 0 items"),
        ("uncertainty", {"chooser": "oracle"}, "'oracle' is not one of the choosers"),
        ("uncertainty", {"breaker": "deepwordbug"}, "deepwordbug has no promise for the task is-fake"),
        ("uncertainty", {"breaker": "random-substitution"}, "no promise for the task is-fake"),
        ("uncertainty", {"breaker": "hammer"}, "'hammer' is not one of the breakers"),
    ],
)
def test_what_makes_no_sense_is_refused(name: str, params: dict[str, Any], message: str, corpus: str) -> None:
    with pytest.raises(ZelligError, match=message):
        lookup("curators", name)(corpus, **params)
