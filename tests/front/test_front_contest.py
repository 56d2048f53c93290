"""Contests from Python: read, scored, written down."""

from __future__ import annotations

from pathlib import Path

import zellig as zl
from helpers import sentiment_pair, write_contest


def test_a_contest_is_read_and_scored(tmp_path: Path) -> None:
    pairs = [sentiment_pair(str(number)) for number in range(4)]
    answers = {"alpha": {pair.id: ("+1", "+1") for pair in pairs}}
    write_contest(tmp_path, {"carry on alpha": pairs}, answers)
    scored = zl.read_contest(tmp_path).score()
    assert scored.table()["broken"].to_list() == [4]
    assert scored.pairs()["broken.alpha"].to_list() == [True] * 4
    assert scored.report(tmp_path / "report.html").is_file()
