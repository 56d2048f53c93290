"""What was done to a text: the kinds, read off two texts however a game spells them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.breakers.fakes.change import KINDS, OF_WORDS, SIZE, change, kind_of
from zellig.items import Item, write_records
from zellig.texts import tokens

REAL = "The old sailor sees a small boat in the quiet harbour."
CHANGED = {
    "The sailor old sees a small boat in the quiet harbour.": ("moved", "noun"),
    "Harbour quiet boat a the in small sees old the sailor.": ("shuffled", None),
    "The old sailor sees them a small boat in the quiet harbour.": ("added", "unknown word"),
    "The old sailor sees a boat in the quiet harbour.": ("removed", "adjective"),
    "The old sailor see a small boat in the quiet harbour.": ("inflected", "verb"),
    "The old sailor sees a small lamp in the quiet harbour.": ("one word", "noun"),
    "The old cook sees a small lamp in the quiet harbour.": ("several words", "noun"),
    "Thea of dinks sto an, ro the malling hato.": ("another text", None),
}


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    texts = [REAL, "The cook sees the old boat.", "A small lamp burns in the boat."]
    items = [Item(str(n), {"text": text}, ("+1",)) for n, text in enumerate(texts)]
    write_records(tmp_path / "items.jsonl", Item, items, "sentiment")
    return f"items:{tmp_path / 'items.jsonl'}"


@pytest.mark.parametrize("fake", CHANGED)
def test_the_kind_and_the_class_of_a_change(fake: str, corpus: str) -> None:
    found = change(REAL, fake, corpus)
    kind, whose = CHANGED[fake]
    assert len(found) == SIZE
    assert KINDS[int(found[1 : 1 + len(KINDS)].argmax())] == kind
    classes = found[1 + len(KINDS) : 1 + len(KINDS) + len(OF_WORDS)]
    assert classes.sum() == 1
    assert whose is None or OF_WORDS[int(classes.argmax())] == whose


@pytest.mark.parametrize("fake", CHANGED)
def test_how_a_game_spells_the_texts_changes_nothing(fake: str, corpus: str) -> None:
    expected = change(REAL, fake, corpus)
    for spelt in (str.lower, lambda text: " ".join(tokens(text)), lambda text: text.replace(" ", "  ")):
        assert np.array_equal(change(spelt(REAL), spelt(fake), corpus), expected)


def test_a_rarer_word_is_told_from_a_commoner_one(corpus: str) -> None:
    rarer = change(REAL, REAL.replace("boat", "galleon"), corpus) - change(
        REAL, REAL.replace("boat", "the"), corpus
    )
    assert rarer[-2] > 0  # what came beside what went
    assert rarer[-1] > 0


@given(st.lists(st.sampled_from("abcd"), max_size=8), st.lists(st.sampled_from("abcd"), max_size=8))
def test_any_two_texts_have_a_kind(old: list[str], new: list[str]) -> None:
    gone = [word for word in old if word not in new]
    come = [word for word in new if word not in old]
    assert kind_of(old, new, gone, come) in KINDS
