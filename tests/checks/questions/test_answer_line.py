from __future__ import annotations

import pytest

from written import written
from zellig.checks.questions.answer_line import line_faults, parsed_line
from zellig.items import Item


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("Hollowmere", []),
        ("Hollowmere [accept Hollow Town; prompt on Hollow]", []),
        ("", ["no-answer"]),
        ("   ", ["no-answer"]),
        ("[accept]", ["bad-answer-line"]),
        ("Hollowmere " * 3000, ["bad-answer-line"]),
        ("Hollow\ufffdmere", ["broken-text"]),
        ("Hollowmere [accept; accept Hollow Town]", ["unclear-answer-line"]),
    ],
)
def test_lines(line: str, codes: list[str]) -> None:
    item = written(line=line)
    assert [fault.code for fault in line_faults(item)] == codes
    assert (parsed_line(item) is None) == (codes in (["no-answer"], ["bad-answer-line"]))


def test_a_place_is_one_of_the_line() -> None:
    (fault,) = line_faults(written(line="Hollow\ufffdmere"))
    assert fault.place is not None
    assert (fault.place.where, fault.place.start, fault.place.end) == ("answer line", 6, 7)


def test_answers_without_a_line() -> None:
    item = Item("1", {"text": "What is it?"}, ("Hollowmere",))
    assert list(line_faults(item)) == []
    line = parsed_line(item)
    assert line is not None
    assert line.answer == "Hollowmere"
