"""The label rules as data, and which of them a task has."""

from __future__ import annotations

import pytest

from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.notices import Notice, hearing
from zellig.registry import names
from zellig.tasks import get_task
from zellig.transform.catalogue import TRANSFORMATIONS
from zellig.transform.composition import JOIN
from zellig.transform.contrast import make_contrasts
from zellig.transform.label_rules import (
    ANY_TEXT,
    CONDITIONS,
    FOUND,
    LabelRule,
    in_words,
    made_by,
    rule_sets,
    rules_of,
)
from zellig.transform.plan import ContrastPlan

ANY_TASK = "support-intent"  # stands for whatever is asked about a text
ROWS = [
    pytest.param(
        ANY_TASK if task == ANY_TEXT else task, rule, id=f"{name} {task} {rule.code} {'/'.join(rule.from_)}"
    )
    for name, parts in rule_sets().items()
    for part in parts
    for task in part.tasks
    for rule in part.rows
]


@pytest.mark.parametrize(("task", "rule"), ROWS)
def test_a_row_fits_its_task(task: str, rule: LabelRule) -> None:
    about = get_task(task)
    assert rule.code
    assert rule.steps or rule.exchanged
    for step in rule.steps:
        assert set(step.split(JOIN)) <= set(TRANSFORMATIONS)
    assert set(rule.when) <= set(CONDITIONS)
    assert set(rule.from_) <= set(about.labels)
    assert rule.estimate is None or 0 < rule.estimate <= 1
    # A row changes fields that may be changed, by one kind of columns.
    sided = bool(rule.premise or rule.hypothesis or rule.exchanged)
    assert sided + bool(rule.text) + bool(rule.real) == 1
    assert sided == (task == "nli")
    assert bool(rule.real) == (task == "real-or-fake") == bool(rule.rationale)
    if not sided:
        assert rule.code == rule.text + rule.real  # the phenomenon is the step


@pytest.mark.parametrize(("task", "rule"), ROWS)
def test_a_row_promises_what_the_task_has(task: str, rule: LabelRule) -> None:
    about = get_task(task)
    assert (rule.to == FOUND) == task.startswith("qasrl")
    relation, value = rule.promise()
    for label in rule.from_ or about.labels:
        promised = about.promised(relation, (label,), value)
        assert set(promised) <= set(about.labels)
        if rule.to.startswith("not "):
            assert rule.to == f"not {label}"
            assert label not in promised
        elif relation != "same":
            assert promised != (label,)


@pytest.mark.parametrize("task", sorted({*names("tasks")} - {"is-fake"}))  # whose pairs are real-or-fake's
def test_our_rules_are_about_every_task_and_name_nothing_twice(task: str) -> None:
    rows = rules_of("zellig", task)
    assert any(rule.on for rule in rows)
    labels = get_task(task).labels or ("any",)
    spoken = [(rule.code, label) for rule in rows for label in labels if rule.speaks_of(label)]
    assert len(spoken) == len(set(spoken))


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(ZelligError, match=r"no rules called 'mine'.*zellig, zellig-all, lit-paper, lit-code"):
        rules_of("mine", "nli")
    with pytest.raises(ZelligError, match=r"'lit-code' say nothing about the task sentiment.*about nli"):
        rules_of("lit-code", "sentiment")


@pytest.mark.parametrize(
    ("lineage", "name"),
    [
        ((), ""),
        (("text: passive",), ""),
        (("text: passive", "rules: lit-code"), "lit-code"),
        (("rules: mine", "read again"), ""),  # somebody went on with it
    ],
)
def test_a_pair_says_which_rules_made_it(lineage: tuple[str, ...], name: str) -> None:
    item = Item("1", {"text": "It rains."})
    assert made_by(Pair("1", item, item, "same", lineage=lineage)) == name


def test_a_rule_for_some_answers_says_nothing_about_several() -> None:
    some, every = LabelRule("a", "same", ("+1", "-1")), LabelRule("a", "same")
    assert some.speaks_of("+1")
    assert not some.speaks_of("0")
    assert not some.speaks_of("+1", "-1")
    assert every.speaks_of("+1", "-1")


def test_the_same_steps_make_different_labels() -> None:
    """No tense and no *not* in a hypothesis goes with one label only."""
    onion = Item("onion", {"premise": "A cook is chopping an onion in the kitchen.",
                           "hypothesis": "A cook is chopping an onion."}, ("entailment",))  # fmt: skip
    (made,) = make_contrasts([onion], ContrastPlan("nli", label_rules="zellig-all"))
    labels: dict[str, set[str]] = {}
    for pair in made.pairs:
        hypothesis = pair.modified.fields["hypothesis"]
        labels.setdefault(hypothesis, set()).update(pair.modified.accepted)
    assert labels["A cook will be chopping an onion."] == {"entailment", "neutral"}
    assert labels["A cook was chopping an onion."] == {"entailment", "neutral"}
    assert labels["No cook will be chopping an onion."] == {"contradiction", "neutral"}
    assert labels["No cook was chopping an onion."] == {"contradiction", "neutral"}


@pytest.mark.parametrize(
    ("premise", "hypothesis", "codes"),
    [
        ("A cook is chopping an onion.", "A cook is chopping.", {"m;o", "may;may", "x:m;o"}),
        ("A cook is chopping an onion in the shed.", "A cook chops an onion.", {"m;o"}),
        ("A cook chops an onion in the shed.", "A cook is chopping an onion.", {"x:m;o"}),
        ("A cook chops an onion in the shed.", "A cook chops an onion.", set()),
    ],
)
def test_may_is_said_of_what_is_going_on(premise: str, hypothesis: str, codes: set[str]) -> None:
    """*A cook may chop an onion* allows it, or expects it."""
    item = Item("onion", {"premise": premise, "hypothesis": hypothesis}, ("entailment",))
    (made,) = make_contrasts([item], ContrastPlan("nli", ("may", "negation")))
    assert {pair.phenomenon for pair in made.pairs if "m" in pair.phenomenon} == codes


def test_what_is_stilted_is_said_when_it_is_asked_for() -> None:
    told: list[Notice] = []
    with hearing(told.append):
        for rules in ("zellig", "zellig-all"):
            ContrastPlan("nli", ("cleft-subject", "past"), label_rules=rules).check()
        ContrastPlan("nli").check()
    (notice,) = told
    assert notice.sentence.startswith("no pairs are made by cleft-subject: hardly anybody writes so")


def test_what_no_rule_uses_is_known() -> None:
    assert ContrastPlan("sentiment", ("negation", "passive", "cleft-subject")).unused == ["negation"]
    assert ContrastPlan("sentiment").unused == []


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("p;f+i", "past + cleft / future + cleft"),
        ("o;n", "unchanged / negation"),
        ("manage;o", "manage / unchanged"),
        ("x:n;o", "exchanged: negation / unchanged"),
        ("x:o;o", "exchanged"),
        ("passive", "passive"),
        ("h:there-is", "h:there-is"),
    ],
)
def test_a_rule_has_a_name_in_words(code: str, words: str) -> None:
    assert in_words(code) == words
