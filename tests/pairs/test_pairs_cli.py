from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import zellig as zl
from helpers import sentiment_pair, small_contest
from zellig.cli.pairs import app

TABLE = """id\ttext\tlabel\tphenomenon\trationale
1_a\tThe soup was warm and good.\t1\t\t
1_b\tThe soup was cold and bad.\t-1\tantonym\tcold soup is bad
2_a\tThe tea was fine.\t1\t\t
2_b\tThe tea was fine.\t1\t\t
"""


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "p.tsv"
    path.write_text(TABLE)
    return str(path)


def test_check_prints_a_report_and_fails_if_anything_is_rejected(table: str) -> None:
    result = CliRunner().invoke(app, ["check", table, "--task", "sentiment"])
    assert result.exit_code == 1
    assert result.output == (
        "REJECTED  unchanged: a modified item equal to its original (1)\n"
        "  line 4  2  the modified item is the same as the original\n"
        "  -> Change the text, or remove the pair.\n"
        "\n"
        "2 pairs: 1 accepted, 1 rejected.\n"
    )


def test_check_as_json_with_files(table: str, tmp_path: Path) -> None:
    yes, no = tmp_path / "yes.jsonl", tmp_path / "no.jsonl"
    words = ["check", table, "--task", "sentiment", "--format", "json"]
    result = CliRunner().invoke(app, [*words, "--accepted", str(yes), "--rejected", str(no)])
    report = json.loads(result.output)
    assert (report["pairs"], report["accepted"], report["rejected"]) == (2, 1, 1)
    assert report["counts"] == {"unchanged": 1}
    assert report["findings"][0]["line"] == 4
    assert (len(yes.read_text().splitlines()), len(no.read_text().splitlines())) == (2, 1)
    assert CliRunner().invoke(app, ["check", str(yes), "--task", "sentiment"]).exit_code == 0


def test_long_lists_of_what_is_not_rejected_are_cut(tmp_path: Path) -> None:
    path = tmp_path / "p.tsv"
    rows = [f"{n}_a\tTea {n}\t1\n{n}_b\ttea {n}\t1\n" for n in range(8)]
    path.write_text("id\ttext\tlabel\n" + "".join(rows))
    result = CliRunner().invoke(app, ["check", str(path), "--task", "sentiment"])
    assert "and 3 more; --format json lists all" in result.output
    assert (
        "8 pairs: 8 accepted, 0 rejected. Among the accepted: 0 to review, 8 with warnings only."
        in result.output
    )


def test_show(table: str) -> None:
    result = CliRunner().invoke(app, ["show", table, "--task", "sentiment", "--limit", "1"])
    assert result.exit_code == 0
    assert result.output == (
        "1  +1 -> -1 (flip)  antonym\n"
        "  The soup was [-warm-]{+cold+} and [-good-]{+bad+}.\n"
        "  because cold soup is bad\n"
        "\n"
    )


def test_the_task_is_found_in_the_file_and_in_the_run(tmp_path: Path) -> None:
    folder = small_contest(tmp_path / "run")
    for source in (folder, folder / "pairs/ben.jsonl"):
        shown = CliRunner().invoke(app, ["show", str(source), "--limit", "1"])
        assert shown.exit_code == 0, shown.output
        assert "The soup at table p" in shown.output
    assert CliRunner().invoke(app, ["check", str(folder / "pairs/ben.jsonl")]).exit_code == 0
    assert zl.check_pairs(folder / "pairs/ben.jsonl").found.task == "sentiment"


def test_where_nobody_says_the_task_it_is_asked_for(table: str) -> None:
    for words in (["show", table], ["check", table]):
        assert "it does not say its task" in str(CliRunner().invoke(app, words).exception)
    with pytest.raises(zl.ZelligError, match=r"pairs in hand do not say their task\. Say task="):
        zl.check_pairs([sentiment_pair("1")])
