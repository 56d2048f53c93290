"""Answers found again in a changed sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.items import Item
from zellig.language.clause import RefusedError
from zellig.tasks import get_task
from zellig.transform.spans import found_again

WATERED = "The gardener watered the roses at dawn ."


def item(sentence: str, predicate: str, *accepted: str, **metadata: object) -> Item:
    fields = {"sentence": sentence, "predicate": predicate, "question": "who did something?"}
    return Item("1", fields, accepted, metadata)


def again(original: Item, sentence: str) -> Item:
    return found_again(original, Item("2", original.fields | {"sentence": sentence}))


@pytest.mark.parametrize(
    ("answer", "sentence", "spelt"),
    [
        ("the roses", "It is the roses that the gardener watered at dawn .", "the roses"),
        ("The gardener", "The roses were watered by the gardener at dawn .", "the gardener"),
        ("the roses", "The roses were watered by the gardener at dawn .", "The roses"),
        (
            "at dawn",
            "It was at dawn that the gardener watered the roses.",
            "at dawn",
        ),  # a full stop is no word
    ],
)
def test_found(answer: str, sentence: str, spelt: str) -> None:
    assert again(item(WATERED, "watered", answer), sentence).accepted == (spelt,)


@pytest.mark.parametrize(
    ("original", "sentence", "reason"),
    [
        (item(WATERED, "watered", "the roses at dawn"), "The roses were watered by the gardener at dawn .",
         "answer changed"),  # no more in one piece
        (item(WATERED, "watered", "the roses", "the roses at dawn"),
         "The roses were watered by the gardener at dawn .", "answer changed"),  # one of two is enough
        (item("He fed a cat .", "fed", "He"), "A cat was fed by him .", "answer changed"),
        (item("The man who knew her aunt fed her .", "fed", "her"),
         "She was fed by the man who knew her aunt .", "answer changed"),  # that is another *her*
        (item("The cook fed a cat .", "fed", "a catfish"), "A cat was fed by the cook .",
         "answer not in the sentence"),
        (item("The cook eats a pie .", "eats", "a pie"), "A pie is eaten by the cook .", "predicate changed"),
        (item("The pie was good .", "was", "good"), "It was the pie that was good .", "predicate twice"),
    ],
)  # fmt: skip
def test_refused(original: Item, sentence: str, reason: str) -> None:
    with pytest.raises(RefusedError) as caught:
        again(original, sentence)
    assert caught.value.reason == reason


def test_the_place_of_the_predicate_and_the_slots_are_told() -> None:
    slots = ["who", "_", "_", "watered", "something", "_", "_", "?"]
    original = item(WATERED, "watered", "The gardener", predicate_index=2, slots=slots, source="garden")
    found = again(original, "The roses were watered by the gardener at dawn .")
    assert found.metadata == {"predicate_index": 3, "slots": slots}
    assert again(item(WATERED, "watered", "The gardener"), WATERED).metadata == {}


words = st.lists(st.sampled_from(["the", "cook", "fed", "cat", "(", "c++", "."]), min_size=1, max_size=8)


@given(words, words, st.data())
def test_an_answer_that_is_found_is_a_part_of_the_sentence(
    before: list[str], after: list[str], data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(before) - 1))
    end = data.draw(st.integers(start + 1, len(before)))
    original = item(" ".join(before), "fed", " ".join(before[start:end]), predicate_index=0)
    sentence = " ".join(after).capitalize()
    try:
        found = again(original, sentence)
    except RefusedError:
        return
    (answer,) = found.accepted
    assert answer in sentence
    assert answer.lower() == original.accepted[0].lower()
    assert sentence.split(" ")[found.metadata["predicate_index"]].lower() == "fed"
    assert not list(get_task("qasrl").faults_of_item(found))
