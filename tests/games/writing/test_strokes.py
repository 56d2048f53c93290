"""Strokes: a draft is the sum of them, whatever is typed where."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.games.writing.strokes import (
    Draft,
    Looked,
    Noted,
    Notes,
    OutOfStepError,
    Stroke,
    Typed,
    decode,
    encode,
    write,
)

TEXTS = st.text(max_size=30)


def typed(before: str, after: str) -> Typed:
    """One change that makes one text of another."""
    return Typed("text", 0, len(before), after, len(after))


@given(st.lists(TEXTS, min_size=1, max_size=8))
def test_the_last_text_is_what_is_left(texts: list[str]) -> None:
    draft = Draft()
    for text in texts:
        draft = write(draft, typed(draft.fields.get("text", ""), text))
    assert draft.fields == {"text": texts[-1]}


@given(TEXTS, TEXTS, st.data())
def test_a_change_replaces_what_stands_between_two_places(text: str, new: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    draft = write(Draft({"text": text}), Typed("text", start, end, new, len(text) - end + start + len(new)))
    assert draft.fields["text"] == text[:start] + new + text[end:]
    undone = Typed("text", start, start + len(new), text[start:end], len(text))
    assert write(draft, undone).fields["text"] == text  # undoing is a stroke, too


@pytest.mark.parametrize(
    "stroke", [Typed("text", 0, 9, "", 0), Typed("text", 3, 2, "x", 5), Typed("text", 0, 0, "x", 99)]
)
def test_a_tab_that_has_another_text_is_found_out(stroke: Typed) -> None:
    with pytest.raises(OutOfStepError, match="does not fit the 4 characters"):
        write(Draft({"text": "soup"}), stroke)


def test_notes_are_replaced_as_a_whole_and_looks_change_nothing() -> None:
    draft = write(Draft({"text": "soup"}), Noted(Notes(answer="Broth", phenomena=("paraphrase",))))
    draft = write(draft, Noted(Notes(category="Food")))
    assert draft == Draft({"text": "soup"}, Notes(category="Food"))
    assert write(draft, Looked("ir", "Stew")) == draft


@pytest.mark.parametrize(
    "stroke", [Typed("text", 1, 2, "é😀", 4), Noted(Notes(private=True)), Looked("ir", "Stew")]
)
def test_strokes_are_kept_as_they_are(stroke: Stroke) -> None:
    assert decode(encode(stroke)) == stroke
