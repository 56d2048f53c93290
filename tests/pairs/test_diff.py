from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.pairs.diff import Segment, segments, styled_diff

texts = st.one_of(
    st.lists(st.sampled_from(["a", "A", "bee", " ", "  ", "\n", "don't", ",", "\u2028"]), max_size=12).map(
        "".join
    ),
    st.text(),
)


@given(texts, texts)
def test_the_segments_hold_both_texts(original: str, modified: str) -> None:
    parts = segments(original, modified)
    assert "".join(text for kind, text in parts if kind != "inserted") == original
    assert "".join(text for kind, text in parts if kind != "deleted") == modified


@given(texts)
def test_equal_texts_have_no_change(text: str) -> None:
    assert segments(text, text) == ([("same", text)] if text else [])


@pytest.mark.parametrize(
    ("original", "modified", "expected"),
    [
        ("The soup is hot", "The soup is not hot", "The soup is {+not +}hot"),
        ("We liked the hot soup.", "We loved a cold soup.", "We [-liked the hot-]{+loved a cold+} soup."),
        ("Hot soup", "hot soup", "[-Hot-]{+hot+} soup"),
        ("hot  soup", "hot soup", "hot[-··-]{+·+}soup"),
        ("hot soup", "hot\nsoup", "hot[-·-]{+⏎\n+}soup"),
    ],
)
def test_readable_without_colour(original: str, modified: str, expected: str) -> None:
    shown = list(styled_diff(segments(original, modified), colour=False))
    assert "".join(text for text, _ in shown) == expected
    assert not any(style for _, style in shown)


def test_in_colour() -> None:
    parts: list[Segment] = [("deleted", "hot"), ("inserted", "cold"), ("same", " soup")]
    assert list(styled_diff(parts, colour=True)) == [
        ("hot", "red strike"),
        ("cold", "green bold"),
        (" soup", ""),
    ]
