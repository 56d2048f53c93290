"""The quick look at a file of pairs and the careful one agree."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.checks.form import plainly_scorable, scorable, scorable_item
from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.tasks import get_task

PATH = Path("pairs.jsonl")
ITEMS = st.builds(
    Item,
    id=st.sampled_from("abc"),
    fields=st.sampled_from(
        [{"text": "Tea."}, {"text": "Soup."}, {"text": " "}, {}, {"text": "Tea.", "x": ""}]
    ),
    accepted=st.sampled_from(
        [("+1",), ("-1",), ("+1", "-1"), ("+1", "+1"), (), ("",), ("1",), (" +1",), ("5",)]
    ),
)
PAIRS = st.builds(Pair, id=st.sampled_from("12"), original=ITEMS, modified=ITEMS, promise=st.just("same"))


@given(st.lists(PAIRS, min_size=1, max_size=3), st.sampled_from(["sentiment", "quiz", "nli"]))
def test_what_the_quick_look_passes_the_careful_one_passes(pairs: list[Pair], task: str) -> None:
    try:
        careful = list(scorable(enumerate(pairs, 2), get_task(task), PATH)) == list(enumerate(pairs, 2))
    except ZelligError:
        careful = False
    if plainly_scorable(pairs, get_task(task)):
        assert careful


def test_the_quick_look_is_enough_for_sound_pairs() -> None:
    pairs = [
        Pair(
            str(n),
            Item("o", {"text": "Tea."}, ("+1",)),
            Item(f"m{n}", {"text": "Hot tea."}, ("-1", "0")),
            "not",
        )
        for n in range(3)
    ]
    assert plainly_scorable(pairs, get_task("sentiment"))
    assert not plainly_scorable([*pairs, pairs[0]], get_task("sentiment"))
    assert not plainly_scorable([], get_task("sentiment"))


def test_an_item_alone() -> None:
    task = get_task("sentiment")
    assert scorable_item(Item("a", {"text": "Tea."}, ("+1",)), task, PATH, 1).id == "a"
    with pytest.raises(ZelligError, match="line 3: no-answer: item 'a': there is no accepted answer"):
        scorable_item(Item("a", {"text": "Tea."}), task, PATH, 3)
    with pytest.raises(ZelligError, match=r"line 3: bad-item: item 'a': .*Use one of -1, 0, \+1"):
        scorable_item(Item("a", {"text": "Tea."}, ("good",)), task, PATH, 3)
