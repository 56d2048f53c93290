"""Who moved between two results."""

from __future__ import annotations

from pathlib import Path

from helpers import sentiment_pair, write_contest
from zellig.games.contest import Scores, read_contest, score_contest
from zellig.games.contest.moves import moves

PAIRS = {
    "ana": [sentiment_pair(f"a{n}") for n in range(4)],
    "bo": [sentiment_pair(f"b{n}") for n in range(4)],
}
STUCK = {pair.id: ("+1", "+1") for each in PAIRS.values() for pair in each}
GOLD = {pair.id: ("+1", "-1") for each in PAIRS.values() for pair in each}


def _scores(path: Path, stuck: dict[str, tuple[str, str]]) -> Scores:
    path.mkdir()
    write_contest(path, PAIRS, {"stuck": stuck, "good": GOLD})
    return score_contest(read_contest(path))


def test_who_moved_and_how_far(tmp_path: Path) -> None:
    before = _scores(tmp_path / "before", STUCK)
    after = _scores(tmp_path / "after", STUCK | {"a0": ("+1", "-1")})
    assert moves(before, before) == []
    found = [(each.name, each.role, each.before, each.after) for each in moves(before, after)]
    assert found == [("stuck", "builder", 0.0, 12.5), ("ana", "breaker", 50.0, 37.5)]
