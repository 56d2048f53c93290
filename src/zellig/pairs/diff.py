"""A readable diff of two texts that loses nothing: case and spacing show too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from rapidfuzz.distance import Levenshtein

from zellig.terminal import Styled
from zellig.texts import TOKEN

Kind = Literal["same", "deleted", "inserted"]
Segment = tuple[Kind, str]

# Tokens and the spaces between them: together they are the whole text.
_PIECE = re.compile(rf"{TOKEN.pattern}|\s+")
_STYLES: dict[Kind, str] = {"same": "", "deleted": "red strike", "inserted": "green bold"}
_MARKS: dict[Kind, tuple[str, str]] = {"same": ("", ""), "deleted": ("[-", "-]"), "inserted": ("{+", "+}")}
_SPACES = {" ": "·", "\n": "⏎\n"}


def segments(original: str, modified: str) -> list[Segment]:
    """The two texts as one sequence of segments.

    The same and deleted segments joined are the original, the same and inserted ones the modified text.
    """
    old, new = _PIECE.findall(original), _PIECE.findall(modified)
    found: list[Segment] = []
    deleted = inserted = ""
    codes = list(Levenshtein.opcodes(old, new))
    for number, code in enumerate(codes):
        before = "".join(old[code.src_start : code.src_end])
        after = "".join(new[code.dest_start : code.dest_end])
        # Two replaced words with an unchanged space between them read better as one replaced phrase.
        replaced_next = number + 1 < len(codes) and codes[number + 1].tag == "replace"
        joins = before.isspace() and deleted and inserted and replaced_next
        if code.tag != "equal" or joins:
            deleted, inserted = deleted + before, inserted + after
        else:
            found += [("deleted", deleted), ("inserted", inserted), ("same", before)]
            deleted = inserted = ""
    found += [("deleted", deleted), ("inserted", inserted)]
    return [segment for segment in found if segment[1]]


def styled_diff(parts: Iterable[Segment], *, colour: bool) -> Iterator[Styled]:
    """Segments for a terminal: in colour, or with [-deleted-] and {+inserted+} marks where there is none."""
    for kind, text in parts:
        shown = text
        if kind != "same" and text.isspace():  # a changed space must be seen
            shown = "".join(_SPACES.get(character, character) for character in text)
        left, right = ("", "") if colour else _MARKS[kind]
        yield f"{left}{shown}{right}", _STYLES[kind] if colour else ""
