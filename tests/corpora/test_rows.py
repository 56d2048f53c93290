from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.round_trip import cells, texts
from zellig.corpora.rows import by_column, csv_line, peek, read_csv, read_jsonl, read_tsv, tsv_line
from zellig.errors import ZelligError


@given(st.lists(texts, min_size=2, max_size=4))
def test_csv_lines_are_read_back_by_python(row: list[str]) -> None:
    assert next(csv.reader(io.StringIO(csv_line(row).decode(), newline=""))) == row


@given(st.lists(cells, min_size=1, max_size=4))
def test_tsv_lines_are_split_at_tabs(row: list[str]) -> None:
    assert tsv_line(row).decode().removesuffix("\n").split("\t") == row


@pytest.mark.parametrize("cell", ["a\tb", "a\nb", "a\rb"])
def test_tsv_refuses_what_it_cannot_hold(cell: str) -> None:
    with pytest.raises(ZelligError, match="TSV cannot hold"):
        tsv_line([cell])


def test_csv_rows_carry_the_number_of_their_first_line(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b'\xef\xbb\xbfa,b\r\n"two\r\nlines",2\r\n\r\nlast,3')
    assert list(read_csv(path)) == [(1, ["a", "b"]), (2, ["two\r\nlines", "2"]), (5, ["last", "3"])]


def test_a_large_cell_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('a,"' + "long " * 200_000 + '"\n')
    assert len(next(read_csv(path))[1][1]) == 1_000_000


def test_an_open_quotation_mark_is_found_where_it_begins(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('a,b\nc,"d\ne,f\n')
    with pytest.raises(ZelligError) as caught:
        list(read_csv(path))
    assert caught.value.line == 2


def test_columns(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("x\ty\n1\t2\n\n3\n")
    rows = by_column(path, read_tsv(path), ["y"])
    assert next(rows) == (2, {"x": "1", "y": "2"})
    with pytest.raises(ZelligError) as caught:
        next(rows)
    assert caught.value.line == 4
    with pytest.raises(ZelligError) as caught:
        list(by_column(path, read_tsv(path), ["y", "z"]))
    assert (caught.value.line, caught.value.field) == (1, "z")


def test_jsonl_names_the_bad_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"a": 1}\n\n[1]\n')
    with pytest.raises(ZelligError) as caught:
        list(read_jsonl(path))
    assert caught.value.line == 3


def test_peek_takes_nothing_away() -> None:
    first, values = peek(iter("abc"))
    assert (first, list(values)) == ("a", ["a", "b", "c"])
    assert peek([])[0] is None
