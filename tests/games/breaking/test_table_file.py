"""The table of a run in three formats that say the same, read by the readers of others."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import polars
import pytest

from gates import hundred, write_run
from helpers import small_contest, zellig
from zellig.files import write_json
from zellig.games.breaking.notes import Notes
from zellig.games.breaking.stored import read_stored

ODD = 'He said "fine", then\nleft;\tit was #1'


def exported(run: Path, form: str) -> Path:
    out = run.parent / f"table.{form}"
    done = zellig("export", run, "--to", form, "--out", out)
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A contest whose notes say that p2 is not valid."""
    folder = small_contest(tmp_path_factory.mktemp("export") / "run")
    for name, faults in (("ana", {"p2": ["negation", "parse"]}), ("ben", {})):
        write_json(folder / f"made/{name}.json", Notes(2, 1, 0, 0, {}, faults))
    pairs = folder / "pairs/ana.jsonl"
    text = json.dumps("The soup at table p1 was hot.")
    pairs.write_text(pairs.read_text().replace(text, json.dumps(ODD)), encoding="utf-8")
    return folder


def test_three_formats_say_the_same(run: Path) -> None:
    rows = [json.loads(line) for line in exported(run, "jsonl").read_text().splitlines()]
    assert [row["valid"] for row in rows] == [True, False, True]
    assert rows[0]["original_text"] == ODD
    assert polars.read_parquet(exported(run, "parquet")).to_dicts() == rows
    with exported(run, "csv").open(newline="", encoding="utf-8") as file:
        cells = list(csv.DictReader(file))
    assert [list(row) for row in cells] == [list(row) for row in rows]
    assert cells[0]["original_text"] == ODD
    assert cells[1]["findings"] == "negation###parse"
    assert (cells[1]["valid"], cells[1]["victim"], cells[2]["broken.stuck"]) == ("false", "", "true")
    assert polars.read_csv(run.parent / "table.csv")["passed.stuck"].to_list() == [
        row["passed.stuck"] for row in rows
    ]


def test_pairs_that_nobody_has_answered_are_a_table_without_systems(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", hundred())
    table = polars.read_parquet(exported(folder, "parquet"))
    assert table.height == 200
    assert table["valid"].null_count() == 200
    assert not [name for name in table.columns if "." in name]
    alone = read_stored(folder / "pairs/cook.jsonl")
    assert alone.pairs == read_stored(folder).pairs


def test_an_unfinished_run_and_a_misplaced_option_are_refused(run: Path, tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", hundred())
    (folder / "run.toml").write_text('game = "breaking"\n')
    done = zellig("export", folder, "--to", "csv", "--out", tmp_path / "t.csv")
    assert done.returncode == 1
    assert "not finished" in done.stderr
    done = zellig("export", run, "--to", "csv", "--out", tmp_path / "t.csv", "--corpus", "rotten-tomatoes")
    assert "csv has no use for --corpus" in done.stderr
    assert not (tmp_path / "t.csv").exists()
