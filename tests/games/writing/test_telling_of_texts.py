"""What people are told of each other's texts."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from zellig.games.writing import events
from zellig.games.writing.events import Event, Happened
from zellig.games.writing.rules import usual_rules
from zellig.games.writing.standing import Standing, stand
from zellig.games.writing.telling import may_read
from zellig.items import Item
from zellig.tasks import get_task

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def version(name: str) -> events.QuestionHandedIn:
    return events.QuestionHandedIn(name, "draft", 1, question=Item(name, {"text": "Name this town."}))


def after(*happened: tuple[str, Event]) -> Standing:
    rules = usual_rules(get_task("quiz"), ("ir",))
    all_of_it = [("editor", events.Founded("Towns", rules)), *happened]
    return stand(Happened(number, NOW, actor, event) for number, (actor, event) in enumerate(all_of_it, 1))


@pytest.mark.parametrize(
    ("happened", "read"),
    [
        ([], {"one", "two"}),
        ([("writer", events.Withdrawn("two"))], set()),  # nor the version before, which has the same words
        ([("writer", events.Withdrawn("two")), ("writer", version("three"))], {"one", "three"}),
        ([("editor", events.Decided("two", False, "No.", final=True))], {"one", "two"}),
    ],
)
def test_what_its_writer_has_taken_back_is_read_by_nobody_else(
    happened: list[tuple[str, Event]], read: set[str]
) -> None:
    standing = after(("writer", version("one")), ("writer", version("two")), *happened)
    assert {name for name, text in standing.texts.items() if may_read(standing, "editor", text)} == read
    assert all(may_read(standing, "writer", text) for text in standing.texts.values())
    assert not any(may_read(standing, "somebody", text) for text in standing.texts.values())
