"""What stands in a published question for its reader alone, and how it is recognised.

Writers of quiz questions put power marks, pronunciation guides and directives between the words, mostly in
brackets. Other brackets belong to the question: `[this city]` stands for the answer in a quotation, `SO(3)`
is a group. So a bracket counts only by what is in it, and what cannot be told apart stays in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from zellig.corpora.pronunciation import is_guide

# The end of the power; how to say a word; what to do or to accept; who wrote it; what belongs elsewhere.
Kind = Literal["power", "guide", "directive", "credit", "stray"]


class Span(NamedTuple):
    """A part of a text."""

    start: int
    end: int
    kind: Kind


def spans_for_the_reader(text: str) -> list[Span]:
    """The parts of a question without markup that nobody reads out, in order."""
    head = list(_at_the_beginning(text))
    tail = _at_the_end(text)
    return head + _in_brackets(text, head[-1].end if head else 0, tail[0].start if tail else len(text)) + tail


# -- before and after the question

# To its full stop; where that is forgotten, to the word that begins the next one.
_SENTENCE = (
    r"[^\n]{0,400}?(?:(?<!e\.g)(?<!i\.e)[.!?][\"”’)\]]*(?=\s|[A-Z“\"]|$)"
    r"|(?<=[\w+\"”\]])(?= (?:The|This|These|In|An?|One|After|It)\b))"
)
_WANTED = (  # "Two answers required.", and the question may follow without a full stop
    r"(?:(?!\b(?i:this|these|he|she|it|is|was|were)\b)[^.!?:;()\[\]\n]){1,100}?"
    r"\b(?i:acceptable|required|needed)(?:\b|(?=[A-Z][a-z]))(?: in your answer| as an answer)?"
    r"(?:[.:!]|(?=\s+[\"“A-Z]|[A-Z]|;))"
)
_NOTE = (
    r"(?i:notes?(?: (?:to|for) (?:the )?(?:moderators?|readers?|players?|teams?)\b[^:.\n]{0,80})?"
    r"|moderator(?:['’]?s)? notes?|moderators?|warning)\s*[:,]\s*"
)
_INITIALS = r"[(\[][A-Z]{2,3}(?:[/+][A-Z]{2,3})?[)\]]"
_BEFORE: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    # The answer of the question before, and the number of this one.
    ("stray", re.compile(r"ANSWER:[^\n]*?[\s\]>)](?:\d{1,2}|Tiebreaker)\.(?=\s+\S)")),
    ("stray", re.compile(r"(?:\d{1,2}|TB)\.(?=\s+[\"“A-Z\[(])|[.?:;,)”](?=\s*[A-Z“\"(\[])|\*\*(?=\w)")),
    ("credit", re.compile(rf"{_INITIALS}(?=\s*\S)")),
    ("directive", re.compile(rf"\[(?:{_NOTE}|(?i:(?=[^\[\]]*(?:required|acceptable)\])))[^\[\]]*\]")),
    (
        "directive",
        re.compile(rf"\((?:{_NOTE}|(?i:(?=[^()]*(?:required|acceptable)\))))(?:[^()]|\([^()]*\))*\)"),
    ),
    ("directive", re.compile(rf"(?:{_NOTE})?{_WANTED}")),
    ("directive", re.compile(rf"{_NOTE}{_SENTENCE}")),
    ("directive", re.compile(rf"The answer to this (?:question|tossup)\b{_SENTENCE}")),
)
_AFTER_A_NOTE = re.compile(
    rf"(?:You may|Please|Read|Also|Do not|Don['’]t|Thank you|Pause|Otherwise)\b{_SENTENCE}"
)
_CREDIT = re.compile(rf"(?<=[.?!\"”)])\s*(?:{_INITIALS}|\[[A-Z][a-z]+\]|<[A-Z][^<>\n]+>)$")
_LONGEST_CREDIT = 100


def _at_the_beginning(text: str) -> Iterator[Span]:
    place, note, end = _next_word(text, 0), False, len(text.rstrip())
    while found := _found_before(text, place, note=note):
        if found.end >= end:  # then it is the question
            return
        yield found
        place, note = _next_word(text, found.end), found.kind == "directive"


def _found_before(text: str, place: int, *, note: bool) -> Span | None:
    for kind, pattern in _BEFORE:
        if found := pattern.match(text, place):
            return Span(place, found.end(), kind)
    found = _AFTER_A_NOTE.match(text, place) if note else None
    return Span(place, found.end(), "directive") if found else None


def _next_word(text: str, place: int) -> int:
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def _at_the_end(text: str) -> list[Span]:
    end = len(text.rstrip())
    first = max(0, end - _LONGEST_CREDIT)
    found = _CREDIT.search(text[first:end])
    return [Span(first + found.start(), end, "credit")] if found else []


# -- in the question

_CANDIDATE = re.compile(
    r"\[\[(?P<double>[^()\[\]]*)\]\]|\[(?P<square>[^()\[\]]*)\]|\((?P<round>[^()\[\]]*)\)"
    r"|(?P<star>\*)(?=\s)"
)
_POWER = re.compile(r"\*{1,3}|\+")
_DIRECTIVE = re.compile(
    r"""
    (?:please\ |short\ |end\ )?
    (?: pause\b | emphasi[sz]e\b | enunciate\b | spell\ (?:it\ )?out | not\ a\ typo
      | (?:do\ not|don['’]t|not\ to\ be)\ read
      | (?:stress|wait)\ \S
      | moderators?(?:['’]s)?(?:\ notes?)?: | readers?: | notes?\ (?:to|for)\  | note:
      | read\b [^\n]* \b(?:slow|slowly|carefully|individual|individually|letters|spelled|aloud)\b
    )
    """,
    re.IGNORECASE | re.VERBOSE,
)


def _in_brackets(text: str, start: int, end: int) -> list[Span]:
    spans: list[Span] = []
    stars: list[Span] = []
    for found in _CANDIDATE.finditer(text, start, end):
        if found["star"]:
            if text[found.start() - 1 : found.start()].isspace():
                stars.append(Span(*found.span(), "power"))
            continue
        first, last = found.span()
        inside = found[found.lastgroup or 0].strip()
        kind = _kind_of_bracket(inside, text[max(0, first - 100) : first], text[last : last + 1])
        if kind is not None:
            spans.append(Span(first, last, kind))
    # A lone star is the power mark where no other is; two of them are something else.
    if len(stars) == 1 and all(span.kind != "power" for span in spans):
        spans = sorted([*spans, *stars])
    return spans


def _kind_of_bracket(inside: str, before: str, after: str) -> Kind | None:
    """What a bracket is for, by its content and the text around it; None if it belongs to the question."""
    if _POWER.fullmatch(inside):
        return None if inside == "+" and after == "-" else "power"  # (+)-camphor
    if _DIRECTIVE.match(inside):
        return "directive"
    return "guide" if is_guide(inside, before) else None
