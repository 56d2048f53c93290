"""Tests in the layout of CheckList: what our pairs become there, and what comes back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.checks.importing import import_pairs
from zellig.errors import ZelligError
from zellig.items import Item, Pair, Relation
from zellig.notices import Notice, hearing
from zellig.pairs.checklist import changed_rows, checklist_rows


def pair(name: str, *, promise: Relation = "flip", phenomenon: str = "negation", new: str = "-1") -> Pair:
    first = Item(f"{name}_a", {"text": f"Soup {name} was fine."}, ("+1",))
    second = Item(f"{name}_b", {"text": f"Soup {name} was not fine."}, (new,))
    return Pair(name, first, second, promise, phenomenon)


def imported(rows: list[dict[str, Any]], task: str = "sentiment") -> list[Pair]:
    found = import_pairs(list(enumerate(rows, 1)), "checklist", task=task)
    return [each for part in found.parts for each in part.pairs]


def test_every_phenomenon_has_a_test_of_right_answers_and_one_of_what_becomes_of_them() -> None:
    rows = list(
        checklist_rows(
            [
                ("ann", None, pair("1")),
                ("ann", None, pair("2", promise="same", new="+1")),
                ("ben", "bag", pair("3", promise="same", phenomenon="", new="+1")),
            ]
        )
    )
    tests = [(row["test_name"], row["type"], row["test_case"], row["example_idx"]) for row in rows]
    assert tests == [
        ("ben: right answer", "MFT", 0, 0),
        ("ben: same answer", "INV", 0, 0),
        ("ben: same answer", "INV", 0, 1),
        ("negation: right answer", "MFT", 0, 0),
        ("negation: right answer", "MFT", 1, 0),
        ("negation: other answer", "DIR", 0, 0),
        ("negation: other answer", "DIR", 0, 1),
        ("negation: same answer", "INV", 0, 0),
        ("negation: same answer", "INV", 0, 1),
    ]
    assert rows[6] == {
        "test_name": "negation: other answer",
        "test_case": 0,
        "example_idx": 1,
        "type": "DIR",
        "text": "Soup 1 was not fine.",
        "labels": ["-1"],
        "capability": "negation",
        "pair": "1",
        "promise": "flip",
        "breaker": "ann",
        "victim": None,
    }


PROMISES = st.sampled_from([("flip", "-1"), ("same", "+1"), ("becomes", "0"), ("not", "-1")])
PHENOMENA = st.sampled_from(["negation", "degree", ""])


@given(
    st.lists(
        st.tuples(PROMISES, st.sampled_from(["negation", "degree", ""]), st.sampled_from(["ann", "ben"]))
    )
)
def test_pairs_come_back_as_they_were(drawn: list[Any]) -> None:
    brought = [
        (author, None, pair(str(n), promise=promise, new=new, phenomenon=phenomenon))
        for n, ((promise, new), phenomenon, author) in enumerate(drawn)
    ]
    rows = json.loads(json.dumps(list(checklist_rows(brought))))
    if not rows:
        return
    found = import_pairs(list(enumerate(rows, 1)), "checklist", task="sentiment")
    back = {(part.author, each.id): each for part in found.parts for each in part.pairs}
    assert back == {(author, each.id): each for author, _, each in brought}


def theirs(**more: Any) -> dict[str, Any]:
    """A line of `TestSuite.to_dict`, with what one adds to it."""
    return {"test_name": "change names", "test_case": 0, "example_idx": 0, **more}


def test_each_copy_in_a_case_of_theirs_is_a_pair_with_the_first_example() -> None:
    notices: list[Notice] = []
    with hearing(notices.append):
        pairs = imported(
            [
                theirs(sentence="Ann liked it.", label=2, type="INV"),
                theirs(sentence="Ben liked it.", example_idx=2, type="INV"),
                theirs(sentence="Zoe liked it.", example_idx=1, type="INV"),
                theirs(sentence="Nobody liked it.", test_case=1, label=0, type="MFT"),
                theirs(sentence="It was so-so.", test_case=2, label=1, type="MFT"),
                theirs(sentence="Ann came, and left.", test_case=3, label=1, type="INV"),
                theirs(sentence="Ben came, and left.", test_case=3, label=1, type="INV"),
                theirs(sentence="Ann was mean.", test_case=4, label=0, type="INV"),
                theirs(sentence="Ben was mean.", test_case=4, label=0, type="INV"),
            ]
        )
    assert [(each.id, each.modified.fields["text"], each.modified.accepted) for each in pairs] == [
        ("change names/0/2", "Ben liked it.", ("+1",)),
        ("change names/0/1", "Zoe liked it.", ("+1",)),
        ("change names/3", "Ben came, and left.", ("0",)),
        ("change names/4", "Ben was mean.", ("-1",)),
    ]
    assert {each.promise for each in pairs} == {"same"}
    assert {each.phenomenon for each in pairs} == {"change names"}
    assert any("2 examples stand alone" in notice.sentence for notice in notices)


def test_tasks_with_several_fields() -> None:
    rows = [
        theirs(premise="A cook sings.", hypothesis="A cook sings.", labels=["entailment"], type="DIR"),
        theirs(premise="A cook sings.", hypothesis="No cook sings.", labels=["contradiction"], example_idx=1),
    ]
    (found,) = imported(rows, "nli")
    assert (found.modified.fields["hypothesis"], found.promise) == ("No cook sings.", "becomes")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"text": "Soup."}], "there is no 'test_name' in it"),
        ([theirs(text="Soup.")], "no example says what is right"),
        ([theirs(text="Soup.", label="+1")], "no test case has two examples"),
        ([], "there is no row in it"),
    ],
)
def test_what_is_no_test_is_refused(rows: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(ZelligError, match=message):
        imported(rows)


def test_a_dir_test_does_not_lend_its_label() -> None:
    rows = [theirs(text="Fine.", label="+1"), theirs(text="Foul.", example_idx=1, type="DIR")]
    ((_, row),) = changed_rows(list(enumerate(rows, 1)), Path("suite.jsonl"))
    assert row["accepted_modified"] is None
