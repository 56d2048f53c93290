"""The chooser `ngram`: what was never seen looks fake, and a text does not look real for being short."""

from __future__ import annotations

from pathlib import Path

import pytest

from zellig.choosers.ngram import Ngram, make
from zellig.errors import ZelligError
from zellig.items import Item, write_records
from zellig.performers import Lineup

TEXTS = ["The dog ate the soup.", "The dog saw a cat.", "A cat ate the bone."]


@pytest.fixture
def chooser(tmp_path: Path) -> Ngram:
    items = [Item(str(number), {"text": text}) for number, text in enumerate(TEXTS)]
    write_records(tmp_path / "items.jsonl", Item, items, "sentiment")
    return make(corpus=f"items:{tmp_path / 'items.jsonl'}")


@pytest.mark.parametrize(
    ("real", "fake"),
    [
        ("the DOG ate the bone.", "bone the ate DOG the."),
        ("The dog saw the soup.", "The dog saw the bicycle."),
        ("The dog ate the soup.", "dog soup"),  # shorter, and so more probable as a whole
    ],
)
def test_the_less_probable_text_is_the_fake(chooser: Ngram, real: str, fake: str) -> None:
    (choice,) = chooser.choose([Lineup("1", (real, fake))], [1])
    assert choice.fake == 1
    assert choice.confidence is not None
    assert choice.confidence > 0.5


def test_a_corpus_that_is_none_is_refused_at_once() -> None:
    with pytest.raises(ZelligError, match="'roten-tomatoes' is not one of the corpora"):
        make(corpus="roten-tomatoes:train")
