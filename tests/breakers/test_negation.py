"""Negation: which sentences are negated how, and which are refused."""

from __future__ import annotations

import pytest

from zellig.breakers.negation import Negation
from zellig.items import Item, Pair
from zellig.tasks import get_task

NEGATED = {
    "The soup is wonderful.": "The soup is not wonderful.",
    "The soup was a delight.": "The soup was not a delight.",
    "This cook makes a lovely soup.": "This cook does not make a lovely soup.",
    "They made a lovely soup.": "They did not make a lovely soup.",
    "The waiters have been charming.": "The waiters have not been charming.",
    "The soup will delight you.": "The soup will not delight you.",
    "He loves the soup.": "He does not love the soup.",
    "Offers a lovely view of the harbour.": "Does not offer a lovely view of the harbour.",
    "An excellent soup.": "Not an excellent soup.",
    "The soup, which is warm, is wonderful.": "The soup, which is warm, is not wonderful.",
}
REFUSED = {
    "The soup is terrible.": "nothing is praised",
    "The table is brown.": "nothing is praised",
    "The soup is not good.": "it is negated already",
    "The soup is hardly good.": "it is negated already",
    "The soup is good but the bread is stale.": "it is mixed",
    "The soup is good and the bread is fine.": "a second clause would keep its praise",
    "The soup is warm and wonderful.": "not both, or neither?",
    "The soup is good. The bread is warm.": "two sentences",
    "Is the soup good?": "a question",
    "The charming waiter brought the bread.": "the praise is outside the scope",
    "Every soup is wonderful.": "not every, or none?",
    "The soup is, in its way, wonderful.": "no place for 'not'",
    "The soup is undeniably good.": "not undeniably good may still be good",
    "The soup is the best in town.": "not the best may still be good",
    "If you go, the soup is good.": "a condition",
    "Wonderful soup.": "no article to put 'not' before",
    "": "nothing there",
}


def item(text: str, label: str = "+1", name: str = "x1") -> Item:
    return Item(name, {"text": text}, (label,))


def broken(*items: Item) -> list[list[Pair]]:
    return Negation().break_items(items, range(len(items)), None)


@pytest.mark.parametrize(("text", "expected"), NEGATED.items())
def test_praise_is_denied(text: str, expected: str) -> None:
    ((pair,),) = broken(item(text))
    assert pair.modified.fields == {"text": expected}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_in_doubt_is_refused(text: str) -> None:
    assert broken(item(text)) == [[]], REFUSED[text]


@pytest.mark.parametrize("label", ["-1", "0"])
def test_only_positive_sentences_are_negated(label: str) -> None:
    assert broken(item("The soup is wonderful.", label)) == [[]]


def test_sentences_without_one_answer_are_left_alone() -> None:
    text = {"text": "The soup is wonderful."}
    assert broken(Item("x", text), Item("y", text, ("+1", "0"))) == [[], []]


def test_the_pair_says_what_it_is() -> None:
    original = Item("x1", {"text": "The soup is wonderful."}, ("+1",), {"source": "own"})
    ((pair,),) = broken(original)
    assert pair.original == original
    assert (pair.promise, pair.modified.accepted) == ("flip", ("-1",))
    assert pair.id == pair.modified.id != original.id
    assert (pair.phenomenon, pair.author, pair.lineage) == ("negation", "negation", ("negation",))
    task = get_task("sentiment")
    assert task.promise_between(pair.original, pair.modified) == "flip"
    assert [*task.faults_of_item(pair.modified), *task.faults_of_pair(pair)] == []


def test_batches_and_seeds_do_not_matter() -> None:
    items = [item(text, name=f"x{number}") for number, text in enumerate([*NEGATED, *REFUSED])]
    together = broken(*items)
    assert [made for each in items for made in broken(each)] == together
    assert Negation().break_items(items[::-1], [7] * len(items), None)[::-1] == together
    assert sum(map(len, together)) == len(NEGATED)


def test_spacing_is_kept() -> None:
    ((pair,),) = broken(item("The  soup was a  delight ."))
    assert pair.modified.fields["text"] == "The  soup was not a  delight ."


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_empty_text_is_refused(text: str) -> None:
    item = Item("1", {"text": text}, ("+1",))
    assert Negation().break_items([item], [0], None) == [[]]


@pytest.mark.parametrize(
    "text",
    [
        "The guide deserves a prize for this wonderful soup.",  # the soup stays wonderful
        "The soup is perfect.",  # not perfect may be very good
        "A charming park, quiet and green.",  # the end stays outside the negation
        "A drowsy and enjoyable story.",  # to deny the first is no blame
    ],
)
def test_denials_that_are_no_blame_are_refused(text: str) -> None:
    assert Negation().break_items([Item("1", {"text": text}, ("+1",))], [0], None) == [[]]
