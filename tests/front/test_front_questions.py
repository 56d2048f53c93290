"""Checking written questions from Python and at the command line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

import zellig as zl
from helpers import zellig as run
from written import LINE, QUESTION, with_sentence, written
from zellig.items import Item, Prediction
from zellig.performers import Spec

COLUMNS = [
    *("question", "line", "code", "severity", "message", "remedy"),
    *("where", "start", "end", "words", "other_text", "other_origin"),
]


class Early:
    """Knows it at once."""

    spec = Spec("early")

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [Prediction(item.id, "Hollowmere") for item in items]


def write(path: Path, *rows: tuple[str, str, str]) -> str:
    """A file of tossups: id, question, answer line."""
    keys = ("id", "question", "answer")
    path.write_text("".join(json.dumps(dict(zip(keys, row, strict=True))) + "\n" for row in rows))
    return f"tossups:{path}"


def test_questions_in_hand() -> None:
    bad = with_sentence("The bells of Hollowmere rang.", name="bad")
    found = zl.check_questions([bad, written()], guesser=Early())
    assert [item.id for item in found.accepted] == ["draft"]
    table = found.table()
    assert table.columns == COLUMNS
    assert table.select("question", "code", "words", "other_origin").rows() == [
        ("bad", "giveaway", "Hollowmere", None),
        ("draft", "near-repeat", None, "written question bad"),
        ("draft", "early-answer", QUESTION.partition(" Its clock")[0], None),
    ]
    assert repr(found) == "1 of 2 questions accepted: giveaway 1, near-repeat 1, early-answer 1"
    assert zl.check_questions([written()]).table().columns == COLUMNS


def test_against_one_or_several(tmp_path: Path) -> None:
    questions = write(tmp_path / "new.jsonl", ("new", QUESTION, LINE))
    past = write(tmp_path / "past.jsonl", ("past", QUESTION, LINE))
    other = write(tmp_path / "other.jsonl", ("other", "Another bell is green here.", "Elmscar"))
    for against in (past, [other, past], [written(name="past")]):
        (found,) = zl.check_questions(questions, against=against).found.findings
        assert (found.code, found.other and found.other.origin) == ("repeat", "question past")
    assert zl.check_questions(questions, against=other).found.findings == []


@pytest.mark.parametrize(
    "options",
    [
        {"data": None},
        {"data": 5},
        {"data": []},
        {"data": "tossups:none.jsonl"},
        {"data": "table:docs/data/restaurants.csv"},
        {"against": 5},
        {"against": ["tossups:none.jsonl"]},
        {"guesser": 5},
        {"guesser": "nobody"},
        {"policy": 5},
        {"policy": "none.toml"},
    ],
)
def test_a_mistake_is_a_sentence(options: dict[str, object]) -> None:
    with pytest.raises(zl.ZelligError) as caught:
        zl.check_questions(**{"data": [written()], **options})  # type: ignore[arg-type]
    assert caught.value.remedy


def test_a_policy_of_your_own(tmp_path: Path) -> None:
    policy = tmp_path / "policy.toml"
    policy.write_text("[length]\nmost = 250\n")
    assert [each.code for each in zl.check_questions([written()], policy=policy).found.findings] == [
        "too-long"
    ]
    policy.write_text("[length]\nmust = 250\n")
    with pytest.raises(zl.ZelligError, match=r"length\.must: a policy has no such key"):
        zl.check_questions([written()], policy=policy)


def test_the_command_says_no_by_its_exit_code(tmp_path: Path) -> None:
    good = write(tmp_path / "good.jsonl", ("good", QUESTION, LINE))
    bad = write(tmp_path / "bad.jsonl", ("bad", QUESTION, LINE), ("short", "What is it?", ""))
    done = run("quiz", "check", good)
    assert (done.returncode, done.stdout) == (0, "1 question: 1 accepted, 0 rejected.\n")
    done = run("quiz", "check", bad, "--against", good)
    assert done.returncode == 1
    assert "REJECTED  repeat: the text of another question or article (1)" in done.stdout
    assert "  question 1  bad  it is the text of question good\n" in done.stdout
    assert "2 questions: 0 accepted, 2 rejected." in done.stdout
    done = run("quiz", "check", bad, "--against", good, "--format", "json")
    found = json.loads(done.stdout)
    assert done.returncode == 1
    assert (found["questions"], found["rejected"]) == (2, 2)
    assert found["counts"] == {"repeat": 1, "too-short": 1, "no-answer": 1}
    assert found["findings"][0]["other"]["origin"] == "question good"
    assert found["findings"][1]["place"] == {"where": "text", "start": 0, "end": 11, "words": "What is it?"}
    assert run("quiz", "check", f"tossups:{tmp_path}/none.jsonl").returncode == 2
