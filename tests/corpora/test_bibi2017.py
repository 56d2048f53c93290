from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.round_trip import cells, written_and_read
from zellig.corpora import convert, open_corpus
from zellig.corpora.bibi2017 import breaker_of, read_gold, read_predictions
from zellig.errors import ZelligError
from zellig.items import Item

HEADER = b"sentence_id\tsentence\tsentiment_label\n"


def write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def test_the_breaker_is_in_the_file_name() -> None:
    assert breaker_of("gold/Team1_breaker_test.tsv") == "Team1"
    assert breaker_of(Path("Team4_breaker_test.twitter_nnet")) == "Team4"


@pytest.mark.parametrize(
    "content",
    [
        b"sentence_id\tsentence\tlabel\n7_a\tA fine day .\t1\n7_b\tA poor day .\t-1\n",
        b"<sentence_id>\t<sentence>\t<sentiment_label>\n7_a\ta fine day\t+1\n7_b\ta poor day\t-1\n",
        b"7_a\tA fine day .\t1\r\n7_b\tA poor day .\t-1\r\n",
        b"sentence_id sentence -1\n7_a A fine day . +1\n7_b  A poor day .  -1\n\n",
        b"7_a A fine day . 1\n7_b A poor day . -1",
    ],
)
def test_every_variant_of_predictions_is_read(tmp_path: Path, content: bytes) -> None:
    path = write(tmp_path / "Team1_breaker_test.preds", content)
    found = [(prediction.id, prediction.answer) for _, prediction in read_predictions(path)]
    assert found == [("7_a", "+1"), ("7_b", "-1")]


def test_repeated_ids_are_all_given_with_their_lines(tmp_path: Path) -> None:
    path = write(tmp_path / "Team1_gold.tsv", HEADER + b"7_a\tFine .\t1\n7_a\tFine .\t-1\n")
    assert [(line, item.id, item.accepted) for line, item in read_gold(path)] == [
        (2, "7_a", ("+1",)),
        (3, "7_a", ("-1",)),
    ]


@pytest.mark.parametrize(
    ("row", "field"), [(b"7_a\tFine .\t2\n", "sentiment_label"), (b"7_a\t1\n", None), (b"7_a 1\n", None)]
)
def test_a_bad_row_is_named(tmp_path: Path, row: bytes, field: str | None) -> None:
    path = write(tmp_path / "Team1_gold.tsv", HEADER + b"6_a\tFine .\t1\n" + row)
    with pytest.raises(ZelligError) as caught:
        list(read_gold(path))
    assert (caught.value.line, caught.value.field) == (3, field)


@pytest.mark.parametrize(
    ("team", "raw", "text"), [("Team3", b"caf\x8e", "café"), ("Team4", b"well\x85", "well…")]
)
def test_two_teams_did_not_write_utf8(tmp_path: Path, team: str, raw: bytes, text: str) -> None:
    content = HEADER + b"7_a\t" + raw + b"\t1\n"
    [(_, item)] = read_gold(write(tmp_path / f"{team}_breaker_test.tsv", content))
    assert item.fields["text"] == text
    with pytest.raises(ZelligError, match="line 2, column"):
        list(read_gold(write(tmp_path / "Team9_breaker_test.tsv", content)))


def test_a_file_of_predictions_is_no_corpus(tmp_path: Path) -> None:
    path = write(tmp_path / "Team1_breaker_test.preds", b"7_a A fine day . 1\n")
    with pytest.raises(ZelligError, match="neither a test set"):
        list(open_corpus(f"bibi2017:{path}"))


@given(st.lists(st.builds(lambda *cell: cell, cells, cells, st.sampled_from(["-1", "0", "+1"])), min_size=1))
def test_writing_and_reading_gives_the_same_items(rows: list[tuple[str, str, str]]) -> None:
    items = [
        Item(f"{number}_{name}", {"text": text}, (label,), {"breaker": "some.tsv"})
        for number, (name, text, label) in enumerate(rows)
    ]
    assert written_and_read("bibi2017", items, "tsv") == items


@pytest.mark.parametrize(("team", "rows"), [("Team1", 198), ("Team2", 84), ("Team3", 100), ("Team4", 200)])
def test_the_released_test_sets(shared: Path, tmp_path: Path, team: str, rows: int) -> None:
    corpus = open_corpus(f"bibi2017:{shared}/data/bibi2017/gold:{team}")
    items = list(corpus)
    assert len(items) == rows
    assert {item.metadata["breaker"] for item in items} == {team}
    assert {item.id[-2:] for item in items} == {"_a", "_b"}
    text = "".join(item.fields["text"] for item in items)
    assert all(character.isprintable() for character in text)
    convert(corpus, "bibi2017", tmp_path / "out.tsv")
    released = (shared / f"data/bibi2017/gold/{team}_breaker_test.tsv").read_bytes()
    encoding = {"Team3": "mac_roman", "Team4": "cp1252"}.get(team, "utf-8")
    assert (tmp_path / "out.tsv").read_bytes().decode() == released.decode(encoding)


def test_all_released_predictions_are_read(shared: Path) -> None:
    release = shared / "data/bibi2017"
    rows = {breaker_of(path): sum(1 for _ in read_gold(path)) for path in release.glob("gold/*")}
    files = sorted(release.glob("predictions/*/*"))
    assert len(files) == 28
    for path in files:
        found = [prediction.answer for _, prediction in read_predictions(path)]
        assert len(found) == rows[breaker_of(path)]
        assert set(found) <= {"-1", "0", "+1"}


def test_the_rest_of_the_release(shared: Path) -> None:
    release = shared / "data/bibi2017"
    assert sum(1 for _ in open_corpus(f"bibi2017:{release}")) == 582
    reviews = list(open_corpus(f"bibi2017:{release}/annotations/reviews.tsv"))
    assert len(reviews) == 1206
    assert not any(item.accepted for item in reviews)
    crowd = list(open_corpus(f"bibi2017:{release}/annotations/crowd-labels.csv"))
    assert Counter(item.accepted[0] for item in crowd) == {"+1": 286, "-1": 213, "0": 65}
    assert len({item.id for item in crowd}) == 564
    texts = {item.id: item.fields["text"] for item in reviews}
    assert all(item.metadata["review"] in texts for item in crowd)
