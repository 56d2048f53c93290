"""Answers judged by answer lines: cases of our own, and the lines of real questions."""

from __future__ import annotations

import gzip
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.errors import ZelligError
from zellig.items import Item
from zellig.tasks.quiz import QUIZ
from zellig.tasks.quiz.lines import parse


def cases(name: str) -> list[list[str]]:
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines]


CASES = cases("answer_line_cases.tsv")
WITH_QUESTIONS = cases("answer_question_cases.tsv")


def asked(line: str, text: str = "Name it.") -> Item:
    return Item("1", {"text": text}, (), {"gold_answer_line": line})


@pytest.mark.parametrize(("line", "answer", "outcome", "what"), CASES)
def test_cases(line: str, answer: str, outcome: str, what: str) -> None:
    found = QUIZ.rule(answer, asked(line))
    assert found.outcome == outcome, (what, found.because)
    assert found.because


@pytest.mark.parametrize(("text", "line", "answer", "outcome", "what"), WITH_QUESTIONS)
def test_what_a_question_asks_for_may_be_said_besides(
    text: str, line: str, answer: str, outcome: str, what: str
) -> None:
    found = QUIZ.rule(answer, asked(line, text))
    assert found.outcome == outcome, (what, found.because)
    assert found.because


def test_what_a_judgement_depends_on_is_told() -> None:
    river, company = (asked("_Volga_", f"This {kind} is large.") for kind in ("river", "company"))
    assert QUIZ.rule("Volga River", river).outcome != QUIZ.rule("Volga River", company).outcome
    assert QUIZ.judged_by(river) != QUIZ.judged_by(company)
    assert QUIZ.judged_by(river) == QUIZ.judged_by(asked("_Volga_", "On this river, boats are hauled."))


def test_without_a_line_the_question_is_looked_at_too() -> None:
    for kind, outcome in (("river", "right"), ("company", "prompt")):
        item = Item("1", {"text": f"This {kind} is large."}, ("Volga",))
        assert QUIZ.rule("Volga River", item).outcome == outcome


def test_a_prompt_asks_what_the_line_says() -> None:
    found = QUIZ.rule("Adams", asked('John Quincy Adams [prompt on Adams by asking "which one?"]'))
    assert found.outcome == "prompt"
    assert "which one" in found.ask


@pytest.mark.parametrize(
    ("answer", "early", "late"),
    [
        ("Uriyaku", "right", "wrong"),
        ("delta", "right", "prompt"),
        ("stream", "wrong", "prompt"),
        ("Orinoco", "right", "right"),
        ("swamp", "wrong", "right"),
    ],
)
def test_what_counts_depends_on_what_was_read(answer: str, early: str, late: str) -> None:
    line = (
        'Orinoco [accept Uriyaku before "green" is read; accept delta until "green" and prompt afterwards;'
        ' prompt on stream after "green" is read; accept swamp after "green" is read]'
    )
    text = "This river has a green delta. Name it."
    for position, outcome in ((len("This river"), early), (len(text), late)):
        item = Item("1", {"text": text}, (), {"gold_answer_line": line, "position": position})
        assert QUIZ.rule(answer, item).outcome == outcome


@pytest.mark.parametrize("answer", ["Orinoco " * 700, "o" * 5_000, "Orinoco" + " and" * 1_500, "🙂" * 5_000])
def test_an_answer_of_five_thousand_characters_is_none(answer: str) -> None:
    assert QUIZ.rule(answer, asked("Orinoco [or Uriyaku; prompt on river]")).outcome == "wrong"
    assert QUIZ.rule("Orinoco", asked(f"Orinoco [or {answer}]")).right


@pytest.mark.parametrize("answer", [None, 5])
def test_what_is_no_text_is_refused(answer: Any) -> None:
    with pytest.raises(ZelligError, match="is no text"):
        QUIZ.rule(answer, asked("Orinoco"))


@given(st.text(max_size=200), st.text(max_size=60), st.text(max_size=60))
def test_whatever_is_written_is_judged_or_refused_in_a_sentence(line: str, answer: str, asks: str) -> None:
    with suppress(ZelligError):
        assert parse(line).answer
    assert QUIZ.rule(answer, asked(line, f"This {asks} flows.")).outcome in ("right", "wrong", "prompt")


def test_real_lines_are_understood(shared: Path) -> None:
    """They are read; of some, what the line says is what is judged."""
    lines = []
    for name in ("train", "dev"):
        with gzip.open(shared / f"data/quizbowl/tossups.{name}.jsonl.gz", "rt", encoding="utf-8") as file:
            lines += [json.loads(row)["answer"] for row in file]
    assert len(lines) == 71_782
    parsed = [parse(line) for line in lines[::5]]
    assert sum(bool(each.not_understood) for each in parsed) < len(parsed) / 50
    for line in lines[::50]:
        assert QUIZ.rule(parse(line).answer, asked(line)).right, line
    for role, outcome in (("accept", "right"), ("prompt", "prompt"), ("reject", "wrong")):
        judged = [
            QUIZ.rule(each.text, asked(line)).outcome
            for line in lines[::35]
            for each in getattr(parse(line), role)
            if not each.loose and each.condition is None
        ]
        assert sum(each == outcome for each in judged) >= 0.995 * len(judged) > 50, role


def test_what_has_nothing_to_do_with_a_line_is_wrong(shared: Path) -> None:
    with gzip.open(shared / "data/quizbowl/tossups.dev.jsonl.gz", "rt", encoding="utf-8") as file:
        lines = [json.loads(row)["answer"] for row in file]
    pairs = list(zip(lines, lines[len(lines) // 2 :], strict=False))[::4]  # of two tournaments
    judged = [QUIZ.rule(parse(other).answer, asked(line)).outcome for line, other in pairs]
    assert sum(each != "wrong" for each in judged) < len(judged) / 200
