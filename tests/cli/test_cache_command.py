"""`zellig cache`: what is kept can be looked at and forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from zellig.cli import app
from zellig.errors import ZelligError
from zellig.items import Prediction
from zellig.store.cache import Cache, shared_cache


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZELLIG_CACHE", str(tmp_path / "cache"))


def zellig(*words: str) -> str:
    result = CliRunner().invoke(app, ["cache", *words])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0
    return result.output


def test_answers_are_shown_and_forgotten() -> None:
    cache = Cache(shared_cache(), "monday")
    cache.add("cook", {"soup": Prediction("1", "+1"), "tea": Prediction("2", "-1")})
    cache.close()
    found = json.loads(zellig("show", "--format", "json"))
    assert (found["path"], found["answers"], found["systems"]) == (str(shared_cache()), 2, 1)
    assert found["bytes"] < found["largest"] == 10**9
    shown = zellig("show")
    assert f"{shared_cache()}: 2 answers of 1 systems." in shown
    assert "(1,000 MB at most)" in shown
    assert zellig("clear") == "2 answers were forgotten.\n"
    assert json.loads(zellig("show", "--format", "json"))["answers"] == 0


def test_where_nothing_was_kept_nothing_is_made() -> None:
    assert json.loads(zellig("show", "--format", "json"))["oldest"] is None
    assert zellig("clear") == "0 answers were forgotten.\n"
    assert not shared_cache().parent.exists()


@pytest.mark.parametrize("command", ["show", "clear"])
def test_a_file_that_is_no_cache_is_refused_and_stays(command: str) -> None:
    shared_cache().parent.mkdir()
    shared_cache().write_bytes(b"tea" * 1000)
    with pytest.raises(ZelligError, match="cannot be used") as caught:
        zellig(command)
    assert caught.value.path == str(shared_cache())
    assert shared_cache().read_bytes() == b"tea" * 1000
