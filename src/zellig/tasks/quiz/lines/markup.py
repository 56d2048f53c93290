"""The markup of answer lines: from tags, underscores and braces to text with a mark for every character.

Forms: `<b><u>x</u></b>` (packets), `<req>x</req>` (MODAQ), `<strong>x</strong>` (QuizDB), `_x_` and `__x__`
(QEMS: required, and underlined for a prompt), `{x}` (Protobowl). `<u>` alone asks for a prompt where a line
has bold type too, and is required where it has none.
"""

from __future__ import annotations

import html
import re
from typing import NamedTuple

PLAIN, REQUIRED, PROMPT, OPTIONAL = 0, 1, 2, 4

_BOLD, _UNDERLINED, _SURE, _ASKED = 1, 2, 4, 8  # how a character is printed
ITALIC, LOWERED, RAISED = 16, 32, 64  # which says nothing about the answer
_TAGS = {"b": "b", "u": "u", "strong": "sure", "req": "sure", "i": "i", "em": "i", "sub": "sub", "sup": "sup"}

_TAG = re.compile(
    r"<(/?)\s*(b|u|i|em|strong|req|sub|sup|span|p|br|small|font|s|a|div)\b([^<>]{0,200})>", re.IGNORECASE
)
_MARKUP = re.compile(rf"{_TAG.pattern}|(__?)(?=[^\s_][^_]*\4)|(__?)|([{{}}])", re.IGNORECASE)
# What a web page or a word processor left in a line: a program, and `\b` in "{\b Madrid}".
_CODE = re.compile(
    r"<(script|style)\b[^<>]{0,200}>.*?</\1\s*>|(?<=[{\s\\\w])\\(?:b|i|ul|plain|ulnone)\d?\b ?",
    re.IGNORECASE | re.DOTALL,
)
_AUTHOR = re.compile(r"<\s*(?:[^\W\d]|\d\d)[^<>]*(?:>|$)")
_AUTHOR_IN_BRACES = re.compile(r"(?<=\S)\s*\{\s*[A-Z]{2,3}(?:\s*[,/&]\s*[A-Z]{2,3})*\s*\}\s*$")
_DIRECTIVE_IN_BRACES = re.compile(r"\{(?=\s*(?:accept|prompt|or|do not|also|reject)\b)", re.IGNORECASE)
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff\ufffc]")
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "‟": '"', "«": '"', "»": '"', "❝": '"', "❞": '"'})
_SPACE = re.compile(r"\s")


class Marked(NamedTuple):
    """A text, and for each of its characters how it is marked."""

    text: str
    marks: bytes

    def part(self, start: int, end: int) -> Marked:
        return Marked(self.text[start:end], self.marks[start:end])

    def folded(self) -> Marked:
        """With one space where there are several."""
        if "  " not in self.text:
            return self
        text = self.text
        kept = [place for place, each in enumerate(text) if each != " " or text[place - 1 : place] != " "]
        return Marked("".join(text[place] for place in kept), bytes(self.marks[place] for place in kept))


def read_markup(line: str) -> tuple[Marked, tuple[str, ...]]:
    """The text of a line with its marks, all double quotes straight; and what editors wrote behind it."""
    text, notes = _without_authors(_characters(line).translate(_QUOTES))
    if not re.search(r"[<_{}]", text):
        return Marked(text, bytes(len(text))).folded(), notes
    found = _printed_text(text)
    return Marked(found.text, _meant(found.marks)).folded(), notes


def read_print(line: str) -> tuple[Marked, tuple[str, ...]]:
    """The same to be printed: quotes as they are, and marks that also say what is italic, low or high."""
    text, notes = _without_authors(_characters(line))
    found = _printed_text(text)
    looks = bytes(each & (ITALIC | LOWERED | RAISED) for each in found.marks)
    meant = zip(_meant(found.marks), looks, strict=True)
    return Marked(found.text, bytes(mark | look for mark, look in meant)).folded(), notes


def _characters(line: str) -> str:
    """A line without entities and characters that cannot be seen."""
    text = _SPACE.sub(" ", _UNSEEN.sub("", _CODE.sub("", html.unescape(line))))
    if " " not in text.strip() and "_" in text.strip("_"):
        text = text.replace("_", " ")  # the title of a page
    return text


def _without_authors(text: str) -> tuple[str, tuple[str, ...]]:
    """A line without the names and categories that editors put behind it, and all that follows them."""
    for found in _AUTHOR.finditer(text):
        if _TAG.match(text, found.start()) is None:
            return text[: found.start()], (text[found.start() :].strip(),)
    if (braces := _AUTHOR_IN_BRACES.search(text)) is not None and "{" not in text[: braces.start()]:
        return text[: braces.start()], (braces[0].strip(),)
    return text, ()


def _printed_text(text: str) -> Marked:
    """The text without its markup, and how each character is printed."""
    pieces: list[str] = []
    printed = bytearray()
    open_tags = dict.fromkeys(_TAGS.values(), 0)
    spans: list[str] = []
    underscores = ""
    text = _DIRECTIVE_IN_BRACES.sub("[", text)
    end = 0
    for found in _MARKUP.finditer(text):
        pieces.append(text[end : found.start()])
        printed += bytes([_printed(open_tags, underscores)]) * (found.start() - end)
        end = found.end()
        closing, tag, rest, opening, stray, brace = found.groups()
        if tag is not None:
            _turn(open_tags, spans, tag.lower(), rest, closing=bool(closing))
            if tag.lower() in ("br", "p"):
                pieces.append(" ")
                printed.append(0)
        elif brace:
            open_tags["sure"] = max(open_tags["sure"] + (1 if brace == "{" else -1), 0)
        elif opening or stray:
            mark = opening or stray
            underscores = "" if underscores else (mark if opening else "")
    pieces.append(text[end:])
    printed += bytes([_printed(open_tags, underscores)]) * (len(text) - end)
    return Marked("".join(pieces), bytes(printed))


def _turn(open_tags: dict[str, int], spans: list[str], tag: str, rest: str, *, closing: bool) -> None:
    """Count a tag that opens or closes."""
    if tag == "span":
        if closing:
            tag = spans.pop() if spans else ""
        else:
            tag = "u" if "underline" in rest else "b" if "bold" in rest else ""
            spans.append(tag)
    name = _TAGS.get(tag)
    if name:
        open_tags[name] = max(open_tags[name] + (-1 if closing else 1), 0)


def _printed(open_tags: dict[str, int], underscores: str) -> int:
    return (
        (_BOLD if open_tags["b"] else 0)
        | (_UNDERLINED if open_tags["u"] else 0)
        | (_SURE if open_tags["sure"] or underscores == "_" else 0)
        | (_ASKED if underscores == "__" else 0)
        | (ITALIC if open_tags["i"] else 0)
        | (LOWERED if open_tags["sub"] else 0)
        | (RAISED if open_tags["sup"] else 0)
    )


def _meant(printed: bytes) -> bytes:
    """What the print means: see above."""
    some_bold = any(each & (_BOLD | _SURE) for each in set(printed))
    meaning = bytearray(256)
    for each in range(256):
        if each & (_BOLD | _SURE) or (each & _UNDERLINED and not some_bold):
            meaning[each] = REQUIRED
        elif each & (_UNDERLINED | _ASKED):
            meaning[each] = PROMPT
    return printed.translate(bytes(meaning))
