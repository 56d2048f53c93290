"""What the neural guessers share: what is learnt from, and in which parts a question is heard."""

from __future__ import annotations

import torch

from zellig.items import Item
from zellig.performers import Spec
from zellig.systems.answer_network import NO_WORD, Averaging, heard, vocabulary_of
from zellig.systems.dan import Dan
from zellig.systems.guesses import share_right


def item(name: str, text: str) -> Item:
    return Item(name, {"text": text}, (name[0],), {"gold_answer_line": name[0]})


def test_words_of_several_questions_the_most_frequent_first() -> None:
    items = [item("a1", "soup soup soup bread"), item("a2", "bread tea"), item("b1", "tea bread")]
    assert vocabulary_of(items, 10, 2) == ["bread", "tea"]
    assert vocabulary_of(items, 1, 2) == ["bread"]
    assert vocabulary_of(items, 10, 1) == ["bread", "tea", "soup"]


def test_known_words_by_sentence() -> None:
    system = Dan(Spec("dan"), ("a", "b"), ("soup", "bread"), Averaging(2, 2, 4, 0.0).eval())
    assert system.read("Soup and bread. Nothing here! Bread") == [[1, 2], [2]]
    assert system.read("Nothing here.") == system.read("") == [[NO_WORD]]


def test_a_part_of_a_question_is_learnt_from_each_time() -> None:
    """A sentence, or the beginning up to one; without some of the words, and never nothing."""
    torch.manual_seed(1)
    text = [[1, 2, 3], [4, 5], [6]]
    bags = [heard([text], 1.0)[0] for _ in range(200)]
    assert {tuple(bag) for bag in bags} == {(1, 2, 3), (4, 5), (6,), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6)}
    kept = [len(bag) for bag in heard([[[1] * 1000]], 0.8)]
    assert 750 < kept[0] < 850
    assert heard([[[1]]], 0.0) == [[NO_WORD]]


def test_the_share_that_is_answered_right() -> None:
    torch.manual_seed(1)
    system = Dan(Spec("dan"), ("a", "b"), ("soup",), Averaging(1, 2, 4, 0.0).eval())
    items = [item("a1", "soup"), item("b1", "soup")]
    assert share_right(system, items) == 0.5
