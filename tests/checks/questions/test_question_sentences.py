from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.checks.questions.sentences import sentence_places


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("One bell rang.", ["One bell rang."]),
        ("One bell rang. Two did not!", ["One bell rang.", "Two did not!"]),
        ('He said "stay." She left. Why?', ['He said "stay.', "She left.", "Why?"]),
        ("Mr. Oddie met Dr. Vane. St. Tova wept.", ["Mr. Oddie met Dr. Vane.", "St. Tova wept."]),
        ("A. B. Oddie sang. C. Vane did not.", ["A. B. Oddie sang.", "C. Vane did not."]),
        ("Vane v. Oddie was lost.", ["Vane v. Oddie was lost."]),
        ("It ends in an initial, of A.", ["It ends in an initial, of A."]),
    ],
)
def test_sentences(text: str, parts: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_places(text)] == parts


@given(st.text(st.sampled_from("aB. ?\"”'M\nr")))
def test_places_are_in_order_and_hold_every_letter(text: str) -> None:
    places = sentence_places(text)
    borders = [border for place in places for border in place]
    assert borders == sorted(borders)
    inside = "".join(text[start:end] for start, end in places)
    assert [letter for letter in inside if letter.isalpha()] == [one for one in text if one.isalpha()]
