"""Quiz: spelling of pages, and the places to stop at."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zellig.items import Item
from zellig.tasks.quiz import QUIZ


def test_pages_are_written_with_spaces() -> None:
    assert QUIZ.answer("_The_Tea__House ") == "The Tea House"
    assert QUIZ.answer(1907) == "1907"


@given(st.text(max_size=60), st.integers(1, 70))
def test_positions_rise_to_the_end_of_the_text(text: str, step: int) -> None:
    item = Item("q", {"text": text})
    positions = QUIZ.positions(item, step)
    assert positions == sorted(set(positions))
    assert positions[-1] == len(text)
    assert all(position % step == 0 for position in positions[:-1])
    assert len(positions) == max(1, -(-len(text) // step))
    assert QUIZ.prefix(item, positions[-1]) == text


@given(st.text(max_size=60), st.integers(-5, 70))
def test_a_prefix_is_what_was_read_out(text: str, position: int) -> None:
    prefix = QUIZ.prefix(Item("q", {"text": text}), position)
    assert text.startswith(prefix)
    assert len(prefix) == min(max(position, 0), len(text))
