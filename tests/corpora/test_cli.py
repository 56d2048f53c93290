from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from zellig.cli import corpora
from zellig.errors import ZelligError
from zellig.items import Item, write_records


@pytest.fixture
def spec(tmp_path: Path) -> str:
    (tmp_path / "dev.txt").write_text("(3 (2 A) (3 [bold]))\n(2 some)\n(0 awful)\n")
    return f"sst:{tmp_path}:dev"


def run(*arguments: str) -> str:
    return CliRunner().invoke(corpora.app, arguments, catch_exceptions=False).output


def test_list_names_every_reader() -> None:
    rows = json.loads(run("list", "--format", "json"))
    assert {"sst", "rotten-tomatoes", "qanta"} <= {row["name"] for row in rows["readers"]}
    assert {"sst", "snli", "blimp"} <= {row["name"] for row in rows["published"]}
    table = run("list")
    assert all(row["name"] in table for row in rows["readers"] + rows["published"])


def test_show(spec: str) -> None:
    shown = json.loads(run("show", spec, "--format", "json"))
    assert (shown["items"], shown["labels"], shown["task"]) == (2, {"+1": 1, "-1": 1}, "sentiment")
    assert "[bold]" in run("show", spec)  # a text is printed as it is


def test_convert(spec: str, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    said = run("convert", spec, "--to", "items", "--out", str(out))
    assert "2 items" in said
    assert "1 (neutral)" in said
    assert len(out.read_text().splitlines()) == 3


def test_analyse(tmp_path: Path) -> None:
    source, page = tmp_path / "items.jsonl", tmp_path / "page.html"
    texts = ["We sang.", "We will not sing.", "A lamp."]
    write_records(source, Item, [Item(text, {"text": text}) for text in texts], "sentiment")
    spec = f"items:{source}"
    found = json.loads(run("analyse", spec, "--task", "sentiment", "--format", "json", "--out", str(page)))
    field = found["fields"]["text"]
    assert (found["items"], field["sentences"]) == (3, 3)
    assert field["classes"]["past"] == {"count": 1, "share": 0.333333, "interval": [0.061492, 0.79234]}
    assert spec in page.read_text(encoding="utf-8")
    assert "33.33% (6.15-79.23)" in run("analyse", spec)
    assert json.loads(run("analyse", spec, "--limit", "1", "--format", "json"))["items"] == 1


def test_analyse_without_items(tmp_path: Path) -> None:
    write_records(tmp_path / "items.jsonl", Item, [], "nli")
    assert "0 items" in run("analyse", f"items:{tmp_path / 'items.jsonl'}")


def test_analyse_refuses_another_task(spec: str) -> None:
    with pytest.raises(ZelligError, match="holds items of sentiment, not of nli"):
        run("analyse", spec, "--task", "nli")


def test_fetch_needs_a_named_corpus() -> None:
    with pytest.raises(ZelligError, match="nothing to fetch"):
        run("fetch", "items")
