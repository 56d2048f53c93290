"""The language-model breaker: the most probable text near the original, as far as a promise allows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from zellig.breakers import language_model
from zellig.breakers.language_model import DISTANCE, Floats, LanguageModelBreaker, with_ngrams
from zellig.errors import ZelligError
from zellig.items import Item, Pair, write_records
from zellig.registry import lookup
from zellig.tasks import get_task
from zellig.tasks.is_fake import IS_FAKE

SENTIMENT, REAL_OR_FAKE = get_task("sentiment"), get_task("real-or-fake")
NOUNS = {"NN": ["dog", "cat", "table"], "NNS": ["dogs"]}
TRAIN = ["the dog ate the soup .", "the dog ate a bone .", "the dog saw a cat ."] * 10 + ["a cat slept ."]


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    found = [Item(str(number), {"text": text}, ("0",)) for number, text in enumerate(TRAIN)]
    write_records(tmp_path / "items.jsonl", Item, found, "sentiment")
    monkeypatch.setattr(language_model, "common_nouns", lambda: NOUNS)
    return f"items:{tmp_path / 'items.jsonl'}"


def broken(breaker: LanguageModelBreaker, *items: Item) -> list[list[Pair]]:
    return breaker.break_items(items, [1] * len(items), None)


def test_a_plain_noun_becomes_the_likeliest_one(corpus: str) -> None:
    item = Item("x", {"text": "The waiter ate the soup ."}, ("0",), {"source": "own"})
    ((pair,),) = broken(with_ngrams(SENTIMENT, corpus=corpus), item)
    assert pair.modified.fields["text"].startswith("The dog ate the ")
    assert pair.original == item
    assert (pair.promise, pair.modified.accepted, pair.author) == ("same", ("0",), "language-model")
    assert "'waiter' -> 'dog'" in pair.rationale
    assert [*SENTIMENT.faults_of_item(pair.modified), *SENTIMENT.faults_of_pair(pair)] == []


def test_a_text_is_changed_even_if_nothing_is_more_probable(corpus: str) -> None:
    ((pair,),) = broken(with_ngrams(SENTIMENT, corpus=corpus), Item("x", {"text": "the dog slept"}, ("0",)))
    assert pair.modified.fields["text"] == "the cat slept"


@pytest.mark.parametrize("text", ["", "Lovely!", "Lisbon", "A delight.", "They slept and sang.", "12 %"])
def test_opinions_and_names_stay(text: str, corpus: str) -> None:
    assert broken(with_ngrams(SENTIMENT, corpus=corpus), Item("x", {"text": text}, ("+1",))) == [[]]


def test_the_fake_is_made_from_the_real_text(corpus: str) -> None:
    fields = {"first": "the dog ate the soup .", "second": "whatever"}
    ((pair,),) = broken(with_ngrams(REAL_OR_FAKE, corpus=corpus), Item("x", fields, ("second",)))
    assert pair.modified.fields["first"] == fields["first"]
    before, after = fields["first"].split(), pair.modified.fields["second"].split()
    assert 1 <= sum(a != b for a, b in zip(before, after, strict=True)) <= DISTANCE
    assert pair.modified.accepted == ("second",)


def test_an_item_without_one_right_answer_is_left_alone(corpus: str) -> None:
    fields = {"first": "the dog ate the soup .", "second": "whatever"}
    assert broken(with_ngrams(REAL_OR_FAKE, corpus=corpus), Item("x", fields)) == [[]]


def test_the_most_probable_text_within_the_distance_is_a_fake(corpus: str) -> None:
    item = Item("x", {"text": "the dog kept the dog ."}, ("real",))
    for distance in (1, 2):
        ((pair,),) = broken(with_ngrams(IS_FAKE, distance=distance, corpus=corpus), item)
        after = pair.modified.fields["text"].split()
        changed = [new for old, new in zip(item.fields["text"].split(), after, strict=True) if old != new]
        assert 1 <= len(changed) <= distance
        assert "ate" in changed
        assert (pair.promise, pair.modified.accepted) == ("flip", ("fake",))


def test_smollm2_is_not_loaded_before_it_is_asked() -> None:
    breaker = lookup("breakers", "language-model-smollm2")(IS_FAKE, distance=1)
    assert breaker.spec.params["distance"] == 1


def test_other_tasks_are_refused() -> None:
    for name in ("language-model", "language-model-smollm2"):
        with pytest.raises(ZelligError, match="no promise for the task nli"):
            lookup("breakers", name)(get_task("nli"))


class Fond:
    """Finds some words likely and others not, wherever they stand."""

    worth = {"cat": 2.0, "dog": 1.0, "table": -5.0}  # noqa: RUF012

    def __init__(self) -> None:
        self.scored: list[int] = []

    def log_probabilities_at(self, text: str, places: Mapping[int, Sequence[str]]) -> dict[int, Floats]:
        for place, words in places.items():
            assert text[place:].startswith(words[0])
        return {p: np.array([self.worth.get(word, 0.0) for word in words]) for p, words in places.items()}

    def losses(self, texts: Sequence[str]) -> Floats:
        self.scored.append(len(texts))
        return np.array([-sum(self.worth.get(word, 0.0) for word in text.split()) for text in texts])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the chair , the  chair and the chair", "the cat , the  cat and the chair"),  # two at most
        ("the chair and the cat", "the cat and the cat"),  # and no more than helps
    ],
)
def test_another_word_goes_only_if_the_text_gets_more_probable(
    text: str, expected: str, corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language_model, "SCORED", 2)
    fond = Fond()
    breaker = LanguageModelBreaker("fond", SENTIMENT, lambda: fond, DISTANCE, corpus)
    ((pair,),) = broken(breaker, Item("x", {"text": text}, ("0",)))
    assert pair.modified.fields["text"] == expected
    assert fond.scored == [2, 2]
