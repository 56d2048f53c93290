"""Fakes from characters, words, tags and n-grams, without a grammar."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from zellig.breakers.fakes import char_ngram, same_tag, transformation
from zellig.breakers.fakes.word_shuffle import shuffled
from zellig.errors import ZelligError
from zellig.items import Item, write_records
from zellig.tasks.is_fake import IS_FAKE
from zellig.texts import tokens

TRAIN = ["the dog ate the soup .", "the dog ate a bone .", "the dog saw a cat ."] * 10 + ["a cat slept ."]


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    return written(tmp_path / "items.jsonl", TRAIN)


def written(path: Path, texts: list[str]) -> str:
    write_records(path, Item, [Item(str(n), {"text": text}) for n, text in enumerate(texts)], "sentiment")
    return f"items:{path}"


def test_salad_has_the_statistics_of_the_corpus_and_the_length_of_the_text(tmp_path: Path) -> None:
    corpus = written(tmp_path / "ab.jsonl", ["aab aab"] * 3)
    model = char_ngram.model_of(corpus, 2)
    assert model["a"] == ("ab", (6, 12))
    longest = 0
    for seed in range(30):
        text = char_ngram.salad(model, 2, "x" * 40 + "!", random.Random(seed))
        assert len(text) >= 40
        assert text.endswith("b!")
        assert set(text) <= set("ab !")
        assert "bb" not in text
        assert "ba" not in text
        longest = max(longest, len(text))
    assert longest < 80


def test_salad_of_single_characters_and_without_final_punctuation(corpus: str) -> None:
    model = char_ngram.model_of(corpus, 1)
    text = char_ngram.salad(model, 1, "no point", random.Random(1))
    assert set(text) <= set("".join(TRAIN))
    assert text[-1].isalnum()


def test_an_empty_corpus_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="has no text"):
        char_ngram.model_of(written(tmp_path / "none.jsonl", []), 3)


@pytest.mark.parametrize("seed", range(10))
def test_shuffled_words_keep_spacing_punctuation_and_the_first_capital(seed: int) -> None:
    text = "The cook, who's  tired, calls Anna."
    made = shuffled(text, random.Random(seed))
    assert made is not None
    assert made != text
    assert [tokens(made)[place] for place in (2, 5, 8)] == [",", ",", "."]
    assert Counter(tokens(made.lower())) == Counter(tokens(text.lower()))
    assert made[0].isupper()
    assert all(word.islower() or word == "Anna" for word in tokens(made)[1:] if word.isalpha())


@pytest.mark.parametrize("seed", range(5))
def test_a_name_at_the_beginning_keeps_its_capital(seed: int) -> None:
    for text in ("Okonkwo arrived late", "I arrived very late"):
        made = shuffled(text, random.Random(seed))
        assert made is not None
        assert text.split()[0] in made.split()


@pytest.mark.parametrize("text", ["", "...", "Dog.", "no no no"])
def test_words_that_have_no_other_order_are_left(text: str) -> None:
    assert shuffled(text, random.Random(1)) is None


@pytest.mark.parametrize("seed", range(6))
def test_a_word_gives_way_to_one_of_its_tag(seed: int, corpus: str) -> None:
    item = Item("x", {"text": "The waiter saw an  apple ."})
    for words in (1, 2):
        ((pair,),) = same_tag.make(IS_FAKE, words=words, corpus=corpus).break_items([item], [seed], None)
        before, after = tokens(item.fields["text"]), tokens(pair.modified.fields["text"])
        changed = [(a, b) for a, b in zip(before, after, strict=True) if a != b and a != "an"]
        assert len(changed) == words
        for old, new in changed:
            others = {"saw": {"ate", "slept"}, "The": set[str]()}
            assert new in others.get(old, {"dog", "soup", "bone", "cat"})
        assert "an  apple" in pair.modified.fields["text"] or " a  " in pair.modified.fields["text"]


def test_too_few_words_to_exchange(corpus: str) -> None:
    item = Item("x", {"text": "Two waiters ."})
    assert same_tag.make(IS_FAKE, corpus=corpus).break_items([item], [1], None) == [[]]


def test_a_transformation_is_a_fluent_fake() -> None:
    items = [Item("x", {"text": "A cook is chopping an onion."}), Item("y", {"text": "Onions!"})]
    (pair,), none = transformation.make(IS_FAKE, which="past+passive").break_items(items, [1, 1], None)
    assert pair.modified.fields["text"] == "An onion was being chopped by a cook."
    assert (pair.phenomenon, none) == ("past+passive", [])
