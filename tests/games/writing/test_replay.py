"""Replay: moments in their order, and which edits moved the machine."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from zellig.games.writing.listening import Guess, Guesses
from zellig.games.writing.looks import Look, pack, unpack
from zellig.games.writing.replay import Kept, Seen, edits, frames, moved
from zellig.games.writing.strokes import Stroke, Typed

START = datetime(2026, 3, 1, tzinfo=UTC)


def kept(number: int, stroke: Stroke) -> Kept:
    return Kept("tab", number, START + timedelta(seconds=10 * number), stroke)


def seen(number: int, best: str, rank: int | None) -> Seen:
    return Seen("tab", number, Look("ir", "f1", Guesses((Guess(best, 0.5, rank == 1),), rank)))


STROKES = [
    kept(1, Typed("text", 0, 0, "A cold soup", 11)),
    kept(2, Typed("text", 11, 11, " of Spain", 20)),
    kept(3, Typed("text", 12, 20, "from Andalusia", 26)),
    kept(4, Typed("text", 0, 26, "", 0)),
]
SEEN = [seen(1, "Borscht", 4), seen(2, "Gazpacho", 1), seen(3, "Paella", None)]


def test_moments_are_those_at_which_the_machine_was_heard() -> None:
    found = list(frames(STROKES, SEEN))
    assert [(each.seconds, each.stroke, each.said["ir"].rank) for each in found] == [
        (0.0, 1, 4),
        (10.0, 2, 1),
        (20.0, 3, None),
    ]
    assert found[-1].draft.fields["text"] == "A cold soup from Andalusia"


def test_edits_tell_what_moved_the_machine() -> None:
    changes = list(edits(list(frames(STROKES, SEEN))))
    assert [each.moves for each in changes] == [("found", "other guess"), ("lost", "other guess")]
    told = moved(changes)["ir"]
    assert told.edits == 2
    assert told.moves == {"found": 1, "other guess": 2, "lost": 1}
    assert "andalusia" in told.words


def test_looks_are_kept_as_they_are() -> None:
    look = SEEN[0].look
    assert unpack(pack(look)) == look
