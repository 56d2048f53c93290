"""What breakers there are, as they say it themselves, and on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from zellig.breakers.catalogue import all_breakers, describe
from zellig.breakers.strategies.taxonomy import taxonomy
from zellig.cli import app
from zellig.errors import ZelligError
from zellig.registry import BUILT_IN
from zellig.tasks import get_task


def test_everything_is_listed_once() -> None:
    found = all_breakers()
    assert [each.name for each in found] == [*sorted(BUILT_IN["breakers"]), *taxonomy()]
    assert all(each.about for each in found)
    assert {each.name for each in found if each.extra} == {"language-model-smollm2"}
    # There is no untrained one, and none without a system of the user's.
    assert {each.name for each in found if not each.tasks} == {"q-breaker", "generator"}


def test_what_one_is() -> None:
    reduction = describe("input-reduction")
    assert reduction.tasks == ("nli", "sentiment")
    assert describe("pwws").tasks == ("nli", "qasrl", "qasrl-f1", "quiz", "sentiment", "support-intent")
    assert reduction.see == "queries"
    assert "Feng" in reduction.about
    assert describe("hotflip").needs == ("explains", "gradients")
    assert "zl.train_breaker" in describe("q-breaker").about
    assert describe("voice").tasks == ("qasrl", "qasrl-f1")


def test_what_is_none_is_refused() -> None:
    with pytest.raises(ZelligError, match=r"'xyzzy' is not a breaker\. `zellig breakers list`"):
        describe("xyzzy")
    with pytest.raises(ZelligError, match="could not be loaded"):
        describe("py:no_such_module:breaker")


def shown(*words: str) -> str:
    done = CliRunner(env={"COLUMNS": "200"}).invoke(app, words)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_the_list() -> None:
    text = shown("breakers", "list")
    assert "language-model-smollm2" in text
    assert "neural" in text
    assert "not-drop (off)" in text
    assert json.loads(shown("breakers", "list", "--format", "json"))[0]["name"] == "adaptive-fakes"


def test_a_strategy_is_shown_with_class_promise_and_conditions() -> None:
    text = " ".join(shown("breakers", "show", "not-drop").split())
    assert "class syntax" in text
    assert "promise in sentiment positive: flip negative: flip" in text
    assert "among `strategies` no: only by its name" in text
    assert json.loads(shown("breakers", "show", "not-drop", "--format", "json"))["strategy"]["off"]


def test_ones_own_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(
        "from zellig.performers import Spec\n"
        "class Own:\n"
        "    '''Puts a hat on everything.'''\n"
        "    spec, see = Spec('own', {'size': 3}), 'originals'\n"
        "    def break_items(self, items, seeds, oracle): return [[] for item in items]\n",
        encoding="utf-8",
    )
    text = " ".join(shown("breakers", "show", f"py:{path}:Own").split())
    assert "about Puts a hat on everything. tasks" in text
    assert "sees originals" in text
    assert "size: 3" in text


def test_the_tasks() -> None:
    rows = json.loads(shown("tasks", "list", "--format", "json"))
    assert {row["name"] for row in rows} == set(BUILT_IN["tasks"])
    nli = next(row for row in rows if row["name"] == "nli")
    assert tuple(nli["labels"]) == get_task("nli").labels
    assert "-1 to +1" in shown("tasks", "list")
