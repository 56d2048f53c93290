"""From items to pairs: what is tried, what is filtered, and that a survey changes no pair."""

from __future__ import annotations

from zellig.items import Item
from zellig.transform.contrast import Contrasts, make_contrasts
from zellig.transform.plan import ContrastPlan

ITEMS = [
    Item(
        "onion",
        {"premise": "A cook is chopping an onion.", "hypothesis": "A cook is chopping."},
        ("entailment",),
    ),
    Item(
        "soup",
        {"premise": "The cook stirs a soup.", "hypothesis": "The cook stirs a sauce."},
        ("contradiction",),
    ),
    Item(
        "duck",
        {"premise": "A baker is carrying a loaf.", "hypothesis": "A boy is feeding ducks."},
        ("neutral",),
    ),
]

ALL = ContrastPlan("nli", label_rules="zellig-all")


def made(plan: ContrastPlan) -> Contrasts:
    (found,) = make_contrasts(ITEMS, plan)
    return found


def test_a_survey_counts_more_and_makes_the_same_pairs() -> None:
    lean, full = (
        made(ContrastPlan("nli", hypotheses=True)),
        made(ContrastPlan("nli", hypotheses=True, survey=True)),
    )
    assert lean.pairs == full.pairs
    assert lean.counts.survey is None
    assert full.counts.survey is not None
    assert full.counts.survey.items_covered == 3
    assert full.counts.survey.transformations["question"] == 6
    assert not [reason for reason in lean.counts.refusals if reason.startswith("question")]


def test_pairs_are_counted_by_their_phenomenon() -> None:
    found = made(ContrastPlan("nli", ("may", "cleft-subject"), label_rules="zellig-all"))
    assert found.counts.pairs == len(found.pairs) == sum(found.counts.phenomena.values())
    assert found.counts.phenomena["i;o"] == found.counts.items_labelled == 3
    assert found.counts.phenomena["m;o"] == 1  # nothing is said of what was neutral, or is not going on


def test_what_neither_changes_nor_is_compared_need_not_be_understood() -> None:
    fields = {"premise": "A tall cook with a hot pan", "hypothesis": "The cook is holding a pan."}
    (found,) = make_contrasts(
        [Item("pan", fields, ("entailment",))], ContrastPlan("nli", label_rules="zellig-all")
    )
    assert set(found.counts.phenomena) == {"o;n", "o;pa"}
    assert {pair.modified.fields["premise"] for pair in found.pairs} == {fields["premise"]}


def test_premise_and_hypothesis_change_places() -> None:
    fields = {
        "premise": "A cook in a hat is chopping an onion.",
        "hypothesis": "A cook is chopping an onion.",
    }
    (found,) = make_contrasts(
        [Item("hat", fields, ("entailment",))], ContrastPlan("nli", label_rules="zellig-all")
    )
    by_code = {pair.phenomenon: pair for pair in found.pairs}
    denied = "No cook is chopping an onion."
    assert by_code["x:n;o"].modified.fields == {"premise": denied, "hypothesis": fields["premise"]}
    assert by_code["x:n;o"].modified.accepted == ("contradiction",)
    assert by_code["x:n;o"].lineage == ("exchanged", "premise: negation", "rules: zellig-all")
    hats = {"premise": denied, "hypothesis": "No cook in a hat is chopping an onion."}
    assert by_code["x:n;n"].modified.fields == hats
    assert by_code["x:n;n"].modified.accepted == ("entailment",)


def test_whoever_is_known_may_be_the_only_one_who_does_not() -> None:
    fields = {
        "premise": "A cook is chopping an onion in a hall.",
        "hypothesis": "The cook is chopping an onion.",
    }
    (found,) = make_contrasts(
        [Item("hall", fields, ("entailment",))], ContrastPlan("nli", label_rules="zellig-all")
    )
    assert "p;p+n" in found.counts.phenomena
    assert not [name for name in found.counts.phenomena if name.startswith("x:") and "n;" in name]
