"""Which of a line's brackets say something about answers, and what the others are.

A bracket is a section of directives ("[accept ...]"), words that may be left out ("(Holy) Grail"), how to
say a word ("(KEE-oht)"), or a note. Brackets inside a section become a part of its text. Every character is
looked at a fixed number of times, however brackets are nested or left open.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from zellig.tasks.quiz.lines.markup import OPTIONAL, Marked

Kind = Literal["directives", "inline", "note", "optional", "alternative"]

DEEPEST = 6  # brackets that are nested deeper are characters like others
NEAR = 200  # characters on either side that tell what a bracket is
FEW = 6  # words that may be left out, or be another name

# In place of brackets, in a text that has neither line ends nor control characters:
_SECTION, _NOTHING = "\n", "\x02"

_DIRECTIVES = re.compile(
    r"""\W*(?:(?:please|also|generously|grudgingly|begrudgingly|reluctantly|i\ suppose|but|and|then|just|we'll
            |if\ necessary|technically|be\ (?:very\ )?(?:generous|lenient)(?:\ and|;|,)?)\b\W*)*
        (?:acc+e[pt]+t?|acept|accpet|or|prom[op]*t|anti-?\s?prompt|do(?:es)?\ not|don.?t|reject|refuse|take
          |allow|also|not\ ["']|never\ accept|either|(?:in\ )?any\ order|in\ either\ order
          |be\ (?:generous|lenient)
          |(?:names?|answers?|parts?)\ in\ (?:either|any)|order\ (?:is|does)|need\ (?:both|all)|partial
          |(?:both|all)\ .{0,30}\b(?:required|needed|necessary)|word\ forms?
          |(?:obvious|clear|reasonable|logical)?\s*equivalents?|until|before)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_LATER_DIRECTIVE = re.compile(r"[;,]\s*(?:or|(?:also )?accept|prompt|anti-?prompt|do not|reject)\b", re.I)
_INLINE = re.compile(
    r"""\s*(?:until|till|before|prior\ to|up\ to|up\ until|after|once|during|by\ asking|ask|asking
        |at\ any\ (?:time|point)|early|\*|\+)""",
    re.IGNORECASE | re.VERBOSE,
)
_GUIDE = re.compile(
    r"""\s*(?:["'].*["']\W*|pronounced\b.*|rhymes\b.*|sounds\ like\b.*|say\b.*
        |(?=.*[a-z'])(?=.*(?:-|[A-Z]{2}))(?:[A-Za-z'’]{1,8}[-\s])*[A-Za-z'’]{1,8})\s*""",
    re.VERBOSE | re.DOTALL,
)
_INITIALS = re.compile(r"\s*[A-Z]{2,4}(?:\s*[,/&]\s*[A-Z]{2,4})*\s*")
_NOTE = re.compile(
    r"""\s*(?:the|note|writer|editor|eds?|author|moderator|reader|that|this|these|those|it|he|she|they|you|we|i
        |if|since|because|although|edited|same|all\ of|there|in\ the|both|here|from\ the|thanks|refer|as\ in
        |source|fun\ fact|first|second|third|line|clue|lead-?in)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_SENTENCE = re.compile(r"[.!?]\s*[\"')]*\s*$")


class Sections(NamedTuple):
    """A line without its brackets."""

    main: Marked
    sections: tuple[Marked, ...]  # of directives, in the line's order
    alternatives: tuple[Marked, ...]  # other names in brackets, without any word about them
    notes: tuple[str, ...]


def split_brackets(line: Marked) -> Sections:
    """The main text of a line and what its brackets are; brackets that do not match are borne with."""
    if not any(bracket in line.text for bracket in "()[]"):
        return Sections(line, (), (), ())
    text, marks = list(line.text), bytearray(line.marks)
    sections: list[Marked] = []
    alternatives: list[Marked] = []
    notes: list[str] = []

    def taken(start: int, end: int) -> Marked:
        """A stretch of the text, which is blank from then on."""
        stretch = _without_nothing("".join(text[start:end]), bytes(marks[start:end])).folded()
        text[start:end] = [" "] * len(text[start:end])
        return stretch

    for start, end, depth in _groups(text):
        if depth > DEEPEST:
            continue
        inner = "".join(text[start + 1 : end])
        kind = _kind_inside(inner)
        if depth == 0:
            before = "".join(text[max(0, start - NEAR) : start])
            kind = _kind_at_top(inner, text[start], before, "".join(text[end + 1 : end + 1 + NEAR]))
        around = _NOTHING if kind == "optional" else ";" if kind == "directives" and depth else " "
        text[start] = around
        text[end : end + 1] = [around] * len(text[end : end + 1])
        if kind == "directives" and depth == 0:
            text[start] = _SECTION
            sections.append(taken(start + 1, end))
        elif kind == "alternative":
            alternatives.append(taken(start + 1, end))
        elif kind == "optional":
            for place in range(start + 1, min(end, len(text))):
                marks[place] |= OPTIONAL
        elif kind == "note":
            said = taken(start + 1, end).text.strip()
            notes += [said] if said else []
    main, behind = _main(taken(0, len(text)))
    return Sections(main, tuple(sections), tuple(alternatives), (*notes, *behind))


def _without_nothing(text: str, marks: bytes) -> Marked:
    if _NOTHING not in text:
        return Marked(text, marks)
    kept = bytes(mark for mark, character in zip(marks, text, strict=True) if character != _NOTHING)
    return Marked(text.replace(_NOTHING, ""), kept)


def _main(rest: Marked) -> tuple[Marked, list[str]]:
    """The text before the directives, with words that go on behind them; and what else stands behind them."""
    texts: list[str] = []
    marks: list[bytes] = []
    behind: list[str] = []
    place = 0
    for piece in rest.text.split(_SECTION):
        said = piece.strip()
        if not any(text.strip() for text in texts) or (said[:1].islower() and len(said.split()) <= FEW):
            texts.append(piece)
            marks.append(rest.marks[place : place + len(piece)])
        elif said:
            behind.append(said)
        place += len(piece) + 1
    return Marked("".join(texts), b"".join(marks)).folded(), behind


def _groups(text: list[str]) -> list[tuple[int, int, int]]:
    """Where brackets open and close, and how deep, the inner ones first; strays are taken out of the text."""
    groups: list[tuple[int, int, int]] = []
    stack: list[int] = []
    waiting = {"(": 0, "[": 0}
    partner = {")": "(", "]": "["}
    for place, character in enumerate(text):
        if character in waiting:
            stack.append(place)
            waiting[character] += 1
        elif character in partner:
            opening = partner[character]
            if not waiting[opening]:
                text[place] = " "
                continue
            start = stack.pop()
            while text[start] != opening:  # opened within, and never closed
                waiting[text[start]] -= 1
                text[start] = " "
                start = stack.pop()
            waiting[opening] -= 1
            groups.append((start, place, len(stack)))
    while stack:  # never closed: to the end of the line
        start = stack.pop()
        groups.append((start, len(text), len(stack)))
    return groups


def _kind_at_top(inner: str, bracket: str, before: str, after: str) -> Kind:
    if _is_directives(inner):
        return "directives"
    if _is_guide(inner) and not (before[-1:].isalnum() or after[:1].isalnum()):
        return "note"
    at_end = bool(before.strip()) and not after.strip()
    if at_end and _INITIALS.fullmatch(inner):
        initials = "".join(word[0] for word in re.findall(r"\w+", before) if word[0].isupper())
        return "alternative" if inner.strip() in initials else "note"
    words = len(inner.split())
    if _SENTENCE.search(inner) or words > FEW or (_NOTE.match(inner) and (words > 2 or bracket == "[")):
        return "note"
    return "alternative" if bracket == "[" and at_end else "optional"


def _kind_inside(inner: str) -> Kind:
    if _INLINE.match(inner):
        return "inline"
    if _is_directives(inner):
        return "directives"
    if _is_guide(inner) or _SENTENCE.search(inner) or len(inner.split()) > FEW or _NOTE.match(inner):
        return "note"
    return "optional"


def _is_directives(inner: str) -> bool:
    return bool(_DIRECTIVES.match(inner) or _LATER_DIRECTIVE.search(inner))


def _is_guide(inner: str) -> bool:
    return len(inner) <= NEAR and _GUIDE.fullmatch(inner) is not None
