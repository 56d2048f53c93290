"""From a stretch of a line to an answer: without the quotes around it and words like "just"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from zellig.tasks.quiz.lines.line import Choice, Condition, Loose, Mark, Part
from zellig.tasks.quiz.lines.markup import OPTIONAL, PROMPT, REQUIRED, Marked

_BEFORE = re.compile(r"""[\s,:;"‘*]*""")
_JUST = re.compile(  # before what a directive names; a capital would begin a title: "Only Fools and Horses"
    r"""(?:(?:just|simply|only|merely|plain|mere|the\ (?:words?|terms?|names?|phrases?))\s+(?=\S))?[\s"‘]*""",
    re.VERBOSE,
)
_ALONE = re.compile(
    r"""(?<![\s,"])[\s,"]+(?:alone|only|itself|by\ (?:itself|themselves|himself|herself)
    |on\ (?:its|their|his|her)\ own
        |as\ well|too|etc|in\ general|generically|and\ so\ on|respectively|by\ name)[\s.,:;"*]*$""",
    re.IGNORECASE | re.VERBOSE,
)
_FULL_STOP = re.compile(r"(?<=[^\W\d_]{4})\.$|(?<=\d)\.$")  # not that of "Jr."
_CUT_OFF = re.compile(r"(?<=[a-z]) s\b(?!')")  # the underlined part was cut off from its plural: "acid s"


def choice(
    said: Marked,
    condition: Condition | None = None,
    ask: str = "",
    loose: Loose = "",
    *,
    synonym: bool = False,
    main: bool = False,
) -> Choice | None:
    """The answer in a stretch of a line, which may be its main text; None if nothing is left of it."""
    for found in reversed(list(_CUT_OFF.finditer(said.text))):
        first, rest = said.part(0, found.start()), said.part(found.start() + 1, len(said.text))
        said = Marked(first.text + rest.text, first.marks + rest.marks)
    text = said.text
    start = _end(_BEFORE, text, 0)
    start = start if main else _end(_JUST, text, start)
    alone = _ALONE.search(text, start)
    end = len(text[: alone.start() if alone and alone.start() > start else len(text)].rstrip(' ,:;"*'))
    end = len(_FULL_STOP.sub("", text[:end]).rstrip(' ,:;"*'))
    quoted = text[start : start + 1] == "'" and text[end - 1 : end] in ("'", "’")
    if quoted or (text[end - 1 : end] == "’" and "‘" in text[:start]):
        start, end = start + quoted, end - 1
    marks = said.marks[start:end]
    if all(mark & OPTIONAL for mark in marks):
        marks = bytes(len(marks))  # brackets around all of it
    parts = tuple(_parts(text[start:end], marks))
    return Choice(parts, condition, ask, loose, synonym) if any(part.text.strip() for part in parts) else None


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    found = pattern.match(text, start)
    return found.end() if found else start


def _parts(text: str, marks: bytes) -> Iterator[Part]:
    """Stretches that are marked in one way; the spaces around stay, so that they fit together again."""
    if text and marks.count(marks[0]) == len(marks):
        yield Part(text.replace('"', ""), _mark(marks[0]))
        return
    start = 0
    for place in range(1, len(text) + 1):
        if place == len(text) or marks[place] != marks[start]:
            said = text[start:place].replace('"', "")
            if said:
                yield Part(said, _mark(marks[start]))
            start = place


def _mark(mark: int) -> Mark:
    if mark & OPTIONAL:
        return "optional"
    return "required" if mark & REQUIRED else "prompt" if mark & PROMPT else ""
