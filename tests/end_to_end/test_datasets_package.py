"""The folder of edit histories, loaded by the `datasets` package itself, without a network.

It is in an environment of its own: what it needs does not go together with what we need.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import msgspec
import pytest

from zellig.games.writing.histories import History, Shown, Written
from zellig.games.writing.histories_folder import histories_files
from zellig.games.writing.listening import Bell, Guess, Guesses
from zellig.games.writing.looks import Look
from zellig.games.writing.strokes import Noted, Notes, Stroke, Typed, replayed

PACKAGE = "datasets>=4,<6"
LOAD = """
import json, sys
from datasets import get_dataset_config_names, load_dataset
folder = sys.argv[1]
tables = {name: load_dataset(folder, name, split="test") for name in get_dataset_config_names(folder)}
assert load_dataset(folder, split="test").column_names == tables["texts"].column_names
print(json.dumps({name: table.to_list() for name, table in tables.items()}))
"""


def run(*command: str | Path, **more: str) -> str:
    done = subprocess.run(
        [*map(str, command)], capture_output=True, text=True, env={**os.environ, **more}, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with that package and nothing of ours."""
    folder = tmp_path_factory.mktemp("datasets")
    venv.create(folder)
    found = folder / "bin/python"
    run(sys.executable, "-m", "pip", "--python", found, "install", "--quiet", "--no-compile", PACKAGE)
    return found


def history(name: str, *shown: Shown) -> History:
    strokes: list[Stroke] = [
        Noted(Notes(answer="_Gazpacho_ [prompt on stew]")),
        Typed("text", 0, 0, "A cold soup", 11),
        Typed("text", 2, 6, "chilled", 14),
    ]
    kept = tuple(Written(float(at), stroke) for at, stroke in enumerate(strokes))
    return History(name, "writer-1", "taken", replayed(strokes), kept, shown, ("paraphrase",))


def look(best: str, *, right: bool, rank: int | None) -> Look:
    return Look("ir", "f1", Guesses((Guess(best, 0.5, right, not right),), rank), Bell(2, 6, 6, best, right))


def test_every_table_is_loaded_and_one_without_rows_is_in_nobodys_way(python: Path, tmp_path: Path) -> None:
    heard = [
        Shown(2, look("Gazpacho", right=True, rank=1)),
        Shown(3, look("Stew", right=False, rank=None)),
    ]
    full, bare = [history("one", *heard), history("two")], [history("three")]
    for name, found in {"full": full, "bare": bare}.items():
        for path, content in histories_files(found, "Soups", "quiz", "CC BY 4.0", ["Retrieval"]):
            place = tmp_path / name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    offline = {"HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path / "home")}
    loaded = msgspec.json.decode(run(python, "-c", LOAD, tmp_path / "full", **offline))
    assert [row["text"] for row in loaded["texts"]] == ["one", "two"]
    assert loaded["texts"][0]["phenomena"] == ["paraphrase"]
    assert msgspec.json.decode(loaded["texts"][0]["history"], type=History) == full[0]
    assert [(row["guess"], row["rank"]) for row in loaded["moments"]] == [("Gazpacho", 1), ("Stew", None)]
    assert loaded["edits"][0]["moves"] == ["lost", "other guess"]
    loaded = msgspec.json.decode(run(python, "-c", LOAD, tmp_path / "bare", **offline))
    assert loaded.keys() == {"texts"}
