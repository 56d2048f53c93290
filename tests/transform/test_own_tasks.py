"""Contrast sets for a task of one's own: what keeps meaning keeps the answer, and its own rules count."""

from __future__ import annotations

from pathlib import Path

import pytest

from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.tasks import get_task
from zellig.transform.contrast import make_contrasts
from zellig.transform.expectation import expected_answers
from zellig.transform.label_rules import rules_of
from zellig.transform.plan import ContrastPlan

TICKET = """\
name = "ticket"
question = "Is it urgent?"
labels = ["urgent", "not urgent", "same"]
fields = ["subject", "body"]

[opposites]
urgent = "not urgent"

[[rules]]
phenomenon = "denied"
transform = "negation"
promise = "flip"
only_if = ["urgent"]
field = "body"
because = "What is not so is not urgent."

[[rules]]
phenomenon = "maybe"
transform = "may"
promise = "becomes"
value = "same"
field = "body"
"""
FIELDS = {"subject": "The cook spilled the soup.", "body": "The guests left the room."}


def described(folder: Path, text: str = TICKET) -> Path:
    path = folder / "ticket.toml"
    path.write_text(text, encoding="utf-8")
    return path


def made(path: Path, label: str) -> dict[str, Pair]:
    (found,) = make_contrasts([Item("1", FIELDS, (label,))], ContrastPlan(str(path)))
    return {pair.phenomenon: pair for pair in found.pairs}


def test_each_field_is_transformed_alone_and_rules_change_answers(tmp_path: Path) -> None:
    pairs = made(described(tmp_path), "urgent")
    assert pairs["subject:passive"].modified.fields == FIELDS | {
        "subject": "The soup was spilled by the cook."
    }
    assert pairs["body:passive"].modified.fields == FIELDS | {"body": "The room was left by the guests."}
    assert pairs["body:passive"].modified.accepted == ("urgent",)
    denied = pairs["body:denied"]
    assert denied.modified.fields == FIELDS | {"body": "The guests did not leave the room."}
    assert (denied.promise, denied.modified.accepted) == ("flip", ("not urgent",))
    assert denied.rationale == "What is not so is not urgent."
    maybe = pairs["body:maybe"]
    assert (maybe.promise, maybe.modified.accepted) == ("becomes", ("same",))  # a label like any other
    assert "subject:denied" not in pairs


def test_a_rule_is_silent_about_other_answers(tmp_path: Path) -> None:
    pairs = made(described(tmp_path), "same")
    assert "body:passive" in pairs
    assert not {"body:denied", "body:maybe"} & pairs.keys()


def test_what_follows_from_a_systems_answer(tmp_path: Path) -> None:
    task = get_task(described(tmp_path))
    pairs = made(tmp_path / "ticket.toml", "urgent")
    assert expected_answers(pairs["body:denied"], "urgent", task) == ("not urgent",)
    assert expected_answers(pairs["body:denied"], "same", task) == ()
    assert expected_answers(pairs["subject:passive"], "same", task) == ("same",)


def test_a_transformation_that_there_is_not_is_refused(tmp_path: Path) -> None:
    path = described(tmp_path, TICKET.replace('"negation"', '"denial"'))
    with pytest.raises(ZelligError, match="'denial' is not a transformation") as caught:
        ContrastPlan(str(path)).check()
    assert (caught.value.path, caught.value.field) == (str(path), "rules[1].transform")


def test_other_rule_sets_say_nothing_about_it(tmp_path: Path) -> None:
    name = get_task(described(tmp_path)).name
    with pytest.raises(ZelligError, match="say nothing about the task ticket"):
        rules_of("lit-paper", name)
    with pytest.raises(ZelligError, match="say nothing about the task is-fake"):
        rules_of("zellig", "is-fake")
