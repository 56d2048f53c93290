"""Performers of the tests can be loaded in processes of their own."""

from __future__ import annotations

import pytest

from arena_performers import TESTS


@pytest.fixture(autouse=True)
def _tests_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(TESTS))
