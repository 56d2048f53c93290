from __future__ import annotations

from pathlib import Path

import pytest

from zellig.errors import ZelligError
from zellig.items import Item, Pair, write_records
from zellig.pairs.reading import Unpaired, pair_up, read_corpus, read_pairs, read_rows
from zellig.tasks import get_task

SENTIMENT = get_task("sentiment")


def item(name: str, text: str = "soup", label: str = "+1", **metadata: str) -> Item:
    return Item(name, {"text": text}, (label,), dict(metadata))


def test_items_are_paired_by_their_ids_wherever_they_stand() -> None:
    rows = [
        (2, item("1_a")),
        (3, item("x_2_a")),
        (4, item("1_b", "tea", "-1", phenomenon="noun", colour="red")),
    ]
    first, second = pair_up([*rows, (5, item("x_2_b", "tea"))], SENTIMENT)
    modified = item("1_b", "tea", "-1", colour="red")
    assert first == (2, Pair("1", item("1_a"), modified, "flip", phenomenon="noun"))
    assert isinstance(second[1], Pair)
    assert (second[0], second[1].id, second[1].promise) == (3, "x_2", "same")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["1_a"], "the modified item is missing"),
        (["1_b"], "the original item is missing"),
        (["1_a", "1_b", "1_b"], "several rows have one id (rows 1, 2, 3)"),
        (["1_a", "1_a"], "several rows have one id (rows 1, 2)"),
        (["1"], "the id '1' ends neither in _a nor in _b"),
        (["1_c"], "the id '1_c' ends neither in _a nor in _b"),
    ],
)
def test_items_that_make_no_pair(names: list[str], said: str) -> None:
    [(line, row)] = pair_up(enumerate(map(item, names), start=1), SENTIMENT)
    assert isinstance(row, Unpaired)
    assert (line, row.message, len(row.items)) == (1, said, len(names))


def test_own_records_come_with_their_lines(tmp_path: Path) -> None:
    pair = Pair("1", item("1_a"), item("1_b", "tea"), "same")
    path = tmp_path / "p.jsonl"
    write_records(path, Pair, [pair], "sentiment")
    assert list(read_pairs(str(path), SENTIMENT)) == [(2, pair)]
    with pytest.raises(ZelligError, match=r"this holds sentiment, not nli. Use task=.sentiment"):
        list(read_pairs(str(path), get_task("nli")))


def test_a_table_is_read_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "p.tsv"
    path.write_text("id\ttext\tlabel\n1_a\tsoup\t1\n1_b\ttea\t-1\n2_a\tsoup\t1\n")
    rows = list(read_rows(str(path), SENTIMENT))
    assert [type(row) for _, row in rows] == [Pair, Unpaired]
    with pytest.raises(
        ZelligError,
        match=r"p.tsv, line 4: unpaired: pair '2': the modified item is missing. Add the row 2_b.",
    ):
        list(read_pairs(str(path), SENTIMENT))


def test_an_illegal_label_is_refused_by_reading_and_kept_for_the_checks(tmp_path: Path) -> None:
    path = tmp_path / "p.tsv"
    path.write_text("id\ttext\tlabel\n1_a\tsoup\t1\n1_b\ttea\t5\n")
    assert len(list(read_rows(str(path), SENTIMENT))) == 1
    with pytest.raises(ZelligError, match="line 3: '5' is not an answer"):
        list(read_pairs(str(path), SENTIMENT))


@pytest.mark.parametrize("name", ["nothing.tsv", "nothing.jsonl"])
def test_a_missing_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(ZelligError, match="there is no such file"):
        list(read_pairs(str(tmp_path / name), SENTIMENT))


def test_neither_file_nor_corpus() -> None:
    with pytest.raises(ZelligError, match="is not one of the corpora"):
        list(read_pairs("nothing.txt", SENTIMENT))


def test_items_of_a_record_file(tmp_path: Path) -> None:
    path = tmp_path / "i.jsonl"
    write_records(path, Item, [item("1")], "sentiment")
    assert list(read_corpus(str(path), SENTIMENT)) == [item("1")]


def test_the_2017_release(shared: Path) -> None:
    gold = shared / "data/bibi2017/gold"
    assert len(list(read_pairs(str(gold / "Team1_breaker_test.tsv"), SENTIMENT))) == 99
    assert len(list(read_pairs(f"bibi2017:{gold / 'Team2_breaker_test.tsv'}", SENTIMENT))) == 42
    with pytest.raises(ZelligError, match="line 50, column 20: byte 0x8e is not UTF-8"):
        list(read_pairs(str(gold / "Team3_breaker_test.tsv"), SENTIMENT))
