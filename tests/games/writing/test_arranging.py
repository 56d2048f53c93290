"""A set from questions: distribution, repeats, order, pins, seed, and what cannot be done."""

from __future__ import annotations

from itertools import pairwise

import pytest

from written_questions import written
from zellig.errors import ZelligError
from zellig.games.writing.arranging import Place, arrange
from zellig.games.writing.distribution import read_distribution
from zellig.games.writing.packets import QuestionSet
from zellig.games.writing.repeats import answer_names

EVEN = read_distribution(
    {"Geography": 1, "Fine Arts": {"Auditory": 1}, "Science": {"Chemistry": 1}, "History": 1, "any": 1}
)
ITEMS = written()
NAMES = dict(zip((item.id for item in ITEMS), answer_names(ITEMS), strict=True))


def ids(found: QuestionSet) -> list[list[str]]:
    return [[item.id for item in packet.tossups] for packet in found.packets]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_packet_meets_the_distribution(seed: int) -> None:
    found = arrange(ITEMS, EVEN, 6, seed)
    assert found.missing == ()
    for packet in found.packets:
        categories = [str(item.metadata["category"]) for item in packet.tossups]
        assert len(categories) == 5
        assert set(categories) == {"Geography", "Fine Arts", "Science", "History"}
        assert all(one != other for one, other in pairwise(categories))
        assert len({NAMES[item.id] for item in packet.tossups}) == 5
        assert len({item.metadata["author"] for item in packet.tossups}) == 3
    used = [each for packet in ids(found) for each in packet]
    assert len(used) == len(set(used)) == 30
    assert [item.id for item in found.left_over] == sorted(set(NAMES) - set(used))


def test_the_seed_decides_and_nothing_else_does() -> None:
    assert arrange(ITEMS, EVEN, 6, 1) == arrange(ITEMS, EVEN, 6, 1)
    assert ids(arrange(ITEMS, EVEN, 6, 1)) != ids(arrange(ITEMS, EVEN, 6, 2))


def test_what_is_missing_is_said_and_shared_out() -> None:
    found = arrange(ITEMS, read_distribution({"Science": {"Chemistry": 3, "Physics": 1}}), 3, 1)
    assert [str(each) for each in found.missing] == [
        "1 more Science > Chemistry needed",
        "3 more Science > Physics needed",
    ]
    assert found.missing[1].packets == ("Packet 1", "Packet 2", "Packet 3")
    assert sorted(len(packet.tossups) for packet in found.packets) == [2, 3, 3]


def test_repeats_are_far_apart_and_listed() -> None:
    rivers = [item for item in ITEMS if item.metadata["category"] == "Geography"]
    found = arrange(rivers, read_distribution({"Geography": 2}), 4, 1)
    (repeat,) = found.repeats
    assert (repeat.what, repeat.questions) == ("Danube", ("q3", "q28"))
    assert {found.places()[each][0] for each in repeat.questions} == {"Packet 1", "Packet 4"}


def test_pins() -> None:
    pins = {"q0": Place(2), "q14": Place(2, 1), "q7": Place(6, 5)}
    found = arrange(ITEMS, EVEN, 6, 1, pins=pins)
    assert found.places()["q0"][0] == "Packet 2"
    assert found.places()["q14"] == ("Packet 2", 1)
    assert found.places()["q7"] == ("Packet 6", 5)
    assert found.missing == ()


@pytest.mark.parametrize(
    ("pins", "said"),
    [
        ({"q99": Place(1)}, "there is no question 'q99' to pin"),
        ({"q0": Place(7)}, "'q0' is pinned to packet 7. There are packets 1 to 6."),
        ({"q0": Place(1, 6)}, "'q0' is pinned to number 6. A packet has 1 to 5."),
        ({"q0": Place(1, 2), "q7": Place(1, 2)}, "'q0' and 'q7' are pinned to number 2 of packet 1"),
        ({"q3": Place(1), "q28": Place(1)}, "are pinned to packet 1 and have the same answer, Danube"),
        (
            {"q0": Place(1), "q1": Place(1), "q2": Place(1)},
            "(Geography > Rivers) is pinned to packet 1, where",
        ),
    ],
)
def test_pins_that_cannot_be_kept(pins: dict[str, Place], said: str) -> None:
    with pytest.raises(ZelligError) as refused:
        arrange(ITEMS, EVEN, 6, 1, pins=pins)
    assert said in str(refused.value)


def test_a_number_that_a_short_packet_does_not_have() -> None:
    short = read_distribution({"Geography": 1, "Physics": 2})
    with pytest.raises(ZelligError, match="'q0' is pinned to number 3 of packet 1, which has only 1"):
        arrange(ITEMS, short, 2, 1, pins={"q0": Place(1, 3)})


def test_too_few_questions_and_none_that_fits() -> None:
    with pytest.raises(ZelligError, match="3 questions fit 'own', too few for 4 packets"):
        arrange(ITEMS[:3], EVEN._replace(title="own"), 4, 1)
    with pytest.raises(ZelligError, match="The questions are of: Geography > Rivers"):
        arrange(ITEMS, read_distribution({"Cookery": 1}), 2, 1)
