"""Two versions side by side, from Python."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import zellig as zl
import zellig.front
from restaurant import reviews
from zellig.errors import ZelligError
from zellig.front.breaking import BreakingRun


def test_two_versions_side_by_side(broken: BreakingRun, tmp_path: Path) -> None:
    optimist = {"mine": lambda texts: ["good"] * len(texts)}
    old = zl.break_systems(optimist, data=reviews(), breakers=["not-add"], limit=40)
    found = zl.compare(old, broken)
    table = found.table()
    assert set(table["phenomenon"]) >= {"not-add"}
    assert found.compared.every.pairs == old.figures.pairs
    assert "passes" in repr(found)
    assert "<html" in found.report(tmp_path / "compare.html").read_text(encoding="utf-8")


def test_a_report_takes_the_place_of_a_report_and_of_nothing_else(
    broken: BreakingRun, tmp_path: Path
) -> None:
    page, notes = tmp_path / "run.html", tmp_path / "notes.txt"
    notes.write_text("mine", encoding="utf-8")
    broken.report(page)
    assert broken.report(page) == page
    with pytest.raises(ZelligError, match="already there"):
        broken.report(notes)
    assert notes.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("writes", ["report", "bundle", "picture"])
def test_no_result_writes_to_a_path_without_looking_at_what_is_there(writes: str) -> None:
    found = 0
    for module in Path(zl.front.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name == writes:
                assert "new_file(path)" in ast.unparse(node), module.name
                found += 1
    assert found
