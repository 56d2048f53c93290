"""Fixtures all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data beside the repository; its absence fails in CI and skips elsewhere."""
    folder = ROOT.parent / "shared"
    if not (folder / "data").is_dir():
        if os.environ.get("CI"):
            pytest.fail(f"the real data is missing: {folder}")
        pytest.skip(f"needs the real data in {folder}")
    return folder


@pytest.fixture
def tests_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Performers of the tests can be loaded in processes of their own."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests"))
