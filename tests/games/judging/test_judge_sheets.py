"""Sheets for judges elsewhere."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from zellig.errors import ZelligError
from zellig.front.judging import judge_texts, judging_report, judging_sheet, read_judged_sheet
from zellig.games.judging.asked import Material
from zellig.games.judging.sheet import Entered, read_sheet, write_sheet
from zellig.games.judging.verdicts import counted, read_verdicts
from zellig.items import Item, Verdict, write_records
from zellig.judges.person import NONE, Reply
from zellig.notices import Notice, hearing
from zellig.report.judging import entered_in_words
from zellig.tasks import get_task

TEXTS = ["The tea was fine.", '=1+1, he said, "really"', "Two\nlines."]
TASK = get_task("sentiment")
NOTHING = Entered(*(0 for _ in Entered._fields))
ASKED = Material(TASK, items=[Item(str(at), {"text": text}) for at, text in enumerate(TEXTS)]).asked()


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "sheet.csv"
    write_sheet(path, ASKED, list(ASKED), TASK)
    return path


def _fill(path: Path, *rows: dict[str, str], separator: str = ",") -> None:
    with path.open(encoding="utf-8-sig", newline="") as file:
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
    first, middle, last = ASKED
    said = [
        Verdict(first, "ben", "+1", True, False),
        Verdict(last, "ben", NONE, note="It is no opinion."),
    ]
    assert read_sheet(sheet, "ben", ASKED, TASK) == (said, [middle])


def test_a_text_that_a_spreadsheet_would_compute_is_a_text(sheet: Path) -> None:
    with sheet.open(encoding="utf-8", newline="") as file:
        assert [row["text"] for row in csv.DictReader(file)] == [TEXTS[0], f"'{TEXTS[1]}", TEXTS[2]]


def test_a_spreadsheet_knows_how_the_texts_are_encoded(tmp_path: Path) -> None:
    asked = Material(TASK, items=[Item("1", {"text": "The phở was fine."})]).asked()
    write_sheet(tmp_path / "sheet.csv", asked, list(asked), TASK)
    assert (tmp_path / "sheet.csv").read_bytes().startswith(b"\xef\xbb\xbfid,")
    content = (tmp_path / "sheet.csv").read_bytes().decode("utf-8-sig")
    (tmp_path / "garbled.csv").write_text(content.replace(",,,,", ",positive,,,").replace("ở", "?"))
    with pytest.raises(ZelligError, match=r"is another one than was asked about.* save it as UTF-8"):
        read_sheet(tmp_path / "garbled.csv", "ben", asked, TASK)


def test_an_answer_may_have_the_apostrophe_of_a_spreadsheet(sheet: Path) -> None:
    _fill(sheet, {"answer": "'+1"}, {"answer": "'-1"})
    assert [each.answer for each in read_sheet(sheet, "ben", ASKED, TASK).verdicts] == ["+1", "-1"]


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
    with pytest.raises(ZelligError, match="this file is already there"):
        judging_sheet(texts, by="ben", out=sheet)
    assert sheet.read_bytes() == before


def test_a_column_that_is_called_otherwise_is_refused_and_one_that_is_added_is_told(sheet: Path) -> None:
    _fill(sheet, {"answer": "positive", "grammatical": "no"})
    as_it_was = sheet.read_text(encoding="utf-8")
    sheet.write_text(as_it_was.replace("grammatical", "gramatical", 1), encoding="utf-8")
    with pytest.raises(ZelligError, match=r"no column 'grammatical'.* There are: .*gramatical") as refused:
        read_sheet(sheet, "ben", ASKED, TASK)
    assert refused.value.line == 1
    sheet.write_text(as_it_was.replace("natural", "answer", 1), encoding="utf-8")
    with pytest.raises(ZelligError, match="two columns are called 'answer'"):
        read_sheet(sheet, "ben", ASKED, TASK)
    with sheet.open("w", encoding="utf-8") as file:
        head, *rows = as_it_was.removesuffix("\n").split("\n")
        # The last text has two lines.
        file.write("\n".join([f"{head},Natural?", rows[0] + ",no", rows[1] + ",", rows[2], rows[3] + ","]))
    heard: list[Notice] = []
    with hearing(heard.append):
        (said,) = read_sheet(sheet, "ben", ASKED, TASK).verdicts
    assert (said.grammatical, said.natural) == (False, None)
    assert [each.sentence for each in heard] == [f"not read of {sheet}: the columns 'Natural?'"]


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    path = tmp_path / "texts.jsonl"
    dishes = ("tea", "soup", "bread", "salad")
    write_records(path, Item, [Item(dish, {"text": f"The {dish} was late."}) for dish in dishes], "sentiment")
    return path


def _read(texts: Path, sheet: Path, by: str = "Ben", *, take_back: bool = False) -> Entered:
    out = texts.with_name("said.jsonl")
    return read_judged_sheet(texts, sheet=sheet, by=by, out=out, take_back=take_back)


def test_a_sheet_that_is_read_again_says_what_is_new_changed_and_left(texts: Path, tmp_path: Path) -> None:
    sheet, out = tmp_path / "ben.csv", tmp_path / "said.jsonl"
    judging_sheet(texts, by="Ben", out=sheet)
    with pytest.raises(ZelligError, match="no row of this sheet is filled in"):
        _read(texts, sheet)
    assert not out.exists()
    _fill(sheet, {"answer": "negative"}, {"answer": "negative"}, {"answer": "neutral"})
    assert _read(texts, sheet) == NOTHING._replace(new=3, unanswered=1)
    before = out.read_bytes()
    assert _read(texts, sheet) == NOTHING._replace(same=3, unanswered=1)
    assert out.read_bytes() == before
    _fill(sheet, {"answer": "positive"}, {}, {"answer": ""}, {"answer": "negative"})
    found = _read(texts, sheet)
    assert found == NOTHING._replace(new=1, changed=1, same=1, kept=1)
    assert list(entered_in_words(found, "Ben", "said.jsonl")) == [
        "4 verdicts of Ben in said.jsonl: 1 new, 1 changed, 1 as before, "
        "1 from before, on rows that are empty now.",
        "! A row that was emptied takes nothing back; "
        "with take_back=True such rows take back what was said before.",
    ]
    found = _read(texts, sheet, take_back=True)
    assert found == NOTHING._replace(same=3, taken_back=1, unanswered=1)
    assert len(counted(read_verdicts([out], TASK))) == 3
    lines = sheet.read_text(encoding="utf-8-sig").splitlines()
    sheet.write_text("\n".join(lines[:2]), encoding="utf-8")
    assert _read(texts, sheet) == NOTHING._replace(same=1, elsewhere=2)


def test_what_another_judge_said_in_the_same_file_is_not_touched(texts: Path, tmp_path: Path) -> None:
    sheet, out = tmp_path / "ben.csv", tmp_path / "said.jsonl"
    judging_sheet(texts, by="Ben", out=sheet)
    _fill(sheet, {"answer": "negative"})
    _read(texts, sheet, "Ann")
    _fill(sheet, {"answer": ""}, {"answer": "positive"})
    assert _read(texts, sheet, take_back=True).new == 1
    assert sorted(whose.judge for whose in counted(read_verdicts([out], TASK))) == ["Ann", "Ben"]


@pytest.mark.parametrize("by", ["ben", " BEN", "Ｂen"])
def test_a_name_in_another_spelling_does_not_become_a_second_judge(
    by: str, texts: Path, tmp_path: Path
) -> None:
    sheet, out = tmp_path / "ben.csv", tmp_path / "said.jsonl"
    judging_sheet(texts, by="Ben", out=sheet)
    _fill(sheet, {"answer": "negative"})
    _read(texts, sheet)
    before = out.read_bytes()
    with pytest.raises(ZelligError, match="this file has verdicts of 'Ben' already"):
        _read(texts, sheet, by)
    with pytest.raises(ZelligError, match="this file has verdicts of 'Ben' already"):
        judge_texts(texts, by=by, out=out, ask=lambda item, far: Reply("-1"))
    assert out.read_bytes() == before


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


def test_a_table_of_texts_is_judged_as_it_is(tmp_path: Path) -> None:
    table, sheet = tmp_path / "mine.csv", tmp_path / "ann.csv"
    table.write_text("review,stars\nThe tea was fine.,5\nThe soup was cold.,1\n", encoding="utf-8")
    said: list[Notice] = []
    with hearing(said.append):
        assert judging_sheet(table, by="ann", out=sheet, task="sentiment") == 2
    assert "text = review, label = stars" in said[0].sentence
    _fill(sheet, {"answer": "positive"}, {"answer": "negative"})
    entered = read_judged_sheet(table, sheet=sheet, by="ann", out=tmp_path / "ann.jsonl", task="sentiment")
    assert entered.new == 2
    assert judging_report(table, tmp_path / "ann.jsonl").figures is not None


def test_a_table_that_is_neither_pairs_nor_items_is_told_what_is_wanted(tmp_path: Path) -> None:
    table = tmp_path / "two.csv"
    table.write_text("before,after,label\nThe tea was fine.,The tea was cold.,pos\n", encoding="utf-8")
    with pytest.raises(ZelligError, match="there is no column of ids") as told:
        judging_sheet(table, by="ann", out=tmp_path / "ann.csv", task="sentiment")
    assert told.value.path == str(table)
    assert "zl.import_pairs" in told.value.remedy
    assert "docs/reference/judging.md" in told.value.remedy
    assert not (tmp_path / "ann.csv").exists()
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("id,text,label\n1_a,The tea was fine.,+1\n1_b,The tea was cold.,-1\n", encoding="utf-8")
    assert judging_sheet(pairs, by="ann", out=tmp_path / "ann.csv", task="sentiment") == 1
