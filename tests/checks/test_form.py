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
PAIRS = st.builds(
    Pair,
    id=st.sampled_from("12"),
    original=ITEMS,
    modified=ITEMS,
    promise=st.just("same"),
    lineage=st.sampled_from([(), ("text: past", "rules: zellig"), ("rules: mine",), ("rules: lit-code",)]),
)


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


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("mine", "there are no rules called 'mine'"),
        ("lit-code", "the rules 'lit-code' say nothing about the task sentiment"),
    ],
)
def test_rules_that_are_not_known_are_told_with_their_place(rules: str, told: str) -> None:
    original, modified = Item("o", {"text": "Tea."}, ("+1",)), Item("m", {"text": "Hot tea."}, ("+1",))
    pairs = [Pair("p", original, modified, "same", lineage=(f"rules: {rules}",))]
    assert not plainly_scorable(pairs, get_task("sentiment"))
    with pytest.raises(ZelligError) as refused:
        list(scorable(enumerate(pairs, 2), get_task("sentiment"), PATH))
    assert refused.value.where == "pairs.jsonl, line 2"
    assert refused.value.what == f"unknown-label-rules: pair 'p': its lineage names label rules, and {told}"


def test_an_item_alone() -> None:
    task = get_task("sentiment")
    assert scorable_item(Item("a", {"text": "Tea."}, ("+1",)), task, PATH, 1).id == "a"
    with pytest.raises(ZelligError, match="line 3: no-answer: item 'a': there is no accepted answer"):
        scorable_item(Item("a", {"text": "Tea."}), task, PATH, 3)
    with pytest.raises(
        ZelligError,
        match=r"line 3: bad-item: item 'a': .*Use one of -1 \(negative\), 0 \(neutral\), \+1 \(positive\)",
    ):
        scorable_item(Item("a", {"text": "Tea."}, ("good",)), task, PATH, 3)
