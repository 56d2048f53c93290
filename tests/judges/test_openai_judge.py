"""Language models as judges: blind, several replies a text, and never counted among people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

from helpers import zellig
from stand_in_model import StandInModel, stand_in_model
from zellig.errors import ZelligError
from zellig.front.judging import judge_by_model, judge_texts, judging_report, material_of
from zellig.games.judging.session import Far
from zellig.games.judging.verdicts import adding_to, read_verdicts
from zellig.items import VERDICTS, Item, Pair, Program, Verdict, write_records
from zellig.judges.openai import OpenAiJudge, load
from zellig.judges.person import Reply
from zellig.performers import SpentError
from zellig.report.judging import verdicts_in_words
from zellig.systems import http
from zellig.tasks import get_task
from zellig.terminal import LeftError

SENTIMENT = get_task("sentiment")
ITEM = Item("a", {"text": "The soup is warm."})


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandInModel]:
    monkeypatch.setattr(http, "FIRST_WAIT", 0.001)
    with stand_in_model() as made:
        made.writes = lambda prompt: {"answer": "+1", "grammatical": True, "natural": True}
        yield made


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    made = [
        Pair(
            str(n),
            Item(f"{n}o", {"text": f"The soup number {n} is good."}, ("+1",)),
            Item(f"{n}m", {"text": f"The soup number {n} is not good."}, ("-1",)),
            "flip",
        )
        for n in range(5)
    ]
    path = tmp_path / "pairs.jsonl"
    write_records(path, Pair, made, "sentiment")
    return path


def judge_at(server: StandInModel, options: str) -> OpenAiJudge:
    return load(f"{server.name}?{options}", SENTIMENT)


def verdict_of(server: StandInModel, replies: list[Any], options: str) -> Verdict:
    said = iter(replies)
    server.writes = lambda prompt: next(said)
    server.says = lambda prompt: next(said)
    (verdict,) = judge_at(server, f"parallel=1&samples={len(replies)}&{options}").judge([ITEM], 7)
    return verdict


def opinion(answer: str, grammatical: bool, natural: bool) -> dict[str, Any]:
    return {"answer": answer, "grammatical": grammatical, "natural": natural}


def test_most_replies_decide_and_their_agreement_is_told(server: StandInModel) -> None:
    replies = [opinion("+1", True, True), opinion("+1", True, False), opinion("0", False, True), {"soup": 1}]
    verdict = verdict_of(server, replies, "format=schema&seeded=yes")
    assert (verdict.answer, verdict.grammatical, verdict.natural) == ("+1", True, True)
    assert verdict.program is not None
    assert (verdict.program.samples, verdict.program.read) == (4, 3)
    assert verdict.program.agreement == dict.fromkeys(("answer", "grammatical", "natural"), 0.6667)
    assert len({call["seed"] for call in server.calls}) == 4
    assert {call["temperature"] for call in server.calls} == {0.7}


def test_what_divides_its_replies_is_not_said(server: StandInModel) -> None:
    replies = [opinion("+1", True, True), opinion("-1", False, True)]
    verdict = verdict_of(server, replies, "format=schema&seeded=no")
    assert (verdict.answer, verdict.grammatical, verdict.natural) == (None, None, True)
    assert len(server.calls) == 2  # the same question twice, without a seed


def test_replies_in_words_are_read_strictly(server: StandInModel) -> None:
    replies = [
        "answer: positive; grammatical: yes; natural: no",
        "Answer: none of these\nGrammatical: Yes.\nNatural: no",
        "It is neither negative nor positive.",
    ]
    verdict = verdict_of(server, replies, "format=text&seeded=no")
    assert (verdict.answer, verdict.grammatical, verdict.natural) == (None, True, False)
    assert verdict.program is not None
    assert (verdict.program.read, verdict.program.agreement["answer"]) == (2, 0.5)


def test_a_text_of_which_nothing_can_be_read_is_skipped_with_a_note(server: StandInModel) -> None:
    verdict = verdict_of(server, ["Hm."], "format=text&seeded=no")
    assert verdict.answer is None
    assert verdict.note == "nothing could be read in 1 replies"


def test_a_verdict_is_what_more_than_half_of_the_replies_say_that_were_read(server: StandInModel) -> None:
    said = ["+1", "+1", "-1", "0"]
    verdict = verdict_of(server, [opinion(each, True, True) for each in said], "format=schema&seeded=no")
    assert (verdict.answer, verdict.grammatical) == (None, True)
    assert verdict.program is not None
    assert verdict.program.agreement["answer"] == 0.5
    unread = [opinion("+1", True, True), {"soup": 1}, {"soup": 1}]
    assert verdict_of(server, unread, "format=schema&seeded=no").answer == "+1"


def half_read(prompt: str, replies: dict[str, Iterator[Any]]) -> Any:
    """Of two replies about a text: both, one, none can be read, or they contradict each other."""
    number = next(each for each in "01234" if f"number {each}" in prompt)
    good, bad = opinion("-1", True, True), opinion("+1", False, False)
    both: dict[str, list[Any]] = {
        "0": [good, good],
        "1": [good, {}],
        "2": [{}, {}],
        "3": [good, bad],
        "4": [good, good],
    }
    return next(replies.setdefault(number, iter(both[number])))


def test_what_was_read_is_told_of_all_replies_and_contradictions_are_done_with(
    server: StandInModel, pairs: Path, tmp_path: Path
) -> None:
    replies: dict[str, Iterator[Any]] = {}
    server.writes = lambda prompt: half_read(prompt, replies)
    out, by = tmp_path / "v.jsonl", f"{server.name}?samples=2&parallel=1"
    done = zellig("judge", pairs, "--by", by, "--out", out, cwd=tmp_path)
    said = "3 verdicts on 5 texts (of 1 its replies contradict each other, of 1 nothing could be read)"
    assert said in done.stdout
    before = out.read_bytes()
    told, _ = judge_by_model(pairs, by=by, out=out)
    assert (told, out.read_bytes()) == ((3, 1, 1), before)
    figures = judging_report(pairs, out).programs["broth-soup-7b"]
    assert figures.agreement == dict.fromkeys(("answer", "grammatical", "natural"), 6 / 10)
    printed = zellig("judge", "report", pairs, out, cwd=tmp_path).stdout
    assert f"a program: {said};" in printed
    assert "answer 60%, grammatical 60%, natural 60%" in printed
    assert "For 1 verdict no more than half of the replies could be read." in printed


def test_verdicts_of_two_settings_are_not_mixed(server: StandInModel, pairs: Path, tmp_path: Path) -> None:
    two, three = tmp_path / "two.jsonl", tmp_path / "three.jsonl"
    judge_by_model(pairs, by=f"{server.name}?samples=2", out=two)
    for other, different in (
        ("samples=3", "samples=2, and now it is samples=3"),
        ("samples=2&version=b", "version=, and now it is version=b"),
        ("samples=2&max_tokens=9", "max_tokens=None, and now it is max_tokens=9"),
    ):
        with pytest.raises(ZelligError, match=f"were given with {different}"):
            judge_by_model(pairs, by=f"{server.name}?{other}", out=two, originals=True)
    judge_by_model(pairs, by=f"{server.name}?samples=3", out=three, originals=True)
    known = {each.id for each in read_verdicts([two], SENTIMENT)}
    others = [each for each in read_verdicts([three], SENTIMENT) if each.id not in known]
    write_records(three, Verdict, others, "sentiment")
    mixed = judging_report(pairs, [three, two])
    assert mixed.programs["broth-soup-7b"].samples == (2, 3)
    assert any(
        "it was asked 2 or 3 times about a text" in each for each in verdicts_in_words(None, mixed.programs)
    )


def test_a_person_and_a_program_of_one_name_are_two(
    server: StandInModel, pairs: Path, tmp_path: Path
) -> None:
    out, name = tmp_path / "v.jsonl", "broth-soup-7b"
    judge_by_model(pairs, by=f"{server.name}?samples=1", out=out)
    shown: list[int] = []

    def ask(item: Item, far: Far) -> Reply | Literal["undo"]:
        shown.append(far.done)
        if len(shown) == 5:
            raise LeftError("away")
        return "undo" if len(shown) in (1, 3) else Reply("-1", True, True)

    assert judge_texts(pairs, by=name, out=out, ask=ask) == (1, 5, 0)
    assert shown == [0, 0, 1, 0, 1]
    report = judging_report(pairs, out)
    assert report.figures is not None
    assert (report.figures.judged, report.programs[name].verdicts) == (1, 5)
    other = tmp_path / "other.jsonl"
    judge_texts(pairs, by=name, out=other, ask=lambda item, far: Reply("-1", True, True))
    told, _ = judge_by_model(pairs, by=f"{server.name}?samples=1", out=other)
    assert told.verdicts == 5
    assert len(read_verdicts([other], SENTIMENT)) == 10


def test_it_is_blind(server: StandInModel, pairs: Path, tmp_path: Path) -> None:
    judge_by_model(pairs, by=f"{server.name}?samples=1", out=tmp_path / "v.jsonl", originals=True)
    assert len(server.prompts) == 1 + 10
    for prompt in server.prompts:
        assert "promise" not in prompt
        assert prompt.count("The soup number") <= 1


def test_what_is_judged_is_not_paid_for_again(server: StandInModel, pairs: Path, tmp_path: Path) -> None:
    options = f"{server.name}?samples=2&parallel=1&format=schema&seeded=yes"
    out = tmp_path / "v.jsonl"
    with pytest.raises(SpentError, match="budget of 5 calls"):
        judge_by_model(pairs, by=options, out=out, budget_calls=5)
    assert len(read_verdicts([out], SENTIMENT)) == 2
    told, cost = judge_by_model(pairs, by=options, out=out)
    assert told == (5, 0, 0)
    assert cost.calls == len(server.calls) == 10
    again, _ = judge_by_model(pairs, by=options, out=out)
    assert (again, len(server.calls)) == (told, 10)


def test_a_fault_at_the_first_question_leaves_no_file_of_verdicts(
    server: StandInModel, pairs: Path, tmp_path: Path
) -> None:
    options = f"{server.name}?samples=2&parallel=1&format=schema&seeded=yes"
    out = tmp_path / "v.jsonl"
    with pytest.raises(SpentError, match="budget of 1 calls"):
        judge_by_model(pairs, by=options, out=out, budget_calls=1)
    assert not out.exists()


def test_programs_have_rows_of_their_own(server: StandInModel, pairs: Path, tmp_path: Path) -> None:
    people, program = tmp_path / "people.jsonl", tmp_path / "program.jsonl"
    names = list(material_of(pairs).asked())
    said = [Verdict(name, "Ann", "-1", True, True) for name in names[:3]]
    write_records(people, Verdict, said, "sentiment")
    done = zellig("judge", pairs, "--by", f"{server.name}?samples=2", "--out", program, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "It took 11 calls" in done.stdout
    alone = judging_report(pairs, people)
    both = judging_report(pairs, [people, program])
    assert both.figures == alone.figures
    figures = both.programs["broth-soup-7b"]
    assert (figures.verdicts, figures.tied, figures.unread, figures.samples) == (5, 0, 0, (2,))
    assert figures.agreement == dict.fromkeys(("answer", "grammatical", "natural"), 1.0)
    assert figures.as_people is not None
    assert figures.as_people.value == 0
    assert figures.truth is not None
    assert figures.truth.promised is not None
    assert figures.truth.promised.value == 0
    printed = zellig("judge", "report", pairs, people, program, cwd=tmp_path).stdout
    assert "1 judge said something about 3 of 5 texts" in printed
    assert "broth-soup-7b, a program: 5 verdicts on 5 texts; they are not among those of people" in printed
    printed = zellig("judge", "report", pairs, people, program, "--format", "json", cwd=tmp_path).stdout
    raw = json.loads(printed)
    assert (list(raw["judges"]), list(raw["programs"])) == (["Ann"], ["broth-soup-7b"])


def test_programs_alone_are_no_people(server: StandInModel, pairs: Path, tmp_path: Path) -> None:
    judge_by_model(pairs, by=f"{server.name}?samples=1", out=tmp_path / "v.jsonl")
    report = judging_report(pairs, tmp_path / "v.jsonl")
    assert report.figures is None
    assert list(report.programs) == ["broth-soup-7b"]
    assert [row["texts"] for row in report.table().to_dicts()] == ["all, by broth-soup-7b"]


def test_a_file_of_the_first_version_says_where_the_second_begins(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    path.write_text(
        '{"zellig":"verdicts","version":1,"task":"sentiment"}\n{"id":"a","judge":"Ann","answer":"+1"}\n'
    )
    said = Verdict("b", "soup", "+1", program=Program({}, 1, 1, {"answer": 1.0}))
    for _ in range(2):
        with adding_to(path, SENTIMENT) as file:
            file.add(said)
    lines = path.read_text().splitlines()
    assert [json.loads(line).get("version") for line in lines] == [1, None, VERDICTS, None, None]
    assert read_verdicts([path], SENTIMENT)[1:] == [said, said]


def test_a_model_that_is_none() -> None:
    with pytest.raises(ZelligError, match="'soup' is not an option"):
        load("openai:soup@http://127.0.0.1:1/v1?soup=1", SENTIMENT)
