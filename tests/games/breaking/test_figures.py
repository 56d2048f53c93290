"""The figures of a run: items broken."""

from __future__ import annotations

import numpy as np

from made_up_run import made_up_run
from zellig.games.breaking.figures import Success
from zellig.games.contest.contest import Entry
from zellig.items import Item, Pair
from zellig.measures.intervals import share_interval, wilson


def pair(name: str, text: str, gold: str) -> Pair:
    other = {"+1": "-1", "-1": "+1"}[gold]
    first, second = Item(name, {"text": text}, (gold,)), Item(f"{name}-m", {"text": f"Not: {text}"}, (other,))
    return Pair(name, first, second, "flip", "negation")


def test_a_text_with_two_answers_is_two_items() -> None:
    # The system praises the text, and takes it back after the change: right about the item that is praise,
    # with its pair. Its wrong answers are to the pair of the other item, which it was wrong about before.
    pairs = [
        pair("praise", "We ate.", "+1"),
        pair("blame", "We ate.", "-1"),
        pair("other", "It rained.", "-1"),
    ]
    given = {"praise": ("+1", "-1"), "blame": ("+1", "-1"), "other": ("-1", "-1")}
    run = made_up_run([Entry("ana", pairs)], {"system": given})
    found = run.figures.success["ana"]["system"]
    interval = tuple(float(end) for end in wilson(1 / 2, 2))
    assert found == Success(2, 0.5, interval, 0.5, interval)  # type: ignore[arg-type]
    assert found == run.figures.success_of_any["system"]


def test_copies_of_a_text_are_items_that_go_together() -> None:
    pairs = [pair("one", "We ate.", "+1"), pair("two", "We ate!", "+1"), pair("other", "It rained.", "-1")]
    given = {"one": ("+1", "+1"), "two": ("+1", "+1"), "other": ("-1", "+1")}
    found = made_up_run([Entry("ana", pairs)], {"system": given}).figures.success["ana"]["system"]
    assert (found.attacked, found.before) == (3, 2 / 3)
    assert found.before_interval == share_interval([2, 0], [2, 1], np.arange(2))
