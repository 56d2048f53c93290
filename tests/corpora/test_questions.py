from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from zellig.corpora.questions import MARKS, as_published, leave_out, question_item
from zellig.corpora.rows import Place
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.notices import Notice, hearing
from zellig.tasks.quiz import QUIZ

PLACE = Place(Path("soup.jsonl"), 3)


def item_of(**row: Any) -> Item:
    found = question_item(row, "soup-3", PLACE, Counter())
    assert found is not None
    return found


def test_the_form_of_an_item() -> None:
    item = item_of(
        id=7,
        question="The <i>soup</i> of Reims (“ranss”) (*) was hot.",
        answer="<b><u>soup</u></b> [or broth; prompt on “food”]",
        category="Soup",
        year=2020,
    )
    assert item.id == "7"
    assert item.fields == {"text": "The soup of Reims was hot."}
    assert item.accepted == ("soup",)
    marks = item.metadata.pop(MARKS)
    assert item.metadata == {
        "category": "Soup",
        "year": 2020,
        "gold_answer_line": "<b><u>soup</u></b> [or broth; prompt on “food”]",
        "power": len("The soup of Reims"),
    }
    assert [mark[3] for mark in marks] == ["markup", "markup", "guide", "power"]


def test_a_plain_question_has_no_marks_and_no_power() -> None:
    assert item_of(question="The soup was hot.").metadata == {}


def test_what_would_tell_the_answer_is_gold_and_objects_with_a_name_go_by_it() -> None:
    item = item_of(
        question="The soup was hot.",
        question_sanitized="The soup was hot.",
        formatted_answer="<strong>soup</strong>",
        answer="soup",
        page="Soup",
        acceptable=["soup"],
        metadata="“soop”",
        text="The soup was hot.",
        category={"id": 1, "name": "Soup"},
        set={"_id": "s", "name": "2020 Soups", "year": 2020},
        subcategory=None,
        gold_marks="soup",
        power="none",
    )
    assert item.metadata == {
        "gold_answer_line": "<strong>soup</strong>",
        "gold_answer": "soup",
        "gold_page": "Soup",
        "gold_acceptable": ["soup"],
        "gold_metadata": "“soop”",
        "gold_text": "The soup was hot.",
        "category": "Soup",
        "year": 2020,
        "set": "2020 Soups",
    }


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ({"id": "a", "key": "b"}, "a"),
        ({"key": "b"}, "b"),
        ({"_id": {"$oid": "c"}}, "c"),
        ({"id": ""}, "soup-3"),
    ],
)
def test_names(row: dict[str, Any], name: str) -> None:
    assert item_of(question="The soup was hot.", **row).id == name


@pytest.mark.parametrize("answer", [None, "", " ", "<b></b>"])
def test_without_an_answer_an_item_is_blind(answer: str | None) -> None:
    assert item_of(question="The soup was hot.", answer=answer).accepted == ()


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({}, "question"),
        ({"question": ["soup"]}, "question"),
        ({"question": "Soup?", "answer": {"main": "soup"}}, "answer"),
        ({"question": "Soup?", "id": [1]}, "id"),
    ],
)
def test_a_record_of_another_kind_is_refused_with_its_place(row: dict[str, Any], field: str) -> None:
    with pytest.raises(ZelligError) as refused:
        item_of(**row)
    assert (refused.value.path, refused.value.line, refused.value.field) == ("soup.jsonl", 3, field)
    assert refused.value.remedy


@pytest.mark.parametrize("question", ["", " \n ", "(*)", "<b></b>"])
def test_a_question_without_a_text_is_counted_and_said_once(question: str) -> None:
    skipped: Counter[str] = Counter()
    heard: list[Notice] = []
    with hearing(heard.append):
        for line in (3, 4):
            assert question_item({"question": question}, "x", Place(Path("a.jsonl"), line), skipped) is None
    assert skipped == {"a question without a text": 2}
    assert [notice.sentence for notice in heard] == [
        "a.jsonl, line 3: a question without a text is left out; so are all others like it"
    ]


def test_every_reason_is_said() -> None:
    heard: list[Notice] = []
    skipped: Counter[str] = Counter()
    with hearing(heard.append):
        leave_out("one", PLACE, skipped)
        leave_out("another", PLACE, skipped)
    assert len(heard) == 2


def test_what_is_in_brackets_in_the_middle_of_a_name_does_not_end_it() -> None:
    item = item_of(question="The soup was hot.", answer="Joan (“jone”) (Ruth) Quill [or Quilla]")
    assert item.accepted == ("Joan Quill",)
    assert QUIZ.rule("Joan Quill", item).right
    assert not QUIZ.rule("Joan", item).right


def test_the_published_question_can_be_had_again() -> None:
    published = " The <i>soup</i> of Reims (“ranss”) (*) was&nbsp;hot."
    assert as_published(item_of(question=published)) == published


@pytest.mark.parametrize("marks", ["soup", [[1, 2]], [["a", 1, "b", "c"]], [1], {"a": 1}])
def test_marks_that_are_none_are_refused(marks: object) -> None:
    with pytest.raises(ZelligError, match="marks of the item 'x'"):
        as_published(Item("x", {"text": "Soup."}, metadata={MARKS: marks}))
