"""Two versions side by side, from Python."""

from __future__ import annotations

from pathlib import Path

import zellig as zl
from restaurant import reviews
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
