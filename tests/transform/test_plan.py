"""Which transformations a plan tries, and what it refuses before anything is done."""

from __future__ import annotations

import pytest

from zellig.errors import ZelligError
from zellig.transform.catalogue import TRANSFORMATIONS
from zellig.transform.plan import ContrastPlan


def test_what_no_label_rule_names_is_not_tried() -> None:
    plan = ContrastPlan("nli")
    assert set(plan.names) == {step for rule in plan.rule_set for step in rule.steps}
    assert "want" not in plan.names  # its rule is off
    assert set(TRANSFORMATIONS) == set(ContrastPlan("nli", survey=True).names)
    every = ContrastPlan("nli", label_rules="zellig-all", survey=True).names
    assert set(TRANSFORMATIONS) < set(every)  # and what its rules put together


def test_names_keep_their_order_and_the_phenomena_that_were_asked_for() -> None:
    names = ContrastPlan("nli", ("past", "question", "passive"), label_rules="zellig-all").names
    assert names == ("past", "passive", "past+passive")
    assert ContrastPlan("nli", ("past", "question"), compose=2, survey=True).names == (
        "past",
        "question",
        "past+question",
    )


@pytest.mark.parametrize(
    ("plan", "word"),
    [
        (ContrastPlan("nli", ("passt",)), "passt"),
        (ContrastPlan("nli", label_rules="own"), "own"),
        (ContrastPlan("sentiment", hypotheses=True), "hypotheses"),
        (ContrastPlan("nli", ranker="dear"), "dear"),
    ],
)
def test_what_cannot_be_done_is_refused(plan: ContrastPlan, word: str) -> None:
    with pytest.raises(ZelligError, match=word):
        plan.check()
