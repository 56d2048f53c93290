"""What is not ready yet, or gone already, is told in words, and leaves no traceback."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from zellig.errors import ZelligError
from zellig.server.live.socket import _tell
from zellig.server.live.systems import read_systems
from zellig.server.live.writer import Kept


def test_a_folder_in_which_nothing_is_trained_yet_is_called_that(tmp_path: Path) -> None:
    (tmp_path / "index").mkdir()
    (tmp_path / "systems.toml").write_text('[ir]\nsystem = "index"\n')
    with pytest.raises(ZelligError, match="no trained system is in it"):
        read_systems(tmp_path / "systems.toml")


def test_who_is_gone_is_told_nothing() -> None:
    class Gone:
        async def send_text(self, said: str) -> None:
            raise ConnectionResetError(said)  # as uvicorn says it: an OSError

    asyncio.run(_tell(Gone(), Kept(1)))  # type: ignore[arg-type]
