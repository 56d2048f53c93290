"""A gate from Python: a run in memory, models in hand."""

from __future__ import annotations

from pathlib import Path

from sklearn.pipeline import Pipeline

import zellig as zl
from zellig.front.breaking import BreakingRun


def test_a_gate_on_a_run_in_memory(broken: BreakingRun, model: Pipeline, tmp_path: Path) -> None:
    same = zl.gate(broken, system=model, baseline=model)
    assert same
    assert same.decision.comparisons[0].no_longer_passed == 0
    worse = zl.gate(broken, system=lambda texts: ["good"] * len(texts), min_passed=60)
    assert not worse
    assert "good" not in worse.decision.system  # it is called what the function is called
    page = worse.report(tmp_path / "gate.html").read_text(encoding="utf-8")
    assert "does not pass" in page
    assert page.count('<div class="pair">') == 3
