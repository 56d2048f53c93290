"""Strategies for any task: they change one of the fields that may be edited, and keep every answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from zellig.breakers.strategies import codes_for, strategies
from zellig.items import Item
from zellig.tasks import get_task

TICKET = """\
name = "ticket"
question = "Who should read this?"
labels = ["sales", "repairs"]
fields = ["number", "subject", "body"]
editable = ["subject", "body"]
"""
FIELDS = {
    "number": "Ticket A-17",
    "subject": "The kettle leaks",
    "body": "A guest in London says that it leaks.",
}


@pytest.fixture
def ticket(tmp_path: Path) -> str:
    path = tmp_path / "ticket.toml"
    path.write_text(TICKET, encoding="utf-8")
    return get_task(path).name


def test_each_changes_one_field_that_may_be_edited(ticket: str) -> None:
    changed = set()
    for strategy in strategies(ticket):
        items = [Item(str(seed), FIELDS, ("repairs",)) for seed in range(8)]
        for pairs in strategy.break_items(items, range(8), None):
            (pair,) = pairs
            (field,) = (name for name in FIELDS if pair.modified.fields[name] != FIELDS[name])
            changed.add((strategy.spec.name, field))
            assert pair.modified.accepted == ("repairs",)
            assert pair.promise == "same"
    fields_of = {code: {field for each, field in changed if each == code} for code in codes_for(ticket)}
    assert fields_of.pop("entity-neutral") == {"body"}  # no name stands elsewhere
    assert fields_of.pop("end-mark") == {"body"}
    assert set(map(frozenset, fields_of.values())) == {frozenset({"subject", "body"})}


def test_texts_with_nothing_to_change_are_refused(ticket: str) -> None:
    nothing = Item("1", {"number": "1", "subject": "1", "body": " "}, ("sales",))
    for strategy in strategies(ticket):
        pairs = strategy.break_items([nothing], [0], None)
        assert pairs == [[]] or strategy.spec.name == "filler"
