"""What one side or one word tells of the label, and choices that tell little."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from zellig.items import Item
from zellig.transform.augmentation import Candidate, choose_untold
from zellig.transform.balance import FEWEST, MARGIN, Kind, giveaways, quotas, without_easy

E, N, C = "entailment", "neutral", "contradiction"
WORDS = ("cook", "baker", "waiter", "pilot", "farmer", "singer", "dancer", "tailor")


def items(number: int, *, told: float) -> list[Item]:
    """Items whose hypothesis has the word *asleep* with contradictions, and with a share of the others."""
    chance = random.Random(3)
    made = []
    for place in range(number):
        label = (E, N, C)[place % 3]
        word = "asleep" if (label == C) == (chance.random() < told) else "here"
        fields = {
            "premise": f"A {chance.choice(WORDS)} waits.",
            "hypothesis": f"A {chance.choice(WORDS)} is {word}.",
        }
        made.append(Item(str(place), fields, (label,), {"original": str(place // 3), "phenomenon": "m;o"}))
    return made


def test_a_word_that_goes_with_a_label_is_named() -> None:
    found = giveaways(items(900, told=0.95))
    assert found is not None
    assert (found.word, found.side) in {("asleep", "hypothesis"), ("here", "hypothesis")}
    assert found.by_word > 0.6
    assert found.sides["hypothesis"] > 0.6 > 0.4 > found.sides["premise"]
    assert found.most_frequent == 1 / 3


def test_of_few_items_nothing_is_said() -> None:
    assert giveaways(items(FEWEST - 1, told=1)) is None


def test_what_is_easily_guessed_is_left_out_of_every_kind_alike() -> None:
    some = items(1800, told=0.7)
    kinds = [Kind("m;o", item.accepted[0], ("", "")) for item in some]
    kept = without_easy(some, kinds)
    assert FEWEST < len(kept) < len(some)
    labels = Counter(some[place].accepted[0] for place in kept)
    assert max(labels.values()) == min(labels.values())
    found = giveaways([some[place] for place in kept])
    assert found is not None
    assert found.sides["hypothesis"] <= 1 / 3 + MARGIN


kinds = st.dictionaries(
    st.builds(
        Kind,
        st.sampled_from(["a", "b", "c"]),
        st.sampled_from([E, N, C]),
        st.tuples(st.sampled_from(["", "may"]), st.sampled_from(["", "past", "negation"])),
    ),
    st.integers(1, 60),
    min_size=1,
)


@given(kinds, st.integers(0, 200), st.none() | st.integers(1, 30))
def test_what_was_done_to_a_side_tells_little(there: dict[Kind, int], total: int, most: int | None) -> None:
    found = quotas(there, total, most)
    assert found.keys() == there.keys()
    assert all(0 <= number <= there[kind] for kind, number in found.items())
    assert sum(found.values()) <= total
    for name in {kind.phenomenon for kind in there}:
        assert sum(number for kind, number in found.items() if kind.phenomenon == name) <= (most or total)
    labels = len({kind.label for kind in there})
    for side in (0, 1):
        by_sign = Counter[tuple[str, str]]()
        for kind, number in found.items():
            by_sign[kind.done[side], kind.label] += number
        right = sum(
            max(number for (sign, _), number in by_sign.items() if sign == each)
            for each in {sign for sign, _ in by_sign}
        )
        # Numbers are cut to whole ones, each by less than one.
        assert right <= (1 / labels + MARGIN) * sum(found.values()) + len(found)


def test_kinds_that_outweigh_each_other_are_taken_whole() -> None:
    there = {Kind("m;o", N, ("may", "")): 30, Kind("may;may", E, ("may", "may")): 20}
    assert sum(quotas(there, 1000).values()) == 0
    there |= {Kind("m;m", N, ("may", "may")): 20, Kind("m+i;o", E, ("may", "")): 30}
    assert quotas(there, 1000) == there


def test_few_candidates_are_chosen_in_the_other_way() -> None:
    (item,) = items(1, told=1)
    assert choose_untold({"m;o": [Candidate(1, item, E, done=("may", ""))]}, 10) == {}
