"""Answers judged by answer lines: cases of our own, and the lines of real questions."""

from __future__ import annotations

import gzip
import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.errors import ZelligError
from zellig.items import Item
from zellig.tasks.quiz import QUIZ
from zellig.tasks.quiz.answers import Answers, baseline_key
from zellig.tasks.quiz.lines import parse

CASES = [
    line.split("\t")
    for line in Path(__file__).with_name("answer_line_cases.tsv").read_text(encoding="utf-8").splitlines()
]


def asked(line: str) -> Item:
    return Item("1", {"text": "Name it."}, (), {"gold_answer_line": line})


@pytest.mark.parametrize(("line", "answer", "outcome", "what"), CASES)
def test_cases(line: str, answer: str, outcome: str, what: str) -> None:
    found = QUIZ.rule(answer, asked(line))
    assert found.outcome == outcome, (what, found.because)
    assert found.because


def test_a_prompt_asks_what_the_line_says() -> None:
    found = QUIZ.rule("Adams", asked('John Quincy Adams [prompt on Adams by asking "which one?"]'))
    assert found.outcome == "prompt"
    assert "which one" in found.ask


@given(st.text(max_size=200), st.text(max_size=60))
def test_whatever_is_written_is_judged_or_refused_in_a_sentence(line: str, answer: str) -> None:
    with suppress(ZelligError):
        assert parse(line).answer
    assert QUIZ.rule(answer, asked(line)).outcome in ("right", "wrong", "prompt")


def test_real_lines_are_understood(shared: Path) -> None:
    """All of them are read; of every fiftieth, what the line says is what is judged."""
    lines = []
    for name in ("train", "dev"):
        with gzip.open(shared / f"data/quizbowl/tossups.{name}.jsonl.gz", "rt", encoding="utf-8") as file:
            lines += [json.loads(row)["answer"] for row in file]
    assert len(lines) == 71_782
    parsed = [parse(line) for line in lines[::5]]
    assert sum(bool(each.not_understood) for each in parsed) < len(parsed) / 50
    for line in lines[::50]:
        assert QUIZ.rule(parse(line).answer, asked(line)).right, line


def test_one_name_for_lines_that_mean_the_same() -> None:
    lines = ["Belgium [or Kingdom of Belgium]"] * 3 + ["Kingdom of Belgium", "the Belgium", "Brussels"]
    answers = Answers.of(lines)
    assert {answers[line] for line in lines} == {"Belgium", "Brussels"}
    assert answers.called("belgium") == "Belgium"
    assert answers["Ghent [or Gent]"] == "Ghent"


def test_what_is_accepted_or_asked_about_may_be_another_answer() -> None:
    lines = ["mountains [accept volcanoes; prompt on rocks]"] * 3 + ["volcanoes", "rocks"]
    assert len({Answers.of(lines)[line] for line in lines}) == 3


def test_a_table_of_pages_decides() -> None:
    answers = Answers.of(["Twain", "Samuel Clemens"], {"twain": "Mark_Twain", "samuel clemens": "Mark_Twain"})
    assert answers["Samuel Clemens"] == answers["Twain"] == "Mark Twain"


def test_the_key_of_the_baseline() -> None:
    assert baseline_key("The Tin Drum [or Die Blechtrommel]") == "tin drum"
