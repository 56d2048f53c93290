"""Sheets for judges elsewhere."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from zellig.errors import ZelligError
from zellig.front.judging import judging_sheet
from zellig.games.judging.asked import Material
from zellig.games.judging.sheet import read_sheet, write_sheet
from zellig.items import Item, Verdict, write_records
from zellig.judges.person import NONE
from zellig.tasks import get_task

TEXTS = ["The tea was fine.", '=1+1, he said, "really"', "Two\nlines."]
TASK = get_task("sentiment")
ASKED = Material(TASK, items=[Item(str(at), {"text": text}) for at, text in enumerate(TEXTS)]).asked()


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "sheet.csv"
    write_sheet(path, ASKED, list(ASKED), TASK)
    return path


def _fill(path: Path, *rows: dict[str, str], separator: str = ",") -> None:
    with path.open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    for row, more in zip(table, rows, strict=False):
        row.update(more)
    with path.open("w", encoding="utf-8-sig", newline="") as file:  # as spreadsheets save it
        out = csv.DictWriter(file, table[0], delimiter=separator)
        out.writeheader()
        out.writerows(table)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_what_is_filled_in_comes_back_and_empty_rows_do_not(sheet: Path, separator: str) -> None:
    _fill(
        sheet,
        {"answer": "positive", "grammatical": "Yes", "natural": "no"},
        {},
        {"answer": NONE, "note": "It is no opinion."},
        separator=separator,
    )
    first, _, last = ASKED
    assert read_sheet(sheet, "ben", ASKED, TASK) == [
        Verdict(first, "ben", "+1", True, False),
        Verdict(last, "ben", NONE, note="It is no opinion."),
    ]


def test_a_text_that_a_spreadsheet_would_compute_is_a_text(sheet: Path) -> None:
    with sheet.open(encoding="utf-8", newline="") as file:
        assert [row["text"] for row in csv.DictReader(file)] == [TEXTS[0], f"'{TEXTS[1]}", TEXTS[2]]


def test_an_answer_may_have_the_apostrophe_of_a_spreadsheet(sheet: Path) -> None:
    _fill(sheet, {"answer": "'+1"}, {"answer": "'-1"})
    assert [each.answer for each in read_sheet(sheet, "ben", ASKED, TASK)] == ["+1", "-1"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"answer": "perhaps"}, "line 2, field answer: 'perhaps' is not an answer"),
        ({"answer": "1"}, "line 2, field answer: '1' is not an answer"),
        ({"grammatical": "so-so"}, "line 2, field grammatical: 'so-so' is neither yes nor no"),
        ({"id": "elsewhere", "answer": "0"}, "line 2: nobody was asked about 'elsewhere'"),
        ({"text": TEXTS[2], "answer": "0"}, "line 2, field text: the text of .* is another one"),
    ],
)
def test_what_cannot_be_understood_is_refused_with_its_line(
    row: dict[str, str], said: str, sheet: Path
) -> None:
    _fill(sheet, row)
    with pytest.raises(ZelligError, match=said):
        read_sheet(sheet, "ben", ASKED, TASK)


def test_a_sheet_is_not_written_over_what_is_there(tmp_path: Path) -> None:
    texts, sheet = tmp_path / "texts.jsonl", tmp_path / "sheet.csv"
    some = [Item("1", {"text": "The tea was fine."}), Item("2", {"text": "The soup was cold."})]
    write_records(texts, Item, some, "sentiment")
    with pytest.raises(ZelligError, match="the name of a language model"):
        judging_sheet(texts, by="OpenAI:soup@http://127.0.0.1:1", out=sheet)
    assert judging_sheet(texts, by="ben", out=sheet) == 2
    _fill(sheet, {"answer": "positive"})
    before = sheet.read_bytes()
    with pytest.raises(ZelligError, match="there is a file already"):
        judging_sheet(texts, by="ben", out=sheet)
    assert sheet.read_bytes() == before


def test_a_text_twice_and_a_sheet_without_its_head_are_refused(sheet: Path, tmp_path: Path) -> None:
    name = next(iter(ASKED))
    _fill(sheet, {"answer": "0"}, {"id": name, "answer": "0"})
    with pytest.raises(ZelligError, match="is there twice"):
        read_sheet(sheet, "ben", ASKED, TASK)
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(ZelligError, match="line 1, field id: the header has no column 'id'"):
        read_sheet(other, "ben", ASKED, TASK)
    other.write_bytes(b"")
    with pytest.raises(ZelligError, match="the file is empty"):
        read_sheet(other, "ben", ASKED, TASK)
