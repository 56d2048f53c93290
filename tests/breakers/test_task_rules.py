"""The rules of a task: edits, answers, and what they say nothing about."""

from __future__ import annotations

import pytest

from zellig.breakers.promises import NoPromiseError
from zellig.breakers.task_rules import RuleBreaker, ended, make, replaced
from zellig.checks.form import broken_promise
from zellig.items import Item, Pair
from zellig.tasks import Task, get_task
from zellig.tasks.rule import Rule

LABELS = ("low", "normal", "high")


def task_with(*rules: Rule, fields: tuple[str, ...] = ("text",)) -> Task:
    flips = {"low": "high", "high": "low"}
    return Task("urgency", "How urgent?", fields, fields, LABELS, flips, rules=rules)


def made(task: Task, label: str = "high", seed: int = 0, *, text: str) -> list[Pair]:
    return made_of(task, {"text": text}, label, seed)


def made_of(task: Task, fields: dict[str, str], label: str = "high", seed: int = 0) -> list[Pair]:
    (pairs,) = RuleBreaker(task).break_items([Item("1", fields, (label,))], [seed], None)
    assert not any(broken_promise(pair, task) for pair in pairs)
    return pairs


@pytest.mark.parametrize(
    ("text", "words", "others", "new"),
    [
        ("Cancel my order now.", "cancel my order", "track my order", "Track my order now."),
        ("The order is late.", "order", "", "The is late."),
        ("Please just go.", "please", "", "Just go."),
        ("Go now, please.", "please", "", "Go now."),
        ("Go, please, now.", "please", "", "Go, now."),
        ("I saw a problem.", "problem", "issue", "I saw an issue."),
        ("An issue came up.", "issue", "problem", "A problem came up."),
        ("The reorder is late.", "order", "parcel", "The reorder is late."),
        ("Is it C++?", "C++", "Java", "Is it Java?"),
        ("please", "please", "", ""),
    ],
)
def test_words_give_way(text: str, words: str, others: str, new: str) -> None:
    assert replaced(text, words, others) == new


def test_a_sentence_can_follow() -> None:
    assert [ended(text) for text in ("Go.", "Go", "Go? ", "Go,")] == ["Go.", "Go.", "Go? ", "Go."]


def test_what_a_rule_promises_is_the_answer() -> None:
    end = ("No hurry.",)
    rules = (
        Rule("becomes-low", "becomes", "low", end=end),
        Rule("flipped", "flip", end=end),
        Rule("other", "not", end=end),
        Rule("kept", "same", end=end),
        Rule("only-low", "same", only_if=("low",), end=end),
    )
    found = {pair.phenomenon: pair for pair in made(task_with(*rules), text="It burns")}
    assert {name: pair.modified.accepted for name, pair in found.items()} == {
        "becomes-low": ("low",),
        "flipped": ("low",),
        "other": ("low", "normal"),
        "kept": ("high",),
    }
    assert {pair.modified.fields["text"] for pair in found.values()} == {"It burns. No hurry."}
    # Of an answer that a rule leaves alone it says nothing: it is low already, and normal has no opposite.
    assert [pair.phenomenon for pair in made(task_with(*rules), "low", text="It burns")] == [
        "flipped", "other", "kept", "only-low",
    ]  # fmt: skip
    assert "flipped" not in [pair.phenomenon for pair in made(task_with(*rules), "normal", text="It burns")]


def test_chance_chooses_among_the_ways_to_apply_a_rule() -> None:
    rule = Rule("polite", "same", begin=("Hello.", "Good day."), end=("Thanks.",))
    pairs = [made(task_with(rule), seed=seed, text="It burns.")[0] for seed in range(20)]
    assert {pair.modified.fields["text"] for pair in pairs} == {
        "Hello. It burns.",
        "Good day. It burns.",
        "It burns. Thanks.",
    }


def test_a_rule_may_be_for_one_field() -> None:
    two = ("subject", "body")
    texts = {"subject": "A fire", "body": "A fire broke out."}
    only = task_with(
        Rule("smaller", "becomes", "low", replace={"fire": "party"}, field="subject"), fields=two
    )
    (pair,) = made_of(only, texts)
    assert pair.modified.fields == {"subject": "A party", "body": "A fire broke out."}
    either = task_with(Rule("smaller", "becomes", "low", replace={"fire": "party"}), fields=two)
    changed = {tuple(made_of(either, texts, seed=seed)[0].modified.fields.values()) for seed in range(20)}
    assert changed == {("A party", "A fire broke out."), ("A fire", "A party broke out.")}


def test_what_is_not_made_is_counted() -> None:
    breaker = RuleBreaker(task_with(Rule("smaller", "becomes", "low", replace={"fire": "party"})))
    items = [
        Item("1", {"text": "No smoke."}, ("high",)),
        Item("2", {"text": "A fire."}, ("low",)),
        Item("3", {"text": "A fire."}),
        Item("4", {"text": "A fire."}, ("high", "normal")),
    ]
    assert breaker.break_items(items, [0] * 4, None) == [[]] * 4
    assert breaker.refusals == {
        "smaller: nothing to edit": 1,
        "smaller: low item": 1,
        "no answer": 1,
        "several answers": 1,
    }


def test_a_task_without_rules_for_words_has_no_such_breaker() -> None:
    for task in (get_task("sentiment"), task_with(Rule("turned", "flip", transform="negation"))):
        with pytest.raises(NoPromiseError, match="no rules that edit words"):
            make(task)
