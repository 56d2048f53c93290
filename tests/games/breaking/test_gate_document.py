"""docs/reference/gate.md says what the code does."""

from __future__ import annotations

import inspect
import re
from typing import Any

import msgspec
import pytest

from helpers import ROOT
from zellig.cli.check import check
from zellig.front.gate import gate
from zellig.games.breaking.gate import BaselineComparison, Decision, FailedPair, Percentage
from zellig.games.breaking.gate.answers import Stored
from zellig.games.breaking.gate.decision import Limited

PAGE = (ROOT / "docs/reference/gate.md").read_text(encoding="utf-8")


def keys(heading: str) -> list[str]:
    """What stands in backticks in the first column of the tables under a heading."""
    found = re.search(rf"^#+ {heading}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found
    cells = re.findall(r"^\| (`[^|]*) \|", found[1], re.MULTILINE)
    return [key for cell in cells for key in re.findall(r"`([^`]+)`", cell)]


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("The JSON", Decision),
        ("A percentage", Percentage),
        ("A limit", Limited),
        ("A comparison", BaselineComparison),
        ("A failed pair", FailedPair),
        ("A stored result", Stored),
    ],
)
def test_every_key_is_explained(heading: str, kind: Any) -> None:
    assert sorted(keys(heading)) == sorted(field.name for field in msgspec.structs.fields(kind))


def test_every_option_is_explained() -> None:
    options = [f"--{name.replace('_', '-')}" for name in inspect.signature(check).parameters if name != "run"]
    assert sorted(keys("What it decides by") + keys("What it says")) == sorted(options)


def test_the_fixture_takes_the_options_that_are_named() -> None:
    (named,) = re.findall(r"the options of the command line \(([^)]*)\)", PAGE)
    taken = set(inspect.signature(gate).parameters) - {"run", "system", "progress"}
    assert set(re.findall(r"`(\w+)`", named)) == taken
