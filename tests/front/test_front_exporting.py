"""Pairs handed out from Python: what is in hand is written as what lies in a folder."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import polars
import pytest
import typer

import zellig as zl
from helpers import sentiment_pair, small_contest, zellig
from zellig.cli import app
from zellig.errors import ZelligError
from zellig.front.breaking import BreakingRun
from zellig.front.exporting import To
from zellig.games.breaking.blind import ITEMS
from zellig.games.judging.asked import name_of
from zellig.items import Item, Prediction, Verdict, read_records, write_records
from zellig.tasks import get_task
from zellig.transform.evaluation import ContrastSet


def test_items_without_answers_come_back_as_a_system(broken: BreakingRun, tmp_path: Path) -> None:
    done = zl.export(broken, to="blind", out=tmp_path / "blind")
    items = list(read_records(done.path / ITEMS, Item))
    assert done.number == len(items) == len(done.table())
    assert not any(item.accepted for item in items)
    write_records(tmp_path / "said.jsonl", Prediction, [Prediction(item.id, "+1") for item in items])
    assert zl.gate(broken, system=f"file:{tmp_path}/said.jsonl", min_passed=0).decision.unparsed == 0


@pytest.mark.parametrize("to", ["csv", "jsonl", "parquet"])
def test_a_table_is_that_of_the_run(broken: BreakingRun, tmp_path: Path, to: To) -> None:
    done = zl.export(broken, to=to, out=tmp_path / f"pairs.{to}")
    assert done.table().equals(broken.table())
    assert f"{done.number} pairs are in" in repr(done)
    for source in (done.path, done.table()):
        back = zl.import_pairs(source, task="sentiment")
        assert [pair.id for pair in back.contrasts.pairs] == broken.table()["id"].to_list()


@pytest.mark.parametrize(("to", "name"), [("csv", "pairs.parquet"), ("checklist", "pairs.csv")])
def test_a_name_that_means_another_kind_of_file_is_refused(
    broken: BreakingRun, tmp_path: Path, to: To, name: str
) -> None:
    with pytest.raises(ZelligError, match="by its name this is a"):
        zl.export(broken, to=to, out=tmp_path / name)
    assert not (tmp_path / name).exists()


def test_a_folder_is_exported_as_its_pairs_in_hand(tmp_path: Path) -> None:
    folder = small_contest(tmp_path / "contest")
    zl.export(folder, to="parquet", out=tmp_path / "folder.parquet")
    answered = polars.read_parquet(tmp_path / "folder.parquet")
    assert "passed.good" in answered.columns
    pairs = zl.import_pairs(tmp_path / "folder.parquet", task="sentiment")
    zl.export(pairs, to="parquet", out=tmp_path / "hand.parquet")
    assert polars.read_parquet(tmp_path / "hand.parquet")["id"].equals(answered["id"])


def test_every_folder_and_file_for_other_programs_is_written(broken: BreakingRun, tmp_path: Path) -> None:
    written = {
        "datasets": {"README.md", "pairs.parquet"},
        "lm-eval": {"zellig_lm_eval.yaml", "items.jsonl", "items.py", "passing.py"},
        "inspect": {"pairs.py", "items.jsonl", "spellings.json", "passing.py", "reading_replies.py"},
    }
    for to, names in written.items():
        done = zl.export(broken, to=to, out=tmp_path / to)  # type: ignore[arg-type]
        assert {path.name for path in done.path.rglob("*") if path.is_file()} == names
        assert done.table().equals(broken.table())
    items = (tmp_path / "lm-eval/items.jsonl").read_text().splitlines()
    assert repr(zl.export(broken, to="lm-eval", out=tmp_path / "again")).startswith(f"{len(items)} items are")
    done = zl.export(broken, to="checklist", out=tmp_path / "tests.jsonl")
    back = zl.import_pairs(done.path, form="checklist", task="sentiment")
    valid = broken.table().filter(polars.col("valid"))["id"]
    assert done.number == len(back.contrasts.pairs) == len(valid)
    assert {pair.id for pair in back.contrasts.pairs} == set(valid)


def test_the_card_says_where_pairs_are_from_and_how_true_they_are(tmp_path: Path) -> None:
    folder = small_contest(tmp_path / "contest")
    (folder / "run.toml").write_text('corpus = "rotten-tomatoes:test?labels=binary"\n')
    text = name_of(sentiment_pair("p1").modified)
    verdicts = [Verdict(text, "ann", answer="-1"), Verdict(text, "ben", answer="0")]
    write_records(tmp_path / "verdicts.jsonl", Verdict, verdicts, "sentiment")
    how = {"title": "Soups: a | b", "licence": "CC BY 4.0"}
    zl.export(folder, to="datasets", out=tmp_path / "set", verdicts=[tmp_path / "verdicts.jsonl"], **how)
    card = (tmp_path / "set/README.md").read_text()
    assert (
        "The pairs are by `ana` and `ben`. Their originals are of `rotten-tomatoes:test?labels=binary`"
        in card
    )
    assert "Hutto" in card
    assert "What `good` and `stuck` answered is beside them." in card
    assert "| heat | 1 | 0.0%" in card
    assert "@misc{soups-a-b,\n  title = {Soups: a | b},\n  note" in card
    zl.export(folder, to="datasets", out=tmp_path / "bare")
    card = (tmp_path / "bare/README.md").read_text()
    assert 'license: "unknown"\npretty_name: "bare"\n' in card
    assert "## Licence\n\nNot stated." in card
    assert "How true" not in card


@pytest.mark.parametrize(
    ("to", "more", "message"),
    [
        ("csv", {"labels": ["-1", "+1"]}, "csv has no use for labels"),
        ("inspect", {"licence": "MIT"}, "inspect has no use for licence"),
        ("lm-eval", {"labels": "-1,+1"}, "labels is '-1,\\+1', not a list"),
        ("lm-eval", {"labels": ["+1"]}, "there are 1 in sentiment"),
        ("pickle", {}, "to cannot be 'pickle'"),
    ],
)
def test_what_makes_no_export_is_refused_and_nothing_written(
    to: To, more: dict[str, Any], message: str, tmp_path: Path
) -> None:
    pairs = ContrastSet(get_task("sentiment"), [sentiment_pair("1")])
    with pytest.raises(zl.ZelligError, match=message):
        zl.export(pairs, to=to, out=tmp_path / "out", **more)
    assert not (tmp_path / "out").exists()


def test_the_command_says_what_to_do_next(tmp_path: Path) -> None:
    folder, out = small_contest(tmp_path / "contest"), tmp_path / "My task"
    done = zellig("export", folder, "--to", "lm-eval", "--labels", "-1,+1", "--out", out)
    assert done.returncode == 0, done.stderr
    assert "6 items are in" in done.stdout
    assert "--tasks zellig_my_task" in done.stdout
    for to in ("csv", "training"):
        wrong = zellig("export", folder, "--to", to, "--title", "Soups", "--out", tmp_path / "t")
        assert wrong.returncode == 1
        assert f"{to} has no use for --title. Leave it out; it is for datasets." in wrong.stderr
    for useless in (
        ("--held-out", "0.5"),
        ("--no-balance",),
        ("--sides", "both"),
        ("--corpus", "sst"),
        ("--seed", "7"),
    ):
        wrong = zellig("export", folder, "--to", "csv", *useless, "--out", tmp_path / "t.csv")
        assert wrong.returncode == 1
        assert "csv has no use for --" in wrong.stderr
        assert "it is for training" in wrong.stderr
    mapping = ("--mapping", 'label = "stars"')
    wrong = zellig("export", folder, "--to", "training", *mapping, "--out", tmp_path / "t")
    assert wrong.returncode == 1
    assert "Leave it out, or give --corpus." in wrong.stderr
    assert not (tmp_path / "t").exists()


def test_the_help_says_what_training_does_if_nothing_is_said() -> None:
    options = inspect.signature(zl.retrain_with).parameters
    zellig_itself: Any = typer.main.get_command(app)
    told = {each.name: getattr(each, "help", "") for each in zellig_itself.commands["export"].params}
    for name in ("held_out", "sides", "seed"):
        assert told[name].endswith(f"; else {options[name].default}.")
    assert options["balance"].default is True
    assert told["balance"].endswith("; else --balance.")


def test_nothing_that_is_read_is_written_over(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    write_records(pairs, zl.Pair, [sentiment_pair("1")], "sentiment")
    before = pairs.read_bytes()
    with pytest.raises(zl.ZelligError, match="this is what is read"):
        zl.export(pairs, to="jsonl", out=pairs)
    kept = tmp_path / "imported.jsonl"
    imported = zl.import_pairs(
        [{"original": "Good.", "modified": "Not good.", "label_original": "+1", "label_modified": "-1"}],
        task="sentiment",
        out=kept,
    )
    with pytest.raises(zl.ZelligError, match="this is what is read"):
        zl.export(imported, to="jsonl", out=kept)
    with pytest.raises(zl.ZelligError, match="is not a new folder"):
        zl.export(ContrastSet(get_task("sentiment"), [sentiment_pair("1")]), to="blind", out=tmp_path)
    assert pairs.read_bytes() == before
