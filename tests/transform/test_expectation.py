"""What follows from an answer, right or wrong, under the rule that made a pair."""

from __future__ import annotations

import pytest

from zellig.items import Item, Pair, Relation
from zellig.tasks import get_task
from zellig.transform import expectation
from zellig.transform.expectation import expected_answers
from zellig.transform.label_rules import MADE_BY, LabelRule

NLI = get_task("nli")
E, N, C = "entailment", "neutral", "contradiction"

RULES = (
    LabelRule("keep", "same"),
    LabelRule("open", N, (E,), when=("support",)),
    LabelRule("open", N, (C,), when=("support",)),
    LabelRule("deny", C, (E,), when=("contradictory",)),
    LabelRule("deny", "same", (N,), when=("contradictory", "new verb")),
    LabelRule("deny", "not contradiction", (C,), when=("contradictory", "definite subject")),
)


@pytest.fixture(autouse=True)
def own_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expectation, "rules_of", lambda name, task: {("own", "nli"): RULES}[name, task])


def pair(code: str, gold: str, promise: Relation, *accepted: str, rules: str = "own") -> Pair:
    fields = {"premise": "A cook stirs.", "hypothesis": "Someone stirs."}
    lineage = (f"premise: {code}", *([f"{MADE_BY}{rules}"] if rules else []))
    return Pair("p", Item("o", fields, (gold,)), Item("m", fields, accepted), promise, code, lineage=lineage)


@pytest.mark.parametrize(
    ("made", "answer", "expected"),
    [
        (pair("keep", E, "same", E), E, (E,)),
        (pair("keep", E, "same", E), N, (N,)),  # wrong, and it should stay so
        (pair("open", E, "becomes", N), E, (N,)),
        (pair("open", E, "becomes", N), C, (N,)),  # the other row of the rule, with the same condition
        (pair("open", E, "becomes", N), N, ()),  # the rule has no row for it
        (pair("deny", E, "becomes", C), E, (C,)),
        (pair("deny", E, "becomes", C), N, ()),  # nobody looked whether the verb is new
        (pair("deny", N, "same", N), N, (N,)),
        (pair("deny", N, "same", N), E, (C,)),  # the conditions of that row were looked at
        (pair("deny", C, "not", E, N), C, (E, N)),
        (pair("deny", C, "not", E, N), N, ()),
        (pair("keep", E, "same", E), "unparsed", ()),
    ],
)
def test_the_rule_is_applied_to_the_answer(made: Pair, answer: str, expected: tuple[str, ...]) -> None:
    assert expected_answers(made, answer, NLI) == expected


@pytest.mark.parametrize(
    ("made", "answer", "expected"),
    [
        (pair("by hand", E, "same", E), C, (C,)),
        (pair("by hand", E, "becomes", N), E, (N,)),
        (pair("by hand", E, "becomes", N), C, ()),
        (pair("by hand", E, "not", N, C), E, (N, C)),
        (pair("by hand", E, "not", N, C), N, ()),
        (pair("open", N, "same", N), E, (E,)),  # no row of this rule makes such a pair
        (pair("open", E, "becomes", N, rules=""), C, ()),  # the code alone does not make it a rule's
        (pair("deny", N, "same", N, rules=""), E, (E,)),
        (pair("h:nobody", E, "becomes", C), N, (C,)),  # the premise decides alone
        (pair("h:there is", E, "same", E), N, (E,)),
    ],
)
def test_without_a_rule_the_promise_speaks(made: Pair, answer: str, expected: tuple[str, ...]) -> None:
    assert expected_answers(made, answer, NLI) == expected


@pytest.mark.parametrize(("answer", "expected"), [("+1", ("-1",)), ("-1", ("+1",)), ("0", ())])
def test_a_flip(answer: str, expected: tuple[str, ...]) -> None:
    text = {"text": "The soup is a delight."}
    made = Pair("p", Item("o", text, ("+1",)), Item("m", text, ("-1",)), "flip")
    assert expected_answers(made, answer, get_task("sentiment")) == expected
