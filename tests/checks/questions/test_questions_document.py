"""docs/reference/quizzes.md says what the check of questions does."""

from __future__ import annotations

import re
import tomllib

import msgspec

from pages import section
from zellig.checks.questions.findings import CODES
from zellig.checks.questions.policy import default_policy

PAGE = section("quizzes.md", "Check written questions")


def test_the_table_of_checks_is_complete() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (reject|review|warn) \|", PAGE, re.MULTILINE)
    assert rows == [(name, code.severity) for name, code in CODES.items()]


def test_the_policy_is_the_default_one() -> None:
    shown = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert shown is not None
    assert tomllib.loads(shown[1]) == msgspec.to_builtins(default_policy())
