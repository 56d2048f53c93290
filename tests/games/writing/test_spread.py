"""What a workshop has so far: a writer's own, everybody's, and what is wanted."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from zellig.errors import ZelligError
from zellig.games.writing import events
from zellig.games.writing.events import Event, Happened
from zellig.games.writing.rules import check_rules, usual_rules
from zellig.games.writing.spread import spread
from zellig.games.writing.standing import stand
from zellig.items import Item
from zellig.tasks import get_task

NOW = datetime(2026, 3, 1, tzinfo=UTC)
RULES = replace(usual_rules(get_task("quiz"), ("ir",)), wanted={"Science": 2, "History": 1})


def handed_in(name: str, category: str, part: str = "") -> Event:
    question = Item(name, {"text": "Soup"}, ("Stew",), {"category": category, "subcategory": part})
    return events.QuestionHandedIn(name, f"draft of {name}", 1, question=question)


def test_texts_are_counted_by_category() -> None:
    done: list[tuple[str, Event]] = [
        ("olga", events.Founded("Soups", RULES)),
        ("ann", handed_in("one", "Science", "Biology")),
        ("ann", handed_in("two", "History")),
        ("bob", handed_in("three", "Science")),
        ("ann", handed_in("four", "Science")),
        ("olga", events.Decided("four", False, "Why?")),
        ("bob", handed_in("five", "")),
    ]
    standing = stand(Happened(at, NOW, who, event) for at, (who, event) in enumerate(done, 1))
    rows = {each.category: each for each in spread(standing, "ann")}
    assert list(rows) == [*RULES.categories, ""]
    science = rows["Science"]
    assert (science.mine, science.everybody, science.wanted, science.missing) == (1, 2, 2, 0)
    assert science.parts == {"Biology": 1}
    assert (rows["History"].everybody, rows["History"].missing) == (1, 0)
    assert (rows["Literature"].wanted, rows["Literature"].missing) == (None, 0)
    assert (rows[""].mine, rows[""].everybody) == (0, 1)


def test_only_categories_are_wanted() -> None:
    with pytest.raises(ZelligError, match="is no category"):
        check_rules(replace(RULES, wanted={"Soup": 1}))
