"""The page of the breakers of the arena: every name, every parameter, and fakes that come out as shown."""

from __future__ import annotations

import inspect
import re

import pytest

from conftest import ROOT
from zellig.items import Item
from zellig.registry import lookup, names

PAGE = (ROOT / "docs" / "fakes.md").read_text(encoding="utf-8")
FIRST, *REST = PAGE.split("\n## ")
ROWS = {row[0]: row[1] for row in re.findall(r"^\| `([\w-]+)` \|.*\| (.*) \|$", FIRST, re.M)}
MADE = sorted(name for name in ROWS if name.startswith("violate") or name in ("transformation", "strategy"))


def test_every_breaker_is_there() -> None:
    assert sorted(ROWS) == names("fakes")


def test_every_parameter_is_there() -> None:
    found = re.findall(r"^\| `([\w-]+)` \| `(\w+)` \| (.*?) \|", REST[0], re.M)
    known = [
        (name, each.name, f"`{each.default}`" if each.default else "none")
        for name in names("fakes")
        for each in inspect.signature(lookup("fakes", name)).parameters.values()
    ]
    assert sorted(found) == sorted(known)


@pytest.mark.parametrize("name", MADE)
def test_fakes_come_out_as_shown(name: str) -> None:
    fake, _, own = ROWS[name].partition(" (of ")
    text = own.strip("*)") or "They see the old dog."
    item = Item("x", {"text": text}, ("+1",))
    breaker = lookup("fakes", name)()
    made = {
        pair.modified.fields["text"]
        for seed in range(40)
        for pairs in breaker.break_items([item], [seed], None)
        for pair in pairs
    }
    assert fake.strip("*") in made
