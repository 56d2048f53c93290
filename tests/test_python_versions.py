"""A plain install works on every Python that we name: the index has a wheel of every pinned dependency."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PREFIX = "Programming Language :: Python :: "
VERSIONS = [each.removeprefix(PREFIX) for each in PROJECT["classifiers"] if each.startswith(PREFIX)]


def pip(*words: str | Path, folder: Path | None = None) -> str:
    """Run pip, that of a folder if one is given."""
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", *map(str, words)],
        env={**os.environ, **({"PYTHONPATH": str(folder)} if folder else {})},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def newest_pip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One that looks at the metadata alone: the pip of Python 3.11 downloads half a gigabyte for that."""
    folder = tmp_path_factory.mktemp("pip")
    pip("install", "--target", folder, "pip>=24")
    return folder


def test_the_versions_are_those_that_we_say() -> None:
    assert VERSIONS == ["3.11", "3.12", "3.13", "3.14"]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_dependency_has_a_wheel(version: str, newest_pip: Path, tmp_path: Path) -> None:
    asked = f"--dry-run --only-binary=:all: --python-version {version}".split()
    places = ["--target", tmp_path / "none", "--report", tmp_path / "report.json"]
    pinned = ["--constraint", ROOT / "constraints.txt", *PROJECT["dependencies"]]
    pip("install", *asked, *map(str, places), *map(str, pinned), folder=newest_pip)
    found = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["install"]
    files = [each["download_info"]["url"].rpartition("/")[2] for each in found]
    assert len(files) > len(PROJECT["dependencies"])
    assert all(name.endswith(".whl") for name in files)
