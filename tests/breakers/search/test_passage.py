"""Passages: what is not changed stays to the letter."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zellig.breakers.search.passage import LONGEST, Passage, cased, passages
from zellig.items import Item
from zellig.performers import Evidence, Span


def passage(**fields: str) -> Passage:
    (found,) = passages([Item("x", fields, ("+1",), {"tree": "(x)"})], tuple(fields))
    return found


def place_of(found: Passage, word: str) -> int:
    return next(place for place, each in enumerate(found.words) if each.text == word)


@settings(max_examples=60)
@given(st.text(st.characters(codec="utf-8"), max_size=60), st.text("ab .,\n\t'-", max_size=30))
def test_unchanged_texts_are_unchanged(first: str, second: str) -> None:
    found = passage(premise=first, hypothesis=second)
    assert found.fields(found.start) == (first, second)


def test_what_is_behind_the_searched_part_stays() -> None:
    text = "soup " * LONGEST
    found = passage(text=text)
    assert found.fields(found.start) == (text,)
    assert len(found.words) < len(text.split())


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ("It was a nice  film .", "nice", "awful", "It was an awful  film ."),
        ("An awful film.", "awful", "nice", "A nice film."),
        ("An awful film.", "film", "evening", "An awful evening."),
        ("It was a film.", "film", "", "It was a."),
        ("  Soup is hot", "Soup", "", "is hot"),
        ("Vitamin A, nice", "nice", "okay", "Vitamin A, okay"),
        ("AN AWFUL FILM", "AWFUL", "BAD", "A BAD FILM"),
    ],
)
def test_one_word_is_put(text: str, old: str, new: str, expected: str) -> None:
    found = passage(text=text)
    state = found.put(found.start, place_of(found, old), new)
    assert found.fields(state) == (expected,)
    assert state.changed == (place_of(found, old),)
    assert found.fields(found.start) == (text,)


def test_a_field_of_several_is_changed() -> None:
    found = passage(premise="A cook bakes.", hypothesis="A cook sings.")
    state = found.put(found.start, place_of(found, "sings"), "eats")
    item = found.changed_item(found.fields(state), "y", ("0",))
    assert item == Item("y", {"premise": "A cook bakes.", "hypothesis": "A cook eats."}, ("0",))


def test_of_the_metadata_what_is_about_the_question_stays() -> None:
    known = {"predicate_index": 4, "slots": ["who"], "tree": "(x)"}
    fields = {"sentence": "I run and you run", "predicate": "run", "question": "who runs?"}
    (found,) = passages([Item("x", fields, ("you",), known)], ("sentence",))
    item = found.changed_item(("I run while you run",), "y", ("you",))
    # Without its place it would be the first of the two.
    assert item.metadata == {"predicate_index": 4, "slots": ["who"]}


def test_a_word_has_the_weights_of_its_parts() -> None:
    found = passage(premise="So bad", hypothesis="we can't")
    spans = (Span("premise", 3, 4, 0.5), Span("premise", 4, 6, 0.25), Span("hypothesis", 3, 8, -1.0))
    weights = found.weights(Evidence("x", "+1", "integrated gradients", spans))
    named = {found.words[place].text: weight for place, weight in weights.items()}
    assert named == {"So": 0, "bad": 0.75, "we": 0, "ca": -1, "n't": -1}


def test_capitals_are_kept() -> None:
    found = [cased("movie", like) for like in ("film", "Film", "FILM", "I")]
    assert found == ["movie", "Movie", "MOVIE", "Movie"]
