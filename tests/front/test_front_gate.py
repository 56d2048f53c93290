"""A gate from Python: a run in memory, models in hand."""

from __future__ import annotations

from pathlib import Path

from sklearn.pipeline import Pipeline

import zellig as zl
from helpers import sentiment_pair
from zellig.front.breaking import BreakingRun
from zellig.measures.doubt import Doubt
from zellig.tasks import get_task
from zellig.transform.evaluation import ContrastSet


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


def test_a_model_is_not_said_to_be_swapped_for_what_many_pairs_say_of_few_originals() -> None:
    """Wrong about three of four originals, each in eight pairs: that is chance."""
    pairs = [sentiment_pair(f"{n}", original=f"{n % 4}") for n in range(32)]
    wrong = {pair.original.fields["text"] for pair in pairs if pair.original.id != "0"}
    decision = zl.gate(
        ContrastSet(get_task("sentiment"), pairs),
        system=lambda texts: ["bad" if text in wrong else "good" for text in texts],
        min_accuracy=0,
    )
    assert decision.decision.accuracy.hits == 1
    assert decision.decision.doubt == Doubt("one label", 4, 1, "+1")
    assert "seems to say" not in " ".join(decision.said)
