"""Verdicts in files: what counts of several, whatever their order."""

from __future__ import annotations

import unicodedata
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.doors import command_line
from zellig.errors import ZelligError
from zellig.games.judging.names import folded, refuse_alike
from zellig.games.judging.verdicts import Whose, counted_in, read_verdicts
from zellig.items import Program, Verdict, write_records
from zellig.judges.person import NONE
from zellig.tasks import get_task

TASK = get_task("sentiment")


def _file(path: Path, *said: Verdict) -> Path:
    write_records(path, Verdict, said, "sentiment")
    return path


def test_the_order_of_files_says_nothing_and_the_order_of_lines_does(tmp_path: Path) -> None:
    files = [
        _file(
            tmp_path / "a", Verdict("x", "ann", "-1"), Verdict("x", "ann", "+1", note="on second thoughts")
        ),
        _file(tmp_path / "b", Verdict("x", "ann", "+1"), Verdict("y", "ann", "0")),
        _file(tmp_path / "c", Verdict("y", "ben", "0"), Verdict("z", "ben", "0"), Verdict("z", "ben")),
    ]
    found = [list(counted_in(some, TASK).items()) for some in permutations(files)]
    assert all(each == found[0] for each in found)
    assert [(whose.text, whose.judge, each.answer) for whose, each in found[0]] == [
        ("x", "ann", "+1"),
        ("y", "ann", "0"),
        ("y", "ben", "0"),
    ]


@pytest.mark.parametrize(
    "other", [Verdict("x", "ann", "+1"), Verdict("x", "ann", "-1", natural=False), Verdict("x", "ann")]
)
def test_a_judge_who_says_two_things_in_two_files_is_refused(other: Verdict, tmp_path: Path) -> None:
    first = _file(tmp_path / "monday.jsonl", Verdict("x", "ann", "-1"), Verdict("y", "ann", "-1"))
    second = _file(tmp_path / "sunday.jsonl", other, Verdict("y", "ann", "-1"))
    told = set()
    for some in permutations([first, second]):
        with pytest.raises(
            ZelligError, match=r"ann says different things about 1 text in .*monday"
        ) as refused:
            counted_in(some, TASK)
        told.add(str(refused.value))
    assert len(told) == 1
    one = tmp_path / "both.jsonl"
    one.write_bytes(first.read_bytes() + second.read_bytes())  # what the remedy says
    assert counted_in([one], TASK).get(Whose("x", "ann", program=False), other) == other


def test_a_person_does_not_contradict_a_program_of_the_same_name(tmp_path: Path) -> None:
    person = _file(tmp_path / "a", Verdict("x", "ann", "-1"))
    program = _file(tmp_path / "b", Verdict("x", "Ann", "+1", program=Program({}, 1, 1, {})))
    assert len(counted_in([person, program], TASK)) == 2


@pytest.mark.parametrize("other", ["ben", "Ben ", "  Ben", "BEN"])
def test_names_that_look_alike_are_refused(other: str, tmp_path: Path) -> None:
    files = [
        _file(tmp_path / "a", Verdict("x", "Ben", "-1")),
        _file(tmp_path / "b", Verdict("y", other, "0")),
    ]
    for some in permutations(files):
        with pytest.raises(ZelligError, match="are two judges only by how they are written"):
            counted_in(some, TASK)


@given(st.text(max_size=20))
def test_the_form_of_characters_tells_nobody_apart(name: str) -> None:
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert folded(unicodedata.normalize(form, name)) == folded(name)
    assert folded(folded(name)) == folded(name)


def test_a_name_is_one_however_its_accents_were_written(tmp_path: Path) -> None:
    older = _file(tmp_path / "a", Verdict("x", unicodedata.normalize("NFD", "José"), "-1"))
    newer = _file(tmp_path / "b", Verdict("y", unicodedata.normalize("NFC", "José"), "0"))
    assert {key.judge for key in counted_in([older, newer], TASK)} == {unicodedata.normalize("NFC", "José")}


def test_models_may_differ_by_case_alone(tmp_path: Path) -> None:
    files = [
        _file(tmp_path / name, Verdict("x", name, "+1", program=Program({}, 1, 1, {})))
        for name in ("Tiny", "tiny")
    ]
    assert len(counted_in(files, TASK)) == 2


def test_people_with_names_of_their_own_are_not_refused() -> None:
    refuse_alike(["Ann", "Anna", "Ben", "Ben B.", "Ben", "René", "Rene"])


def test_a_sheet_is_no_file_of_verdicts(tmp_path: Path) -> None:
    sheet = tmp_path / "ben.csv"
    sheet.write_text("\ufeffid,text,answer,grammatical,natural,note\nx,Fine.,+1,yes,yes,\n", encoding="utf-8")
    with pytest.raises(ZelligError, match="this is a table, and verdicts are JSON lines") as told:
        read_verdicts([sheet], TASK)
    assert told.value.path == str(sheet)
    assert "read_judged_sheet" in told.value.remedy
    with command_line(), pytest.raises(ZelligError) as told:
        counted_in([sheet], TASK)
    assert told.value.remedy.startswith(
        "`zellig judge sheet RUN --by NAME --read SHEET --out FILE` makes them"
    )
    odd = tmp_path / "odd.jsonl"
    odd.write_text("tea\n{", encoding="utf-8")
    with pytest.raises(ZelligError, match="line 1"):
        read_verdicts([odd], TASK)


def test_answers_are_spelt_as_the_task_spells_them_and_others_are_refused(tmp_path: Path) -> None:
    path = _file(
        tmp_path / "a",
        Verdict("x", "ann", "positive"),
        Verdict("y", "ann", 1),
        Verdict("z", "ann", NONE),
        Verdict("z", "ben"),
    )
    assert [each.answer for each in read_verdicts([path], TASK)] == ["+1", "+1", NONE, None]
    _file(path, Verdict("x", "ann", "+1"), Verdict("y", "ann", "great"))
    with pytest.raises(ZelligError, match="line 3, field answer: 'great' is not an answer"):
        read_verdicts([path], TASK)
