"""Text without linguistics: normalised keys for comparing, and tokens for measuring edits."""

from __future__ import annotations

import hashlib
import html
import re
import unicodedata
from collections.abc import Sequence

# Words keep their hyphens and apostrophes; every other visible character is a token of its own.
# With these tokens the sizes of the edits of 2017 are those of docs/reference/pairs.md.
TOKEN = re.compile(r"\w+(?:[-'’]\w+)*|[^\w\s]")

_TREEBANK_SPELLING = re.compile(r"-(?:LRB|RRB|LSB|RSB|LCB|RCB)-")
_PLAIN = {code: None for code in range(128) if not chr(code).isalnum()}  # the quick way for ASCII
_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")
_WORD = re.compile(r"\S+")
_SENTENCE_END = re.compile(r"(?<=[.!?])['\")\]]*\s+")


def encodable(text: str) -> str:
    """The text with `\\ud800` in place of half a character, which no file and no message can hold."""
    return text.encode(errors="backslashreplace").decode()


def shown(raw: str | bytes, most: int = 120) -> str:
    """The beginning of a text that came from elsewhere, quoted."""
    text = raw.decode(errors="replace") if isinstance(raw, bytes) else raw
    return repr(text[:most]) + ("..." if len(text) > most else "")


def counted(number: int, noun: str) -> str:
    """So many of something, in words: 1 pair, 1,204 pairs."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def tokens(text: str) -> list[str]:
    """Words and punctuation marks in order, as written."""
    return TOKEN.findall(text)


def token_places(text: str) -> list[tuple[int, int]]:
    """Where the tokens of a text begin and end."""
    return [found.span() for found in TOKEN.finditer(text)]


def word_places(text: str) -> list[tuple[int, int]]:
    """Where the words of `text.split()` begin and end; those of `text.lower().split()` are the same."""
    return [found.span() for found in _WORD.finditer(text)]


def origins(text: str) -> Sequence[int]:
    """For every character of `text.lower()` the place in the text that it comes from."""
    if len(text.lower()) == len(text):
        return range(len(text))
    return [place for place, character in enumerate(text) for _ in character.lower()]  # a capital dotted I


def normalise(text: str) -> str:
    """Letters and digits only, without case, accents, markup or treebank brackets.

    Two spellings of one sentence (tokenised or not, `&amp;` or `&`) get the same string. Made for
    English: marks that combine with a letter go too, and in some scripts they are vowels.
    """
    if "&" in text:
        text = html.unescape(text)
    if "B-" in text:
        text = _TREEBANK_SPELLING.sub(" ", text)
    if text.isascii():
        return text.translate(_PLAIN).casefold()
    return _NOT_ALPHANUMERIC.sub("", unicodedata.normalize("NFKD", text).casefold())


def comparable(text: str) -> str:
    """What tells texts apart: the normalised text, or the text itself where that leaves nothing (emoji)."""
    return normalise(text) or text.strip()


def digest(text: str) -> bytes:
    """sha256 of the comparable text: the order of a corpus, and the key of overlap tests."""
    return hashlib.sha256(comparable(text).encode()).digest()


def key64(text: str) -> int:
    """The first 64 bits of `digest` as an integer."""
    return int.from_bytes(digest(text)[:8], "big")


def sentences(text: str) -> list[str]:
    """A rough split at sentence-final punctuation, for comparing parts of a text."""
    return [part for part in _SENTENCE_END.split(text) if part]
