"""A command in a fork takes nothing from the process that was forked which it would not find itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers import zellig

SHOW = ("contrast", "show", "The cook fed the cat.", "--phenomena", "past")


@pytest.mark.parametrize("name", ["english-parser", "wordnet"])
def test_a_resource_at_another_place_is_read_there(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert zellig(*SHOW).returncode == 0
    monkeypatch.setenv(f"ZELLIG_RESOURCE_{name.upper().replace('-', '_')}", str(tmp_path))
    done = zellig(*SHOW)
    assert done.returncode == 1
    assert str(tmp_path) in done.stderr
