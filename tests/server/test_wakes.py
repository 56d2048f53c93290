"""How a process hears of what another one has written."""

from __future__ import annotations

import logging
import threading
import time
from pathlib import Path

import pytest

from zellig.server.live.rooms import wakes
from zellig.server.live.rooms.wakes import Wakes
from zellig.store.database import open_database

PATIENCE = 60  # seconds


def test_a_sqlite_file_that_cannot_be_looked_at_is_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wakes, "AGAIN", 0.05)
    path, aside = tmp_path / "zellig.sqlite", tmp_path / "aside.sqlite"
    database = open_database(path)
    path.rename(aside)
    path.mkdir()
    woken = threading.Event()
    with caplog.at_level(logging.WARNING):
        found = Wakes(database, lambda name: woken.set())
        found.wanted.set()
        limit = time.monotonic() + PATIENCE
        while "the database cannot be looked at" not in caplog.text:
            assert time.monotonic() < limit
            time.sleep(0.01)
        assert not woken.is_set()
        path.rmdir()
        aside.rename(path)
        assert woken.wait(PATIENCE)
    found.close()
    database.close()
