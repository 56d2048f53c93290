from __future__ import annotations

import json
from pathlib import Path

import pytest

from zellig.checks.check_file import check_file, write_accepted, write_rejected
from zellig.checks.show import show_report
from zellig.errors import ZelligError

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


def test_models_that_are_not_there_are_missed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zellig.extras.find_spec", lambda name: None)
    with pytest.raises(ZelligError, match="the check with models needs torch"):
        check_file(str(tmp_path / "nothing.tsv"), "sentiment", models=True)


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
        ("p.jsonl", b'{"zellig": "items"}\n', "this file holds items"),
        ("p.jsonl", b'{"zellig": "pears"}\n', "(there are: items, keys, pairs, predictions, verdicts)"),
        ("p.tsv", b"", "this file is empty"),
        ("p.tsv", b"id\tte\0xt\tlabel\n1_a\tTea.\t1\n", "line 1, column 6: there is a NUL byte here"),
        ("p.csv", b'"id,text,label\n1_a,Tea.,1\n', "not well-formed CSV"),
        ("p.tsv", b"id\ttext\tlabel\n", "there is no pair in it"),
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


GOOD = (
    b'{"id":"%d","original":{"id":"%d_a","fields":{"text":"Warm soup %d."},"accepted":["+1"]},'
    b'"modified":{"id":"%d_b","fields":{"text":"Cold soup %d."},"accepted":["-1"]},"promise":"flip"}\n'
)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"id": "1"', "the line ends in the middle of a record"),
        (b"soup", "this is not JSON that can be read"),
        (b'{"id": "\0"}', "column 9: there is a NUL byte here"),
        (b'{"id": "caf\xe9"}', "column 12: byte 0xe9 is not UTF-8"),
        (GOOD.replace(b'"flip"', b'"flop"').strip(), "'flop' (there are: becomes, flip, not, same)"),
        (b'{"id": "1", "origin": 3}', "unknown field 'origin' (there are: id, original, modified, promise,"),
        (GOOD.replace(b'["+1"]', b'["+1"],"tag":3').strip(), "field original: Object contains unknown field"),
        (b'{"id": 1}', "field id: Expected 'str', got 'int'"),
        (b'{"id":"1","original":{"id":"a","metadata":' + b'{"a":' * 3000, "brackets are nested too deep"),
    ],
)
def test_a_line_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path, line: bytes, said: str) -> None:
    file = tmp_path / "p.jsonl"
    file.write_bytes(GOOD.replace(b"%d", b"1") + line + b"\n" + GOOD.replace(b"%d", b"2") + b"soup\n")
    report = check_file(str(file), "sentiment")
    assert [pair.id for pair in report.accepted] == ["1", "2"]
    first, last = report.findings
    assert (first.line, first.code, first.severity) == (2, "malformed", "reject")
    assert said in first.message
    assert (last.line, last.code) == (4, "malformed")
    write_rejected(tmp_path / "no.jsonl", report)
    assert [json.loads(row)["line"] for row in (tmp_path / "no.jsonl").read_text().splitlines()] == [2, 4]


@pytest.mark.parametrize(
    ("name", "rows", "found"),
    [
        ("p.tsv", b"3_a\t1\n4_a\tSo\0up\t1\n5_a\tcaf\xe9\t1\n", [(2, ""), (3, ""), (4, "")]),
        ("p.csv", b'3_a,"Tea" is,1\n4_a,caf\xe9,1\n5_a,Tea\n', [(2, ""), (3, ""), (4, "")]),
        ("p.csv", b'3_a,"caf\xe9\nis",1\n', [(2, "")]),
    ],
)
def test_rows_of_a_table_that_cannot_be_read(
    tmp_path: Path, name: str, rows: bytes, found: list[tuple[int, str]]
) -> None:
    separator = b"," if name == "p.csv" else b"\t"
    good = b"1_a\tWarm soup.\t1\n1_b\tCold soup.\t-1\n"
    file = tmp_path / name
    file.write_bytes(separator.join((b"id", b"text", b"label\n")) + rows + good.replace(b"\t", separator))
    report = check_file(str(file), "sentiment")
    malformed = [(each.line, each.pair) for each in report.findings if each.code == "malformed"]
    assert malformed[: len(found)] == found
    assert [pair.id for pair in report.accepted] == ["1"]
    assert report.rows[-1].line == 1 + rows.count(b"\n") + 1


def test_a_label_that_there_is_not_is_named_with_those_that_there_are(tmp_path: Path) -> None:
    file = tmp_path / "p.tsv"
    file.write_text("id\ttext\tlabel\n1_a\tWarm soup.\tgood\n1_b\tCold soup.\t-1\n")
    (finding,) = check_file(str(file), "sentiment").findings
    assert (finding.code, finding.line) == ("bad-item", 2)
    assert (
        "'good' is not an answer of the task sentiment. Use one of -1 (negative), 0 (neutral), +1 (positive)."
        in finding.message
    )


def test_garbage_without_end_is_counted_and_shown_in_part(tmp_path: Path) -> None:
    file = tmp_path / "p.jsonl"
    file.write_bytes(b"soup soup soup\n" * 20_000)
    lines = list(show_report(check_file(str(file), "sentiment")))
    assert len(lines) < 120
    assert any("and 19,900 more" in text for line in lines for text, _ in line)


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
    assert (summary.pairs, summary.counts) == (pairs, counts)


def test_the_reviews_leak_into_the_submissions_made_from_them(shared: Path) -> None:
    folder = shared / "data/bibi2017"
    report = check_file(
        str(folder / "gold/Team1_breaker_test.tsv"),
        "sentiment",
        against=str(folder / "annotations/reviews.tsv"),
    )
    assert len(report.rejected) == 99
