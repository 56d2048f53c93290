"""Replay: moments in their order, and which edits moved the machine."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from zellig.games.writing.listening import Guess, Guesses
from zellig.games.writing.looks import Look, pack, unpack
from zellig.games.writing.replay import Frame, Kept, Said, Seen, edits, frames, moved
from zellig.games.writing.strokes import Draft, Stroke, Typed

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


def typing(*texts: tuple[float, str]) -> list[Frame]:
    """Moments at which a text was so; the machine guesses the last word."""
    return [
        Frame(seconds, at, Draft({"text": text}), {"ir": Said((Guess(text.split()[-1], 0.5, False),), None)})
        for at, (seconds, text) in enumerate(texts)
    ]


def inserted(found: list[Frame]) -> list[str]:
    return ["".join(text for kind, text in each.diff if kind == "inserted").strip() for each in edits(found)]


def test_a_word_that_is_half_typed_is_no_edit() -> None:
    found = typing(
        (0, "A"), (1, "A c"), (1.2, "A co"), (1.4, "A cold"), (1.6, "A cold s"), (1.9, "A cold soup")
    )
    assert inserted(found) == ["cold", "soup"]
    assert [each.moves for each in edits(found)] == [("other guess",), ("other guess",)]
    within = typing((0, "A soup"), (0.5, "A c soup"), (0.8, "A co soup"), (1.1, "A cold soup"))
    assert inserted(within) == ["cold"]
    back = typing(
        (0, "A coldish soup"), (0.2, "A coldi soup"), (0.4, "A cold soup"), (0.9, "A cold soup now")
    )
    assert inserted(back) == ["cold", "now"]
    elsewhere = typing((0, "A cold soup"), (0.5, "A cold soup of Spain"), (1.0, "A coldish soup of Spain"))
    assert inserted(elsewhere) == ["of Spain", "coldish"]


def letters(*texts: str) -> list[Frame]:
    return typing(*((0.2 * at, text) for at, text in enumerate(texts)))


def test_edits_are_of_words() -> None:
    typed = "The dog ran home "
    by_letters = letters(*(typed[:end] for end in range(4, len(typed) + 1)))
    assert inserted(by_letters) == ["dog", "ran", "home"]
    thought_better = ["The ", "The c", "The ca", "The cat", "The ca", "The c", "The "]
    assert inserted(letters(*thought_better)) == []
    assert inserted(letters(*thought_better, "The d", "The do", "The dog")) == ["dog"]
    another = ["The cat sat", "The ca sat", "The c sat", "The  sat", "The d sat", "The dog sat"]
    found = [each.diff for each in edits(letters(*another))]
    gone = ["".join(text for kind, text in diff if kind == "deleted").strip() for diff in found]
    assert gone == ["cat", ""]
    assert inserted(typing((0, "A goodbye"), (5, "A good bye"))) == ["good bye"]  # these are other words


def test_who_pauses_within_a_word_has_looked() -> None:
    assert inserted(typing((0, "A"), (1, "A gaz"), (4, "A gazpacho"))) == ["gaz", "gazpacho"]


def test_looks_are_kept_as_they_are() -> None:
    look = SEEN[0].look
    assert unpack(pack(look)) == look
