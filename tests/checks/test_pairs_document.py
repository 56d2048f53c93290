"""docs/reference/pairs.md says what the code does."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec

from zellig.checks.findings import CODES
from zellig.checks.policy import default_policy

PAGE = (Path(__file__).parents[2] / "docs/reference/pairs.md").read_text(encoding="utf-8")


def test_the_table_of_checks_is_complete() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (reject|review|warn) \|", PAGE, re.MULTILINE)
    assert rows == [(name, code.severity) for name, code in CODES.items()]


def test_the_policy_is_the_default_one() -> None:
    shown = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert shown is not None
    assert tomllib.loads(shown[1]) == msgspec.to_builtins(default_policy())
