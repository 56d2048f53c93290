"""ACE's output taken apart: recordings, and what no recording has."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stand_in import answer, recordings, wire_folder
from zellig.language.erg.wire import Answer, is_left_over, is_whole, one_line, read_answer, read_part

ENDS = {"mrs": b"\n\n\n", "surface": b"\n\n"}


def test_single_items_of_all_recordings(shared: Path) -> None:
    reasons = {
        "input EP not in index": "unknown word",
        "timeout, ran out of time while unpacking": "time limit",
    }
    single = [each for each in recordings(shared) if each["items"] == 1]
    assert len(single) == 24
    for each in single:
        field = "mrs" if each["task"] == "parse" else "surface"
        output = (wire_folder(shared) / f"{each['files']}.out").read_bytes()
        found = read_answer(output, field)
        assert is_whole(output, ENDS[field])
        assert [len(found.results)] == each["results"], each["files"]
        expected = "" if found.results else "no result"
        assert found.reason == reasons.get(each["error"], expected), each["files"]


def test_three_answers_are_not_one(shared: Path) -> None:
    output = (wire_folder(shared) / "14-gen.out").read_bytes()
    assert read_answer(output, "surface") == Answer((), "out of step")


def test_stale_readings_are_not_results(shared: Path) -> None:
    _, middle, *_ = (wire_folder(shared) / "14-gen.out").read_bytes().split(b"\n\n")
    assert b"(:readings . 1)" in middle
    assert read_answer(middle, "surface") == Answer((), "no result")


def test_a_cut_off_answer_keeps_its_complete_results(shared: Path) -> None:
    output = (wire_folder(shared) / "09-gen.out").read_bytes()
    whole = read_answer(output, "surface").results
    for end in range(0, len(output), 4999):
        part = read_part(output[:end], "surface").results
        assert part == whole[: len(part)]
    assert len(read_part(output[: len(output) // 2], "surface").results) in range(10, 15)


def test_results_beside_a_time_limit() -> None:
    output = answer(["It rained."], "surface", error="timeout, ran out of time while unpacking")
    assert read_answer(output, "surface") == Answer(("It rained.",), "time limit")


def test_a_broken_character_spoils_one_result() -> None:
    output = answer(["It rained.", "It did."], "surface").replace(b"did", b"d\xe2\x80d")
    assert read_answer(output, "surface").results == ("It rained.",)


def test_an_unknown_error() -> None:
    assert read_answer(answer([], "mrs", error="no heap"), "mrs") == Answer((), "ace error")


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        (b"", False),
        (b"NOTE: tsdb run: (:application . x)\n", False),
        (b"\n\n", False),
        (b"(:results . ())", True),
        (b"NOTE: tsdb run: ()\n[ LTOP", True),
    ],
)
def test_what_is_left_over(output: bytes, expected: bool) -> None:
    assert is_left_over(output) is expected


def test_a_note_alone_is_no_answer() -> None:
    assert not is_whole(b"NOTE: tsdb run: ()\n\n\n", b"\n\n\n")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=5))
def test_any_text_comes_back(texts: list[str]) -> None:
    wanted = tuple(text.strip() for text in texts if "\N{REPLACEMENT CHARACTER}" not in text)
    assert read_answer(answer(texts, "surface"), "surface").results == wanted


@given(st.text())
def test_one_line_is_one_line(text: str) -> None:
    line = one_line(text)
    assert len(line.splitlines()) <= 1
    assert one_line(line) == line
    assert "\0" not in line
