"""`zellig doctor`: a full machine and an empty one."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stand_in import StandIn
from zellig import resources
from zellig.cli import app
from zellig.doctor import Finding, examine


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """A machine with an empty cache and without ACE."""
    for name in [name for name in os.environ if name.startswith("ZELLIG_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("ZELLIG_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    return monkeypatch


def found(**options: Path) -> dict[str, Finding]:
    return {each.name: each for each in examine(**options)}


def test_everything_is_looked_at(tmp_path: Path) -> None:
    findings = found()
    names = [f"resource {name}" for name in resources.table()]
    assert list(findings) == [
        "python",
        "cache",
        "extra neural",
        "extra erg",
        "extra quiz",
        "extra dask",
        "extra server",
        *names,
        "ace",
        "erg",
    ]
    assert all(each.found or each.remedy for each in findings.values())
    assert not (tmp_path / "cache").exists()


def test_an_empty_machine() -> None:
    findings = found()
    assert not findings["ace"].found
    assert "Woodley Packard" in findings["ace"].remedy
    assert not findings["erg"].found
    assert "DELPH-IN" in findings["erg"].remedy
    assert findings["resource wordnet"].remedy == "zellig resources fetch wordnet"


def test_ace_and_the_image(tmp_path: Path, empty: pytest.MonkeyPatch) -> None:
    stand_in = StandIn(tmp_path)
    empty.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    empty.setenv("ZELLIG_ERG", str(stand_in.erg))
    findings = found()
    assert findings["ace"] == Finding("ace", True, f"0.9.30, {stand_in.ace}")
    assert findings["erg"].found
    assert not found(ace=tmp_path / "nope")["ace"].found
    assert not found(erg=tmp_path / "nope")["erg"].found
    assert "does not answer" in found(ace=Path("/bin/true"))["ace"].what


def test_an_extra_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "delphin", None)
    assert found()["extra erg"] == Finding(
        "extra erg", False, "missing: pydelphin", "pip install 'zellig[erg]'"
    )


def test_a_cache_that_cannot_be_written(empty: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    empty.setenv("ZELLIG_CACHE", str(tmp_path / "file" / "cache"))
    assert not found()["cache"].found


def test_a_wrong_path_of_a_resource(empty: pytest.MonkeyPatch) -> None:
    empty.setenv("ZELLIG_RESOURCE_WORDNET", "/nope")
    assert "ZELLIG_RESOURCE_WORDNET" in found()["resource wordnet"].what


def test_command() -> None:
    shown = CliRunner().invoke(app, ["doctor"])
    assert shown.exit_code == 0
    assert "english-parser" in shown.output
    as_json = CliRunner().invoke(app, ["doctor", "--format", "json"])
    assert as_json.exit_code == 0
    assert [set(each) for each in json.loads(as_json.output)] == [{"name", "found", "what", "remedy"}] * len(
        examine()
    )
