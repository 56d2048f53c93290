from __future__ import annotations

import json
from pathlib import Path

import pytest

from zellig.errors import ZelligError
from zellig.pairs.check_file import check_file, write_accepted, write_rejected

TABLE = """id\ttext\tlabel
1_a\tThe soup was warm and good.\t1
1_b\tThe soup was cold and bad.\t-1
2_a\tThe soup was warm and good.\t1
2_b\tThe soup was warm and good.\t5
3_a\tThe tea was fine.\t1
"""


def test_accepted_pairs_pass_again_and_rejected_rows_say_why(tmp_path: Path) -> None:
    table = tmp_path / "p.tsv"
    table.write_text(TABLE)
    report = check_file(str(table), "sentiment")
    assert [(f.line, f.pair, f.code) for f in report.findings] == [
        (4, "2", "bad-item"),
        (4, "2", "unchanged"),
        (6, "3", "unpaired"),
    ]
    write_accepted(tmp_path / "yes.jsonl", report)
    write_rejected(tmp_path / "no.jsonl", report)
    again = check_file(str(tmp_path / "yes.jsonl"), "sentiment")
    assert again.accepted == report.accepted
    assert again.rejected == []
    rows = [json.loads(line) for line in (tmp_path / "no.jsonl").read_text().splitlines()]
    assert [row["line"] for row in rows] == [4, 6]
    assert rows[0]["pair"]["id"] == "2"
    assert [finding["code"] for finding in rows[0]["findings"]] == ["bad-item", "unchanged"]
    assert rows[1]["items"][0]["id"] == "3_a"


def test_a_policy_file_counts(tmp_path: Path) -> None:
    table, policy = tmp_path / "p.tsv", tmp_path / "policy.toml"
    table.write_text(TABLE)
    policy.write_text("[sentence]\nwarn_tokens = 1\n")
    codes = [finding.code for finding in check_file(str(table), "sentiment", policy=policy).findings]
    assert codes[0] == "sizeable-edit"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("p.jsonl", b"", "there is no pair in it"),
        ("p.jsonl", b'{"zellig": "pairs"}\n', "there is no pair in it"),
        ("p.jsonl", b'{"id": "1"\n', "line 1"),
        ("p.jsonl", b'{"id": "1", "original": {"id": "1_a\0"}}\n', "NUL byte"),
        ("p.tsv", b"", "this file is empty"),
        ("p.tsv", b"id\ttext\tlabel\n", "there is no pair in it"),
        ("p.tsv", b"id\ttext\tlabel\n1_a\tcaf\xe9\t1\n", "line 2, column 8: byte 0xe9 is not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_ends_everything(
    tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(ZelligError) as refused:
        check_file(str(file), "sentiment")
    assert said in str(refused.value)
    assert str(file) in str(refused.value)
    assert refused.value.remedy


@pytest.mark.parametrize(
    ("team", "pairs", "counts"),
    [
        ("Team1", 99, {"original-altered": 1, "large-edit": 21, "sizeable-edit": 5, "reordered": 4}),
        ("Team2", 42, {"large-edit": 6, "sizeable-edit": 3}),
        ("Team3", 49, {"unpaired": 1, "original-altered": 1, "large-edit": 5, "sizeable-edit": 4}),
        ("Team4", 97, {"unpaired": 3, "original-altered": 60, "large-edit": 8, "sizeable-edit": 14}),
    ],
)
def test_the_2017_submissions(shared: Path, team: str, pairs: int, counts: dict[str, int]) -> None:
    folder = shared / "data/bibi2017"
    reviews = str(folder / "annotations/reviews.tsv")
    spec = f"bibi2017:{folder / 'gold'}/{team}_breaker_test.tsv"
    summary = check_file(spec, "sentiment", originals=reviews).summary()
    assert summary["pairs"] == pairs
    assert summary["counts"] == counts


def test_the_reviews_leak_into_the_submissions_made_from_them(shared: Path) -> None:
    folder = shared / "data/bibi2017"
    report = check_file(
        str(folder / "gold/Team1_breaker_test.tsv"),
        "sentiment",
        against=str(folder / "annotations/reviews.tsv"),
    )
    assert len(report.rejected) == 99
