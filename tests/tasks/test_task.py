"""What all tasks share: judging, flips, promises, faults."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.errors import ZelligError
from zellig.items import Item, Pair, Relation
from zellig.registry import names
from zellig.tasks import Task, get_task

TASKS = names("tasks")
LABELLED = ["sentiment", "nli", "real-or-fake"]


@pytest.mark.parametrize("name", TASKS)
def test_a_task_is_well_formed(name: str) -> None:
    task = get_task(name)
    assert set(task.editable) <= set(task.fields)
    assert set(task.flips) | set(task.flips.values()) <= set(task.labels)
    assert all(task.flips[task.flips[label]] == label for label in task.flips)
    assert all(task.answer(label) == label for label in task.labels)
    assert task.question.endswith("?")


@pytest.mark.parametrize("name", LABELLED)
def test_an_answer_outside_the_labels_is_refused_with_the_labels(name: str) -> None:
    with pytest.raises(ZelligError) as caught:
        get_task(name).answer("perhaps")
    assert all(label in caught.value.remedy for label in get_task(name).labels)


@pytest.mark.parametrize("name", LABELLED)
def test_right_is_being_among_the_accepted(name: str) -> None:
    task = get_task(name)
    first, second = task.labels[:2]
    assert task.right(first, (first,))
    assert task.right(second, (first, second))
    assert not task.right(second, (first,))
    assert not task.right(first, ())
    assert (task.credit(first, (first,)), task.credit(second, (first,))) == (1.0, 0.0)


@given(st.sampled_from(TASKS), st.text(max_size=20), st.text(max_size=20))
def test_credit_is_between_0_and_1_and_full_when_equal(name: str, answer: str, gold: str) -> None:
    task = get_task(name)
    assert 0 <= task.credit(answer, (gold,)) <= 1
    assert task.credit(gold, (gold,)) == 1
    assert task.right(gold, ("something else", gold))


def test_promises() -> None:
    task = get_task("sentiment")
    assert task.promised("same", ("+1",)) == ("+1",)
    assert task.promised("flip", ("+1",)) == ("-1",)
    assert task.promised("becomes", ("+1",), ("0",)) == ("0",)
    assert task.promised("not", ("+1",)) == ("-1", "0")
    assert task.promised("not", ("+1",), ("-1",)) == ("-1",)
    assert get_task("nli").promised("not", ("neutral",)) == ("entailment", "contradiction")
    assert get_task("real-or-fake").promised("flip", ("first",)) == ("second",)


@pytest.mark.parametrize(("name", "label"), [("sentiment", "0"), ("nli", "entailment"), ("qasrl", "the tea")])
def test_where_there_is_no_flip(name: str, label: str) -> None:
    with pytest.raises(ZelligError, match=f"no flip of {label}.*'becomes'"):
        get_task(name).promised("flip", (label,))


def item(*accepted: str, task: str = "sentiment") -> Item:
    return Item("x", dict.fromkeys(get_task(task).fields, "Tea is fine."), accepted)


@pytest.mark.parametrize(
    ("task", "before", "after", "promise"),
    [
        ("sentiment", ["+1"], ["+1"], "same"),
        ("sentiment", ["+1"], ["-1"], "flip"),
        ("sentiment", ["+1"], ["0"], "becomes"),
        ("sentiment", ["0"], ["+1"], "becomes"),
        ("sentiment", ["+1"], ["-1", "0"], "becomes"),
        ("sentiment", ["+1", "0"], ["0", "+1"], "same"),
        ("nli", ["entailment"], ["contradiction"], "becomes"),
        ("real-or-fake", ["first"], ["second"], "flip"),
        ("qasrl", ["the tea"], ["the cake"], "becomes"),
    ],
)
def test_the_promise_of_two_answered_items(
    task: str, before: list[str], after: list[str], promise: str
) -> None:
    assert get_task(task).promise_between(item(*before, task=task), item(*after, task=task)) == promise


@given(st.data(), st.sampled_from(LABELLED), st.sampled_from(["same", "flip"]))
def test_a_promise_is_found_again_from_what_it_comes_to(
    data: st.DataObject, name: str, relation: Relation
) -> None:
    task = get_task(name)
    label = data.draw(
        st.sampled_from(sorted(task.flips) if relation == "flip" and task.flips else task.labels)
    )
    if relation == "flip" and not task.flips:
        return
    after = task.promised(relation, (label,))
    assert task.promise_between(item(label, task=name), item(*after, task=name)) == relation


def faults(task: Task, fields: dict[str, str], *accepted: str) -> list[str]:
    return list(task.faults_of_item(Item("x", fields, accepted)))


def test_faults_of_an_item() -> None:
    task = get_task("nli")
    sound = {"premise": "Tea is hot.", "hypothesis": "It is warm."}
    assert faults(task, sound, "entailment") == []
    assert faults(task, sound) == []
    assert faults(task, {"premise": "Tea is hot."}) == ["the field 'hypothesis' is missing or empty"]
    assert faults(task, {**sound, "premise": " \t"}) == ["the field 'premise' is missing or empty"]
    assert "'text' is not a field of nli" in faults(task, {**sound, "text": "x"})[0]
    assert "'yes' is not an answer" in faults(task, sound, "yes")[0]
    assert faults(get_task("sentiment"), {"text": "Tea."}, "1") == ["the answer '1' must be spelt '+1'"]


def test_only_editable_fields_may_change() -> None:
    task = get_task("qasrl")
    fields = {"sentence": "Ana made tea.", "predicate": "made", "question": "who made something?"}
    original = Item("a", fields, ("Ana",))
    sentence = Item("b", {**fields, "sentence": "Ana quickly made tea."}, ("Ana",))
    question = Item("b", {**fields, "question": "what did someone make?"}, ("tea",))
    assert list(task.faults_of_pair(Pair("p", original, sentence, "same"))) == []
    found = list(task.faults_of_pair(Pair("p", original, question, "becomes")))
    assert found == ["the field 'question' must not be changed in qasrl"]


def test_text_of_an_item_is_in_the_order_of_the_task() -> None:
    task = get_task("nli")
    assert task.text(Item("x", {"hypothesis": "b", "premise": "a"})) == "a\nb"
    assert task.text(Item("x", {"hypothesis": "b", "premise": ""})) == "b"


@pytest.mark.parametrize(
    ("task", "relation"), [("sentiment", "becomes"), ("quiz", "not"), ("qasrl", "becomes")]
)
def test_a_promise_without_its_new_answers_is_refused(task: str, relation: Relation) -> None:
    with pytest.raises(ZelligError, match="new answers"):
        get_task(task).promised(relation, ("x",))
