"""A published question as a player hears it, with marks of all that was left out: nothing is lost.

From the text and its marks the published question can be written again, to the character.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from zellig.corpora.reader_marks import Kind, Span, spans_for_the_reader

# What steers a printer and is not read out. What joins letters is part of some scripts, and stays.
_INVISIBLE = "\x00-\x08\x0e-\x1b\x7f\u00ad\u200b\u200e\u200f\u2060\ufeff"
_MARKUP = re.compile(
    r"(?P<tag></?(?:b|i|u|em|strong|sub|sup|req|br|p|span)(?:\s[^<>]*)?/?>)"
    r"|(?P<entity>&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});)"
    rf"|(?P<invisible>[{_INVISIBLE}]+)"
    r"|(?P<dot>(?<=\w)Â?[·∙⋅•](?=\w))",  # poly·styrene: to be read as one word (and in a wrong encoding)
    re.IGNORECASE,
)
_ANY_MARKUP = re.compile(f"[<&·∙⋅•{_INVISIBLE}]")  # quick to look for
_BREAKS = re.compile(r"</?(?:br|p)\b", re.IGNORECASE)
_HIDDEN = re.compile(f"[{_INVISIBLE}]")

_WIDE = re.compile(r"\s{2,}|[^\S ]")
_ODD_SPACE = re.compile(
    r"[\t-\r\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|  "
)  # quick, too
_CLOSING = frozenset(",.;:!?)]}…")
_OPENING = frozenset("([{“‘")
_QUOTES = frozenset("\"'”’")
_JOINING = frozenset("-–—/")


class Mark(NamedTuple):
    """Where `text[start:end]` stands, `published` stood; most marks stand for nothing, or for a space."""

    start: int
    end: int
    published: str
    kind: str  # of reader_marks, or markup or space


class QuestionText(NamedTuple):
    """What a player hears, and what else was published."""

    text: str
    marks: tuple[Mark, ...] = ()

    @property
    def power(self) -> int | None:
        """How many characters have been heard when the power ends; None without a power mark."""
        place = next((mark.start for mark in reversed(self.marks) if mark.kind == "power"), None)
        return None if place is None else len(self.text[:place].rstrip())


class Edit(NamedTuple):
    """A part of a text, and what takes its place."""

    start: int
    end: int
    new: str
    kind: Kind | str


def clean(published: str) -> QuestionText:
    """The question without markup and without what is meant for its reader; white space is folded."""
    tags = list(markup(published))
    plain = _edited(published, tags)
    marks = _composed(tags, list(_left_out(plain, spans_for_the_reader(plain))))
    return QuestionText(_edited(published, marks), tuple(_marks(published, marks)))


def published_text(text: str, marks: Iterable[Mark]) -> str:
    """The question as it was published."""
    return _edited(text, (Edit(mark.start, mark.end, mark.published, mark.kind) for mark in marks))


def markup(text: str) -> Iterator[Edit]:
    """Tags, entities and what cannot be seen, with what takes their place in a plain text."""
    if not _ANY_MARKUP.search(text):
        return
    for found in _MARKUP.finditer(text):
        new = ""
        if found["entity"]:
            new = html.unescape(found[0])
            if len(new) != 1:  # it is none, and some are two characters
                continue
            new = _HIDDEN.sub("", new)
        elif found["tag"] and _BREAKS.match(found[0]):
            new = " "
        yield Edit(*found.span(), new, "guide" if found["dot"] else "markup")


def _left_out(text: str, spans: Sequence[Span]) -> Iterator[Edit]:
    """The spans with the white space around them, and all other white space that is not one blank."""
    begin, end = len(text) - len(text.lstrip()), len(text.rstrip())
    if begin >= end:
        if text:
            yield Edit(0, len(text), "", "space")
        return
    place, number = 0, 0
    while number < len(spans):
        left = _over_space_before(text, spans[number].start, place)
        yield from _folded(text, place, left, begin, end)
        group = [spans[number]]
        right = _over_space_after(text, group[0].end)
        while number + len(group) < len(spans) and spans[number + len(group)].start == right:
            group.append(spans[number + len(group)])
            right = _over_space_after(text, group[-1].end)
        new = _between(text, left, group[0].start, group[-1].end, right)
        for each in group[:-1]:
            yield Edit(left, each.end, new, each.kind)
            left, new = each.end, ""
        yield Edit(left, right, new, group[-1].kind)
        place, number = right, number + len(group)
    yield from _folded(text, place, len(text), begin, end)


def _folded(text: str, start: int, stop: int, begin: int, end: int) -> Iterator[Edit]:
    """White space in a part of a text whose words are between `begin` and `end`."""
    if start < begin <= stop:
        yield Edit(start, begin, "", "space")
    words = max(start, begin), min(stop, end)
    if _ODD_SPACE.search(text, *words):
        for found in _WIDE.finditer(text, *words):
            yield Edit(*found.span(), " ", "space")
    if start <= end < stop:
        yield Edit(end, stop, "", "space")


def _over_space_before(text: str, place: int, least: int) -> int:
    while place > least and text[place - 1].isspace():
        place -= 1
    return place


def _over_space_after(text: str, place: int) -> int:
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def _between(text: str, left: int, start: int, end: int, right: int) -> str:
    """A blank or nothing: what is left of text[left:right] if text[start:end] goes out of it."""
    if left == 0 or right == len(text):
        return ""
    before, after = text[left - 1], text[right]
    if after in _CLOSING or before in _OPENING:
        return ""
    if (before in _JOINING and left == start) or (after in _JOINING and right == end):
        return ""
    if after in _QUOTES and right == end:  # it closes what was opened before, unless a word follows
        return " " if text[right + 1 : right + 2].isalnum() and after == '"' else ""
    return " "


def _edited(text: str, edits: Iterable[Edit]) -> str:
    parts, place = [], 0
    for edit in edits:
        parts += [text[place : edit.start], edit.new]
        place = edit.end
    return "".join([*parts, text[place:]]) if parts else text


def _composed(first: Sequence[Edit], second: Sequence[Edit]) -> list[Edit]:
    """Edits of a text that do what `second` does after `first`; what `second` covers is part of it."""
    found: list[Edit] = []
    number = shift = 0  # how far places before the first edits are behind those after them
    for edit in second:
        while number < len(first) and first[number].start - shift + len(first[number].new) <= edit.start:
            found.append(first[number])
            shift += _lost(first[number])
            number += 1
        start = edit.start + shift
        while number < len(first) and first[number].start - shift < edit.end:
            shift += _lost(first[number])
            number += 1
        found.append(Edit(start, edit.end + shift, edit.new, edit.kind))
    return found + list(first[number:])


def _lost(edit: Edit) -> int:
    return edit.end - edit.start - len(edit.new)


def _marks(published: str, edits: Iterable[Edit]) -> Iterator[Mark]:
    shift = 0
    for edit in edits:
        start = edit.start - shift
        yield Mark(start, start + len(edit.new), published[edit.start : edit.end], edit.kind)
        shift += _lost(edit)
