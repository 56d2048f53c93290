"""Spreading questions over packets: gaps, repeats and authors."""

from __future__ import annotations

from collections import Counter
from random import Random

from zellig.games.writing.distribution import Kind, read_distribution
from zellig.games.writing.filling import Chosen, Known
from zellig.games.writing.spreading import spread

KIND = Kind(frozenset({"geography"}), frozenset())
SLOTS = read_distribution({"Geography": 2}).slots


def known(*questions: str) -> list[Known]:
    """`"Nile Ana"`: answer and author."""
    return [Known(KIND, *each.split()) for each in questions]


def packets(found: dict[int, Chosen]) -> list[list[int]]:
    return [sorted(n for n, at in found.items() if at.packet == packet) for packet in range(4)]


def test_gaps_are_shared_out() -> None:
    filled = {number: Chosen(number // 2, 0) for number in range(4)}
    found = spread(filled, known("a A", "b B", "c C", "d D"), SLOTS, 4, [], [], Random(1))
    assert Counter(at.packet for at in found.values()) == {0: 1, 1: 1, 2: 1, 3: 1}


def test_repeats_go_far_apart_and_no_packet_has_both() -> None:
    filled = {number: Chosen(number // 2, 0) for number in range(8)}
    questions = known("Nile A", "b B", "Nile C", "d D", "e E", "f F", "g G", "h H")
    found = spread(filled, questions, SLOTS, 4, [(0, 2)], [], Random(1))
    assert {found[0].packet, found[2].packet} == {0, 3}
    assert all(len(each) == 2 for each in packets(found))


def test_authors_are_spread() -> None:
    filled = {number: Chosen(number // 2, 0) for number in range(8)}
    questions = known("a A", "b A", "c B", "d B", "e C", "f C", "g D", "h D")
    found = spread(filled, questions, SLOTS, 4, [], [], Random(1))
    assert all(len({questions[number].author for number in each}) == 2 for each in packets(found))


def test_what_is_fixed_stays() -> None:
    filled = {number: Chosen(number // 2, 0) for number in range(8)}
    questions = known("Nile A", "b A", "Nile B", "d B", "e C", "f C", "g D", "h D")
    found = spread(filled, questions, SLOTS, 4, [(0, 2)], [0, 1], Random(1))
    assert (found[0].packet, found[1].packet, found[2].packet) == (0, 0, 3)
