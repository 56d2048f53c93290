"""Breakers of other tasks in the arena."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.breakers.fakes.as_fake import as_fake
from zellig.breakers.strategies import Strategy
from zellig.items import Item, Pair
from zellig.performers import See, Spec, Victim
from zellig.registry import lookup
from zellig.tasks import get_task
from zellig.tasks.is_fake import IS_FAKE

SENTIMENT, NLI = get_task("sentiment"), get_task("nli")


def test_a_strategy_needs_the_answer() -> None:
    text = {"text": "The soup is wonderful."}
    items = [Item("x", text, ("+1",)), Item("y", text), Item("z", text, ("entailment",))]
    breaker = as_fake(Strategy("not-add"), SENTIMENT)
    (pair,), *none = breaker.break_items(items, [1, 1, 1], None)
    assert "not" in pair.modified.fields["text"].split()
    assert (pair.phenomenon, pair.author, none) == ("not-add", "not-add", [[], []])
    assert (pair.promise, pair.modified.accepted) == ("flip", ("fake",))  # what it promised is left behind
    assert breaker.spec == Spec("not-add", {"domain": "neutral"})


class Longer:
    """Makes two pairs of an inference, and knows which items it was asked about."""

    spec = Spec("longer")
    see: See = "nothing"

    def __init__(self, field: str) -> None:
        self.field, self.asked = field, list[Item]()

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        self.asked += items
        return [
            [Pair(f"{item.id}-{n}", item, self._changed(item, n), "same", f"kind {n}") for n in (1, 2)]
            for item in items
        ]

    def _changed(self, item: Item, n: int) -> Item:
        return Item("m", item.fields | {self.field: f"{item.fields[self.field]} {n}"}, item.accepted)


def test_the_fields_of_the_task_are_found_among_the_metadata() -> None:
    known = {"premise": "A dog runs.", "source": "own"}
    items = [
        Item("1", {"text": "It moves."}, ("entailment",), known),
        Item("2", {"text": "It sleeps."}, ("contradiction",)),  # the game does not show the premise
    ]
    breaker = Longer("hypothesis")
    (pair,), none = as_fake(breaker, NLI).break_items(items, [1, 2], None)
    assert [item.fields for item in breaker.asked] == [{"premise": "A dog runs.", "hypothesis": "It moves."}]
    assert breaker.asked[0].accepted == ("entailment",)
    assert (pair.original, none) == (items[0], [])
    assert (pair.modified.fields, pair.phenomenon) == ({"text": "It moves. 1"}, "kind 1")


def test_what_is_changed_elsewhere_is_no_fake() -> None:
    item = Item("1", {"text": "It moves."}, ("entailment",), {"premise": "A dog runs."})
    assert as_fake(Longer("premise"), NLI).break_items([item], [1], None) == [[]]


def test_who_makes_fakes_already_is_left_as_it_is() -> None:
    breaker = lookup("breakers", "word-shuffle")(IS_FAKE)
    assert as_fake(breaker, IS_FAKE) is breaker
