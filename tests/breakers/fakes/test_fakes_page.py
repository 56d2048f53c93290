"""The page of the breakers of the arena: every name, every parameter, and fakes that come out as shown."""

from __future__ import annotations

import inspect
import re

import pytest

from conftest import ROOT
from zellig.items import Item
from zellig.registry import BUILT_IN, lookup
from zellig.tasks.is_fake import IS_FAKE

PAGE = (ROOT / "docs/reference/fakes.md").read_text(encoding="utf-8")
FIRST, *REST = PAGE.split("\n## ")
ROWS = {row[0]: row[1] for row in re.findall(r"^\| `([\w-]+)` \|.*\| (.*) \|$", FIRST, re.M)}
MADE = sorted(name for name in ROWS if name.startswith("violate") or name == "transformation")
FAKES = sorted(
    {name for name, target in BUILT_IN["breakers"].items() if ".fakes." in target}
    | {"language-model", "language-model-smollm2"}
)


def test_every_breaker_is_there() -> None:
    assert sorted(ROWS) == FAKES


def test_every_parameter_is_there() -> None:
    found = re.findall(r"^\| `([\w-]+)` \| `(\w+)` \| (.*?) \|", REST[0], re.M)
    known = [
        (name, each.name, f"`{each.default}`" if each.default else "none")
        for name in FAKES
        for each in inspect.signature(lookup("breakers", name)).parameters.values()
        if each.name != "task"
    ]
    assert sorted(found) == sorted(known)


@pytest.mark.parametrize("name", MADE)
def test_fakes_come_out_as_shown(name: str) -> None:
    fake, _, own = ROWS[name].partition(" (of ")
    text = own.strip("*)") or "They see the old dog."
    item = Item("x", {"text": text}, ("+1",))
    breaker = lookup("breakers", name)(IS_FAKE)
    made = {
        pair.modified.fields["text"]
        for seed in range(40)
        for pairs in breaker.break_items([item], [seed], None)
        for pair in pairs
    }
    assert fake.strip("*") in made
