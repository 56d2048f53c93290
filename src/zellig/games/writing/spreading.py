"""Questions change packets, within their slot, until nothing can be had by it any more.

What is missing is shared out among the packets, what repeats goes as far apart as it can, and nobody's
questions are heaped in one packet; in this order. No packet gets an answer twice.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

from zellig.games.writing.distribution import Slot
from zellig.games.writing.filling import Chosen, Known

# What one unit weighs: a packet that lacks a question, a repeat that is a packet nearer, a further question
# of an author.
_LACKING, _NEAR, _HEAPED = 10_000, 100, 1


def spread(
    filled: Mapping[int, Chosen],
    questions: Sequence[Known],
    slots: Sequence[Slot],
    packets: int,
    repeats: Iterable[tuple[int, int]],
    fixed: Iterable[int],
    chance: Random,
) -> dict[int, Chosen]:
    """The same questions in better packets; those that are fixed stay where they are."""
    spreading = _Spreading(filled, questions, packets, repeats)
    places = list(_places(filled, slots, packets, frozenset(fixed)))
    better = True
    while better:
        chance.shuffle(places)
        better = False
        for one, other in combinations(range(len(places)), 2):
            (first, at), (second, elsewhere) = places[one], places[other]
            if at.slot != elsewhere.slot or at.packet == elsewhere.packet:
                continue
            if spreading.exchange(first, at.packet, second, elsewhere.packet):
                places[one], places[other] = (second, at), (first, elsewhere)
                better = True
    return {number: at for number, at in places if number is not None} | {
        number: at for number, at in filled.items() if number in frozenset(fixed)
    }


def _places(
    filled: Mapping[int, Chosen], slots: Sequence[Slot], packets: int, fixed: frozenset[int]
) -> Iterator[tuple[int | None, Chosen]]:
    """Every place whose question may move, and every one that nothing fills."""
    taken: Counter[Chosen] = Counter(filled.values())
    yield from ((number, at) for number, at in filled.items() if number not in fixed)
    for packet in range(packets):
        for slot, each in enumerate(slots):
            at = Chosen(packet, slot)
            yield from [(None, at)] * (each.number - taken[at])


class _Spreading:
    """Which packet each question is in, and what that costs."""

    def __init__(
        self,
        filled: Mapping[int, Chosen],
        questions: Sequence[Known],
        packets: int,
        repeats: Iterable[tuple[int, int]],
    ) -> None:
        self._packet = {number: at.packet for number, at in filled.items()}
        self._questions = questions
        self._packets = packets
        self._full = Counter(self._packet.values())
        self._answers = Counter((questions[number].answer, at.packet) for number, at in filled.items())
        self._authors = Counter((questions[number].author, at.packet) for number, at in filled.items())
        self._repeats: defaultdict[int, list[int]] = defaultdict(list)
        for one, other in repeats:
            if one in filled and other in filled:
                self._repeats[one].append(other)
                self._repeats[other].append(one)

    def exchange(self, first: int | None, here: int, second: int | None, there: int) -> bool:
        """Let two questions, or one and a gap, change packets if that is better; says whether it was."""
        moved = [(number, frm, to) for number, frm, to in ((first, here, there), (second, there, here))]
        before = self._cost(moved)
        self._move(moved)
        if self._cost(moved) < before and not self._answer_twice(moved):
            return True
        self._move([(number, to, frm) for number, frm, to in moved])
        return False

    def _move(self, moved: Iterable[tuple[int | None, int, int]]) -> None:
        for number, frm, to in moved:
            if number is None:
                continue
            question = self._questions[number]
            self._packet[number] = to
            for counted, key in ((self._answers, question.answer), (self._authors, question.author)):
                counted[key, frm] -= 1
                counted[key, to] += 1
            self._full[frm] -= 1
            self._full[to] += 1

    def _answer_twice(self, moved: Iterable[tuple[int | None, int, int]]) -> bool:
        return any(
            self._answers[self._questions[number].answer, packet] > 1
            for number, *ends in moved
            if number is not None
            for packet in ends
        )

    def _cost(self, moved: Sequence[tuple[int | None, int, int]]) -> float:
        """Of what the exchange changes; squares, so that what is shared out evenly costs least."""
        here, there = moved[0][1:]
        cost = float(_LACKING * (self._full[here] ** 2 + self._full[there] ** 2))
        for number in dict.fromkeys(number for number, *_ in moved if number is not None):
            author = self._questions[number].author
            for other in self._repeats[number]:
                cost += _NEAR * (self._packets - abs(self._packet[number] - self._packet[other])) ** 2
            if author:
                cost += _HEAPED * sum(self._authors[author, packet] ** 2 for packet in (here, there))
        return cost
