"""A run that was edited after its end is told from one that was not, whoever reads it."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path

import pytest

import zellig as zl
from zellig.errors import ZelligError
from zellig.games.breaking import Breaking, Plan, play
from zellig.games.breaking.comparing import compare_folders
from zellig.games.breaking.gate import check_run
from zellig.items import Item, write_records
from zellig.notices import Notice, hearing
from zellig.store.hashes import HASHES, note_hashes, warn_of_changes

WARMER = """
from zellig.items import Item, Pair, Prediction
from zellig.performers import Spec

class Cook:
    spec = Spec("cook", version="1")
    def predict(self, items):
        return [Prediction(item.id, "+1") for item in items]

class Warmer:
    spec, see = Spec("warmer"), "nothing"
    def break_items(self, items, seeds, oracle):
        return [[self.pair(item, item.fields["text"].replace(".", "!"))] for item in items]
    def pair(self, item, text):
        return Pair(item.id, item, Item(item.id + "-b", {"text": text}, ("+1",)), "same")
"""


def warnings(folder: Path, *parts: str) -> list[str]:
    told: list[Notice] = []
    with hearing(told.append):
        warn_of_changes(folder, parts)
    return [notice.sentence.partition("now: ")[2] for notice in told]


def test_changed_added_and_missing_files_are_named(tmp_path: Path) -> None:
    for name in ("pairs/a", "pairs/b", "pairs/c/d", "other/e"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    note_hashes(tmp_path, ["pairs", "other", "nothing"])
    before = (tmp_path / HASHES).read_bytes()
    assert warnings(tmp_path, "pairs", "other", "nothing") == []
    (tmp_path / "pairs/a").write_text("edited")
    (tmp_path / "pairs/b").unlink()
    (tmp_path / "pairs/f").touch()
    (tmp_path / "other/e").write_text("edited")
    assert warnings(tmp_path, "pairs") == ["pairs/a, pairs/b, pairs/f"]
    assert warnings(tmp_path, "pairs", "other") == ["other/e, pairs/a, pairs/b and 1 more"]
    note_hashes(tmp_path, ["pairs"])
    assert (tmp_path / HASHES).read_bytes() == before


def test_a_folder_without_hashes_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "pairs").touch()
    assert warnings(tmp_path, "pairs") == []
    (tmp_path / HASHES).write_text("[]")
    with pytest.raises(ZelligError, match="it is not the hashes of a run"):
        warn_of_changes(tmp_path, ["pairs"])


def test_an_edited_run_is_not_believed_in_silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("warmer.py").write_text(WARMER)
    items = [Item(str(n), {"text": f"Dish {n} was hot."}, ("+1",)) for n in range(4)]
    write_records(Path("items.jsonl"), Item, items, "sentiment")
    plan = Plan("sentiment", "items:items.jsonl", ("py:warmer.py:Cook",), ("py:warmer.py:Warmer",))
    run, copy, system = Path("run"), Path("copy"), "py:warmer.py:Cook"
    numbers = count()  # a table is not written over an earlier one

    def said() -> list[int]:
        """How often break, contest score, check, compare and export have something to say."""
        found = []
        for read in (
            lambda: play(Breaking(plan, run, Path("cache.sqlite").absolute(), lambda *_: None)),
            lambda: zl.read_contest(run),
            lambda: check_run(run, system, min_passed=0),
            lambda: compare_folders([run, copy]),
            lambda: zl.export(run, to="csv", out=f"{next(numbers)}.csv"),
        ):
            told: list[Notice] = []
            with hearing(told.append):
                read()
            found.append(sum("was edited after its run had ended" in notice.sentence for notice in told))
        return found

    play(Breaking(plan, run, Path("cache.sqlite").absolute(), lambda *_: None))
    shutil.copytree(run, copy)
    assert said() == [0, 0, 0, 0, 0]
    notes = Path("run/made/warmer.json")
    before = notes.read_text()
    notes.write_text(before.replace('"rejected":0', '"rejected":1'))
    assert said() == [1, 1, 1, 1, 1]
    notes.write_text(before)
    answers = Path("run/predictions/cook/warmer.jsonl")
    answers.write_text(answers.read_text().replace('"+1"', '"-1"'))
    assert said() == [1, 1, 0, 1, 1]  # a gate asks the system itself
    pairs = Path("run/pairs/warmer.jsonl")
    pairs.write_text(pairs.read_text().replace("hot!", "hot!!", 1))
    assert said() == [1, 1, 1, 1, 1]
