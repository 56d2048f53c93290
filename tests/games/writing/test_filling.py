"""Filling the places of a set: as many as there are questions for, compared with trying everything."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from zellig.games.writing.distribution import Kind, Slot, read_distribution
from zellig.games.writing.filling import Chosen, Known, fill

KINDS = {
    "chemistry": Kind(frozenset({"science"}), frozenset({"chemistry"})),
    "physics": Kind(frozenset({"science"}), frozenset({"physics"})),
    "river": Kind(frozenset({"geography"}), frozenset()),
}
SLOTS = read_distribution({"Science": {"Chemistry": 1, "any": 1}, "any": 1}).slots


def allowed(found: dict[int, Chosen], questions: list[Known], slots: tuple[Slot, ...]) -> bool:
    taken = Counter(found.values())
    answers = Counter((questions[number].answer, at.packet) for number, at in found.items())
    return (
        all(slots[at.slot].takes(questions[number].kind) for number, at in found.items())
        and all(number <= slots[at.slot].number for at, number in taken.items())
        and all(number == 1 for number in answers.values())
    )


def most(questions: list[Known], pins: dict[int, int], packets: int) -> int:
    """How many places can be filled, by trying every way; pinned questions are in all of them."""
    every = [None, *(Chosen(*at) for at in product(range(packets), range(len(SLOTS))))]
    best = -1
    for way in product(every, repeat=len(questions)):
        found = {number: at for number, at in enumerate(way) if at is not None}
        kept = all(number in found and found[number].packet == packet for number, packet in pins.items())
        if kept and len(found) > best and allowed(found, questions, SLOTS):
            best = len(found)
    return best


@settings(max_examples=40)
@given(
    st.lists(
        st.builds(Known, st.sampled_from(list(KINDS.values())), st.sampled_from("ab"), st.just("")),
        min_size=1,
        max_size=5,
    ),
    st.dictionaries(st.integers(0, 4), st.integers(0, 1), max_size=2),
)
def test_no_way_fills_more(questions: list[Known], pinned: dict[int, int]) -> None:
    pins = {number: packet for number, packet in pinned.items() if number < len(questions)}
    found = fill(questions, SLOTS, 2, pins, Random(0))
    assert allowed(found, questions, SLOTS)
    possible = most(questions, pins, 2)
    if possible >= 0:
        assert len(found) == possible
    assert all(found[number].packet == packet for number, packet in pins.items() if number in found)
    assert possible < 0 or pins.keys() <= found.keys()


def test_an_answer_is_not_asked_twice_where_another_would_do() -> None:
    river = KINDS["river"]
    questions = [Known(river, "Nile", ""), Known(river, "Nile", ""), Known(river, "Rhine", "")]
    slots = read_distribution({"Geography": 1}).slots
    for seed in range(5):
        found = fill(questions, slots, 2, {}, Random(seed))
        assert {questions[number].answer for number in found} == {"Nile", "Rhine"}


def test_places_for_a_certain_kind_are_filled_before_those_for_any() -> None:
    slots = read_distribution({"any": 1, "Geography": 1}).slots
    assert fill([Known(KINDS["river"], "Nile", "")], slots, 1, {}, Random(0)) == {0: Chosen(0, 1)}
