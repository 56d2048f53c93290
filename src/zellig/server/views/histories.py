"""What edits did to systems, over the histories that somebody may have."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from zellig.games.writing.histories import Told, moved_by_phenomenon
from zellig.games.writing.replay import Moved


class MovedBy(msgspec.Struct):
    """What edits did to the systems, by their names: in all texts, and in those of each phenomenon."""

    texts: int
    moved: dict[str, Moved]
    by_phenomenon: dict[str, dict[str, Moved]]


def moved_by(found: Sequence[Told]) -> MovedBy:
    """What the edits of texts did."""
    moves = moved_by_phenomenon(found)
    by_phenomenon = {name: dict(each) for name, each in sorted(moves.items()) if name}
    return MovedBy(len(found), dict(moves.get("", {})), by_phenomenon)
