"""Quizzes from Python: what the results say and show, and a sentence for every mistake."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import zellig as zl
from helpers import zellig as run
from quiz_night import asked, night, write_buzzes, write_questions
from quiz_world import TOWNS, World
from quiz_world import write_questions as write_tossups
from zellig.front.people import QuizPeople
from zellig.front.quiz import QuizEvaluated
from zellig.items import Item, Prediction
from zellig.measures.expected_wins import PUBLISHED
from zellig.performers import History, Spec


class Oracle:
    """Knows a town by the end of its name, which the last sentence has."""

    spec = Spec("oracle")

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [
            Prediction(item.id, next((t for t in TOWNS if f"{t[:4].lower()}er" in item.fields["text"]), "?"))
            for item in items
        ]


class Patient:
    """Buzzes when a guess has not changed."""

    spec = Spec("patient")

    def buzz(self, histories: Sequence[History], seeds: Sequence[int]) -> list[bool]:
        return [
            len(each.steps) > 1 and each.steps[-1].guesses[:1] == each.steps[-2].guesses[:1]
            for each in histories
        ]


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> QuizPeople:
    folder = tmp_path_factory.mktemp("night")
    return zl.quiz_people(
        write_buzzes(folder / "buzzes.csv", night()), questions=write_questions(folder / "questions.jsonl")
    )


@pytest.fixture(scope="module")
def found(quiz: World, people: QuizPeople) -> QuizEvaluated:
    """A trained guesser and one in hand, beside people."""
    return zl.quiz_evaluate(
        {"baseline": quiz.system("tfidf"), "oracle": Oracle()},
        data=quiz.items("test"),
        people=people,
        replicates=200,
    )


def test_a_row_a_system(found: QuizEvaluated) -> None:
    table = found.table()
    assert table["system"].to_list() == ["baseline", "oracle"]
    assert table["questions"].to_list() == [20, 20]
    assert table["buzzer"].to_list() == ["threshold (0.3)"] * 2
    assert table.columns[3:] == [
        *(f"accuracy_{point}" for point in ("0.25", "0.5", "0.75", "1.0", "first sentence")),
        "expected_wins",
    ]
    assert table["accuracy_1.0"][1] == 100


def test_in_words(found: QuizEvaluated) -> None:
    words = repr(found).splitlines()
    assert words[1].startswith("oracle answers 100.0% of 20 questions right at their end (83.9–100.0), ")
    assert "with the buzzer threshold (0.3) it is expected to win " in words[0]
    assert any(line.startswith("When 50% is heard, ") for line in words)
    (wins,) = (line for line in words if line.startswith("With their buzzers, "))
    assert re.search(r"; baseline buzzes on \d+\.\d% of them, oracle on 100\.0%\.", wins)
    assert words[-1].startswith("Expected wins are by the win curve of the people who were given")
    assert not any(" ." in line or " ," in line for line in words)


def test_a_report(found: QuizEvaluated, tmp_path: Path) -> None:
    page = found.report(tmp_path / "quiz.html").read_text(encoding="utf-8")
    for name in ("baseline", "oracle", "people", "Geography", "win curve: that of people, from 288 buzzes"):
        assert name in page
    assert page.count("<polyline") == 3
    assert "here:" not in page
    assert page == found.report(tmp_path / "again.html").read_text(encoding="utf-8")


def test_the_report_says_what_people_were_asked(
    found: QuizEvaluated, people: QuizPeople, quiz: World, tmp_path: Path
) -> None:
    def said(each: QuizEvaluated) -> str:
        return each.report(tmp_path / "page.html").read_text(encoding="utf-8")

    assert "They were asked other questions." in said(found)
    theirs = asked(tmp_path / "theirs.jsonl", 3)
    same = zl.quiz_evaluate(Oracle(), data=theirs, people=people, step=60)
    assert "They were asked these questions, too." in said(same)
    some = zl.quiz_evaluate(Oracle(), data=[*theirs, *quiz.items("test")[:2]], people=people, step=60)
    assert "They buzzed on 3 of these 5 questions." in said(some)


def test_people_give_the_curve(quiz: World, people: QuizPeople, found: QuizEvaluated) -> None:
    assert found.figures.win_curve == people.figures.win_curve
    assert found.figures.win_curve != PUBLISHED


def test_a_buzzer_in_hand_and_other_questions(quiz: World) -> None:
    found = zl.quiz_evaluate(
        Oracle(), data=quiz.items("test"), against=quiz.spec("buzz"), buzzer=Patient(), limit=6, step=60
    )
    row = found.figures.systems["oracle"]
    assert row.buzzer == "patient"
    assert row.questions == 6
    assert len(found.figures.apart) == 4
    (whole,) = (line for line in repr(found).splitlines() if line.startswith("At the end, "))
    assert (
        f"oracle is right on 100.0% of {quiz.spec('buzz')} and on 100.0% of data: 0.0 points apart (" in whole
    )
    assert whole.endswith("The data do not separate the two.")


def test_one_that_never_buzzes(quiz: World) -> None:
    found = zl.quiz_evaluate(Oracle(), data=quiz.items("test")[:4], buzzer="threshold?at=1")
    assert "at=1 it is expected to win" in repr(found)  # it is certain, as it gives no probabilities
    found = zl.quiz_evaluate(quiz.system("ir"), data=quiz.items("test")[:2], buzzer="threshold?at=1")
    assert repr(found).endswith("with the buzzer threshold?at=1 it never buzzes.")


def test_an_index_a_buzzer_and_both_in_use(quiz: World, tmp_path: Path) -> None:
    index = zl.quiz_index([quiz.spec("train"), quiz.spec("leads")])
    assert index.folder is None
    assert "ir has learnt quiz from" in repr(index)
    buzzer = zl.quiz_train_buzzer(
        "threshold", guesser=index, data=quiz.spec("buzz"), out=tmp_path / "buzzer", step=80
    )
    assert buzzer.folder == tmp_path / "buzzer"
    assert "threshold has learnt when to trust" in repr(buzzer)
    assert buzzer.table()["win_curve"].to_list() == ["published"]
    named, in_hand = (
        zl.quiz_evaluate(index, data=quiz.spec("test"), buzzer=each, limit=3, step=80).figures
        for each in (buzzer.folder, buzzer)
    )
    (one,), (other,) = named.systems.values(), in_hand.systems.values()
    assert one.buzzes == other.buzzes


def test_a_function_hears_beginnings_alone(quiz: World) -> None:
    heard: list[str] = []

    def guess(texts: Sequence[str]) -> list[str]:
        heard.extend(texts)
        return ["Ashmoor" for _ in texts]

    items = quiz.items("test")[:12]
    zl.quiz_evaluate(guess, data=items, step=60)
    for whole in (item.fields["text"] for item in items):
        assert heard.count(whole) == 1
        assert heard.index(whole) > heard.index(whole[:180]), "its beginning came first"


def test_a_buzzer_that_learnt_from_another_guesser_is_told(quiz: World, tmp_path: Path) -> None:
    guesser = str(quiz.guesser("tfidf"))
    buzzer = zl.quiz_train_buzzer(
        "threshold", guesser=guesser, data=quiz.spec("buzz"), out=tmp_path / "buzzer", limit=20, step=80
    )
    for given in (buzzer, tmp_path / "buzzer"):
        found = zl.quiz_evaluate(
            [guesser, Oracle()], data=quiz.items("test")[:3], buzzer=given, step=80, replicates=100
        )
        told = [each for each in found.said if "another guesser" in each]
        assert told == [
            f"warning: the buzzer threshold learnt when to trust {guesser}, and oracle is another guesser: "
            "it may buzz too early or too late"
        ]
    found = zl.quiz_evaluate(quiz.system("tfidf"), data=quiz.items("test")[:3], buzzer=buzzer, step=80)
    assert not any("another guesser" in each for each in found.said)


def test_retrained(quiz: World, tmp_path: Path) -> None:
    for name, seeds in (("challenge", range(20, 23)), ("test", range(30, 31))):
        write_tossups(tmp_path / f"{name}.jsonl", seeds)
    found = zl.quiz_retrain(
        "tfidf",
        data=quiz.spec("train"),
        challenge=f"tossups:{tmp_path}/challenge.jsonl",
        test=f"tossups:{tmp_path}/test.jsonl",
        out=tmp_path / "out",
        limit=5,
    )
    table = found.table()
    assert table["questions"].to_list() == ["challenge", "challenge", "ordinary", "ordinary"]
    assert table["number"].to_list() == [60, 60, 5, 5]
    assert repr(found).startswith("On 60 challenge questions tfidf is right on ")
    page = found.report(tmp_path / "page.html").read_text(encoding="utf-8")
    assert "60 challenge questions · 5 ordinary questions" in page
    assert "had learnt the other half" in page


MISTAKES: dict[str, tuple[str, dict[str, Any], str]] = {
    "no guesser": ("quiz_evaluate", {"model": []}, "there is no system to ask"),
    "two of one name": ("quiz_evaluate", {"model": [Oracle(), Oracle()]}, "two systems called 'oracle'"),
    "a step": ("quiz_evaluate", {"model": Oracle(), "step": 0}, "step cannot be 0"),
    "a limit": ("quiz_evaluate", {"model": Oracle(), "limit": 0}, "limit cannot be 0"),
    "no people": ("quiz_evaluate", {"model": Oracle(), "people": "buzzes.csv"}, "what quiz_people gives"),
    "no buzzer": ("quiz_evaluate", {"model": Oracle(), "buzzer": "soup"}, "not one of the buzzers"),
    "untrained": ("quiz_evaluate", {"model": Oracle(), "buzzer": "lstm"}, "'lstm' has to be trained"),
    "a buzzer that is none": ("quiz_evaluate", {"model": Oracle(), "buzzer": 7}, "int is not a buzzer"),
    "a corpus in hand": ("quiz_train_buzzer", {"name": "threshold", "data": []}, "list is not the name"),
    "an unknown buzzer": ("quiz_train_buzzer", {"name": "soup"}, "'soup' is not one of the buzzers"),
    "an index of nothing": ("quiz_index", {"sources": []}, "an index is made of corpora"),
    "an index of a number": ("quiz_index", {"sources": [7]}, "int is not the name of a corpus"),
    "a plain file": (
        "quiz_index",
        {"sources": ["{quiz}/train.jsonl"]},
        r"train\.jsonl: it does not say how its questions .*\. Write tossups:.*/train\.jsonl for questions",
    ),
    "another plain file": (
        "quiz_evaluate",
        {"model": Oracle(), "data": "{quiz}/test.jsonl"},
        "it does not say how its questions are to be read",
    ),
    "the same questions": (
        "quiz_evaluate",
        {"model": Oracle(), "data": "tossups:{quiz}/test.jsonl", "against": "tossups:{quiz}/test.jsonl"},
        "20 of the 20 questions of .* are in .*, too. Compare with other questions",
    ),
    "settings": ("quiz_index", {"config": {"soup": 1}}, "no settings for ir"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_a_sentence(quiz: World, mistake: str, tmp_path: Path) -> None:
    job, given, complaint = MISTAKES[mistake]
    usual: dict[str, dict[str, Any]] = {
        "quiz_evaluate": {"data": quiz.items("test")[:3]},
        "quiz_train_buzzer": {"guesser": str(quiz.guesser("tfidf")), "data": quiz.spec("buzz")},
        "quiz_index": {"sources": quiz.spec("train")},
    }

    def placed(value: Any) -> Any:
        if isinstance(value, list):
            return [placed(each) for each in value]
        return value.replace("{quiz}", str(quiz.folder)) if isinstance(value, str) else value

    with pytest.raises(zl.ZelligError, match=complaint) as caught:
        getattr(zl, job)(**usual[job] | {name: placed(value) for name, value in given.items()})
    assert caught.value.remedy


def test_questions_without_an_answer_are_told(quiz: World, tmp_path: Path) -> None:
    rows = (quiz.folder / "buzz.jsonl").read_text(encoding="utf-8").splitlines()
    blind = [json.dumps(json.loads(row) | {"answer": ""}) for row in rows[:3]]
    path = tmp_path / "some.jsonl"
    path.write_text("\n".join([*blind, *rows[3:], ""]), encoding="utf-8")
    told = f"warning: 3 of the 40 items of tossups:{path} have no answer, and are left out"
    assert told in zl.quiz_index(f"tossups:{path}").said
    found = zl.quiz_evaluate(Oracle(), data=f"tossups:{path}", limit=40)
    assert told in found.said
    assert found.figures.questions == 37


def test_too_few_people_for_a_curve(quiz: World, tmp_path: Path) -> None:
    few = zl.quiz_people(
        write_buzzes(tmp_path / "b.csv", night(9)), questions=write_questions(tmp_path / "q.jsonl", 9)
    )
    with pytest.raises(zl.ZelligError, match="27 buzzes are too few to learn a win curve from"):
        zl.quiz_evaluate(Oracle(), data=quiz.items("test")[:3], people=few)


# -- the command


def test_the_command_for_programs(quiz: World) -> None:
    done = run("quiz", "evaluate", quiz.guesser("tfidf"), "--corpus", quiz.spec("test"), "--format", "json")
    found = json.loads(done.stdout)
    assert found["questions"] == 20
    assert {"0.25", "0.5", "0.75", "1.0"} < set(found["accuracy"])
    assert 85 <= found["accuracy"]["1.0"] <= 100
    assert 0 <= found["expected_wins"] <= 1
    for point, value in (found["accuracy"] | {"expected_wins": found["expected_wins"]}).items():
        low, high = found["intervals"][point]
        assert low <= value <= high


def test_the_command_for_people(quiz: World, tmp_path: Path) -> None:
    page = tmp_path / "quiz.html"
    done = run(
        *("quiz", "evaluate", quiz.guesser("tfidf"), quiz.guesser("ir"), "--corpus", quiz.spec("test")),
        *("--limit", 5, "--report", page),
        columns=80,
    )
    assert done.returncode == 0, done.stderr
    assert f"• {quiz.guesser('ir')} answers 100.0% of 5 questions right at their end" in done.stdout
    assert f"The report is in {page}." in done.stdout.replace("\n", " ")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_both_or_none_of_people(quiz: World, tmp_path: Path) -> None:
    done = run(
        *("quiz", "evaluate", quiz.guesser("tfidf"), "--corpus", quiz.spec("test")),
        *("--people", write_buzzes(tmp_path / "b.csv", night())),
    )
    assert done.returncode == 1
    assert done.stderr == (
        "zellig: buzzes of people belong to questions. Give both --people and --people-questions.\n"
    )
