"""The words of an answer as they are compared: without case, accents and punctuation, numbers as numbers.

`words("The Third Man")` is `("3", "man")`. Applied to its own result it changes nothing.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import groupby

from zellig.tasks.quiz.numbers import in_figures
from zellig.tasks.quiz.tables import known

KEPT = 1 << 16  # texts that are remembered

_LETTERS = str.maketrans(
    {
        **{"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i"},
        **{"ħ": "h", "ŋ": "n", "ə": "e", "ɛ": "e", "ɔ": "o"},
        **dict.fromkeys("'’‘‛`´ʻʼʽʾʿˈ′ʹʔ·‧⋅•", ""),  # O'Hara is Ohara, H·T·M·L is HTML
        **{
            "&": " and ",
            "+": " plus ",
            "%": " percent ",
            "=": " equals ",
            "°": " degrees ",
            "♯": " sharp ",
            "♭": " flat ",
            "√": " square root of ",
        },
    }
)
_SHARP = re.compile(r"(?<=\b[A-Ga-g])#")
# A minus stands before a number, "-40", or behind a symbol, "Cl-"; elsewhere it is a hyphen or a dash.
_MINUS = re.compile(r"(?<![^\s(\[=<>])[-−–](?=\.?\d)|(?<=\b[A-Z])[-−–](?!\S)|(?<=\b[A-Z][a-zA-Z])[-−–](?!\S)")
_GREATER, _LESS = re.compile(r"(?<=\s)>(?=\s)|>(?=\s*-?\d)"), re.compile(r"(?<=\s)<(?=\s)|<(?=\s*-?\d)")
_N = re.compile(r"(?<=\w)(?:\s+(?:['’‘][nN]['’‘]?|[nN]['’‘]|n)\s+|['’‘]n['’‘])(?=\w)")  # rock 'n' roll
_BETWEEN = re.compile(r"(?<!\d) | (?!\d)")  # words, but not two numbers
_THOUSANDS = re.compile(r"(?<=\d),(?=\d\d\d\b)")
# In the scripts of India and beyond vowels are marks, which are no letters to Python.
_WORD = re.compile(r"\d+(?:\.\d+)+(?!\w)|(?:[^\W_]|[\u0900-\u0dff\u0e00-\u109f\u1780-\u17ff])+")
_ACCENTS = re.compile(  # with the points of Hebrew and Arabic, and characters that cannot be seen
    "[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
    "\u00ad\u200b-\u200f\u2060\ufeff\ufffc]"
)


def fold(text: str) -> str:
    """Without case, accents, apostrophes; marks that are vowels in other scripts stay."""
    if text.isascii() and text.replace(" ", "").isalpha() and " n " not in text:
        return text.lower()  # as most names are, of which a guesser has hundreds of thousands
    text = _N.sub(" and ", text)
    if not text.isascii():
        text = unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFKD", text)))
    text = _SHARP.sub(" sharp ", _MINUS.sub(" minus ", text))
    if ">" in text or "<" in text:
        text = _LESS.sub(" less than ", _GREATER.sub(" greater than ", text))
    return text.casefold().translate(_LETTERS)


@lru_cache(maxsize=KEPT)
def words(text: str) -> tuple[str, ...]:
    """The words of a text as they are compared: an article goes, if anything follows."""
    folded = fold(text)
    found = _joined_letters(_WORD.findall(_THOUSANDS.sub("", folded)))
    plain = in_figures([_spelt(word) for word in found])
    while len(plain) > 1 and plain[0] in ("the", "a", "an"):
        plain = plain[1:]
    return tuple(word for word in plain if word != "the") or tuple(plain) or tuple(folded.split())


@lru_cache(maxsize=KEPT)
def letters(text: str) -> str:
    """Letters and figures alone, in one piece: `space walk` is `spacewalk`, but `10:10` is not `1010`."""
    found = _WORD.findall(_THOUSANDS.sub("", fold(text)))
    return _BETWEEN.sub("", " ".join(found))


def _spelt(word: str) -> str:
    """One spelling of a word that has several, in the plural too."""
    spellings = known().spellings
    if word in spellings:
        return spellings[word]
    if word.endswith("s") and word[:-1] in spellings and len(word) > 3:
        return f"{spellings[word[:-1]]}s"
    return known().greek.get(word, word)


def _joined_letters(found: list[str]) -> list[str]:
    """Letters in a row as one word: `u s a` is `usa`; but `m r`, who is no mister."""
    joined: list[str] = []
    for is_letter, run in groupby(found, lambda word: len(word) == 1 and word.isalpha()):
        each = list(run)
        together = "".join(each)
        joined += [together] if is_letter and together not in known().spellings else each
    return joined
