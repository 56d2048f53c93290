"""Contrast sets for sentiment, QA-SRL, quiz and real-or-fake."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers import zellig
from zellig.checks.form import broken_promise
from zellig.errors import ZelligError
from zellig.items import Item, Pair, write_records
from zellig.tasks import get_task
from zellig.transform.contrast import make_contrasts
from zellig.transform.counts import Counts
from zellig.transform.plan import ContrastPlan
from zellig.transform.sentences import transform


def made(task: str, *items: Item, **how: object) -> tuple[dict[str, Pair], Counts]:
    """The pairs of one item by phenomenon, and the counts."""
    (found,) = make_contrasts(items, ContrastPlan(task, **{"label_rules": "zellig-all", **how}))  # type: ignore[arg-type]
    for pair in found.pairs:
        about = get_task(task)
        assert not [*about.faults_of_item(pair.modified), *about.faults_of_pair(pair)]
        assert not broken_promise(pair, about)
        assert pair.lineage[-1] == "rules: zellig-all"
    return {pair.phenomenon: pair for pair in found.pairs}, found.counts


def done(name: str, found: Counts) -> bool:
    return found.survey is not None and found.survey.transformations[name] == 1


def test_sentiment_keeps_its_label() -> None:
    pairs, _ = made("sentiment", Item("1", {"text": "The waiter spilled the dull soup."}, ("-1",)))
    texts = {name: pair.modified.fields["text"] for name, pair in pairs.items()}
    assert texts == {
        "cleft-subject": "It was the waiter who spilled the dull soup.",
        "cleft-object": "It was the dull soup that the waiter spilled.",
        "passive": "The dull soup was spilled by the waiter.",
    }
    assert {(pair.promise, pair.modified.accepted) for pair in pairs.values()} == {("same", ("-1",))}
    assert pairs["passive"].lineage == ("text: passive", "rules: zellig-all")


def test_a_passive_that_exchanges_scopes_gives_no_pair() -> None:
    item = Item("1", {"text": "Every cook spilled two soups."}, ("-1",))
    pairs, found = made("sentiment", item, survey=True)
    assert done("passive", found)  # it can be done, and says something else
    assert "passive" not in pairs


def test_a_noun_phrase_is_no_sentence() -> None:
    """For captions a verb is put in; a review means a noun phrase."""
    item = Item("1", {"text": "A girl reading a fine book."}, ("+1",))
    pairs, found = made("sentiment", item, survey=True)
    assert done("cleft-subject", found)
    assert pairs == {}


def test_blind_items_give_no_pairs() -> None:
    pairs, found = made("sentiment", Item("1", {"text": "The waiter spilled the dull soup."}))
    assert (pairs, found.items_labelled) == ({}, 0)


def question(sentence: str, predicate: str, *accepted: str) -> Item:
    fields = {"sentence": sentence, "predicate": predicate, "question": "who did something?"}
    return Item("1", fields, accepted, {"predicate_index": sentence.split(" ").index(predicate)})


@pytest.mark.parametrize("task", ["qasrl", "qasrl-f1"])
def test_the_answer_of_a_question_is_found_again(task: str) -> None:
    pairs, found = made(task, question("The gardener watered the roses .", "watered", "The gardener"))
    passive = pairs["passive"]
    assert passive.modified.fields["sentence"] == "The roses were watered by the gardener ."
    assert passive.modified.accepted == ("the gardener",)
    assert passive.promise == "becomes"  # the capital is gone
    assert passive.modified.metadata == {"predicate_index": 3}
    assert not [reason for reason in found.refusals if "answer" in reason]


def test_an_answer_that_is_not_found_is_counted() -> None:
    pairs, found = made(
        "qasrl", question("The gardener watered the roses at dawn .", "watered", "the roses at dawn")
    )
    assert "passive" not in pairs
    assert found.refusals["passive: answer changed"] == 1
    pairs, found = made("qasrl", question("The gardener carries a ladder .", "carries", "a ladder"))
    assert pairs.keys() == {"cleft-subject", "cleft-object"}
    assert found.refusals["passive: predicate changed"] == 1


def test_several_answers_stay() -> None:
    item = question("The gardener watered the roses .", "watered", "the gardener", "gardener")
    pairs, _ = made("qasrl", item)
    assert pairs["cleft-subject"].modified.accepted == ("the gardener", "gardener")
    assert pairs["cleft-subject"].promise == "same"


def test_a_quiz_question_keeps_its_page() -> None:
    pairs, _ = made(
        "quiz", Item("1", {"text": "This gardener watered the roses of a queen."}, ("Ada Green",))
    )
    assert pairs["passive"].modified.accepted == ("Ada Green",)


@pytest.mark.parametrize(("fake", "real"), [("first", "second"), ("second", "first")])
def test_the_fake_is_made_of_the_real_text(fake: str, real: str) -> None:
    fields = {real: "The gardener watered the roses.", fake: "The the roses."}
    pairs, _ = made("real-or-fake", Item("1", fields, (fake,)))
    passive = pairs["passive"]
    assert passive.modified.fields == {real: fields[real], fake: "The roses were watered by the gardener."}
    assert passive.modified.accepted == (fake,)
    assert (passive.promise, passive.rationale) == ("same", "grammatical fake")
    assert passive.lineage[0] == f"{fake}: passive"
    assert {"negation", "may", "cleft-subject"} <= set(pairs)


def test_a_fake_that_is_there_already_is_not_made_again() -> None:
    fields = {"first": "The gardener watered the roses.", "second": "The roses were watered by the gardener."}
    pairs, _ = made("real-or-fake", Item("1", fields, ("second",)))
    assert "passive" not in pairs
    assert "cleft-subject" in pairs


def test_rules_and_hypotheses_must_fit_the_task() -> None:
    with pytest.raises(ZelligError, match="say nothing about the task sentiment"):
        made("sentiment", label_rules="lit-paper")
    with pytest.raises(ZelligError, match="the task sentiment has no hypotheses"):
        made("sentiment", hypotheses=True)


def test_from_the_command_line(tmp_path: Path) -> None:
    items = [question("The gardener watered the roses .", "watered", "the roses")]
    write_records(tmp_path / "items.jsonl", Item, items, "qasrl")
    words = (
        "contrast",
        "make",
        "--task",
        "qasrl",
        "--corpus",
        "items:items.jsonl",
        "--out",
        "run",
        "--label-rules",
        "zellig-all",
    )
    done = zellig(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    checked = zellig("pairs", "check", "run/pairs/contrast.jsonl", "--task", "qasrl", cwd=tmp_path)
    assert "0 rejected" in checked.stdout
    refused = zellig(*words, "--label-rules", "lit-code", cwd=tmp_path)
    assert refused.returncode == 1
    assert "say nothing about the task qasrl" in refused.stderr


@pytest.mark.parametrize(
    "text", ["Every student was praised by a teacher.", "A dog was chased by every boy."]
)
def test_scopes_are_not_exchanged_by_the_active_voice(text: str) -> None:
    assert transform([text], ["active"])[text].changes["active"].meaning == "none"
