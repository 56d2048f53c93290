"""Pronunciation guides: how a word is said, in syllables that are no words.

Most stand in quotation marks. Of the others it counts how they are spelt: in syllables with hyphens, one of
them in capitals (`KEE-ots`), or as no English word is (`lah-grahnj`).
"""

from __future__ import annotations

import re

LONGEST = 200  # characters; what is longer is prose

_SPOKEN_OF = re.compile(
    r"(?:pronounce[ds]?|pron|pr)\b[.:,]? ?|rhymes with |accent on |read(?: as)?:? ?[\"“]|read: |like [\"“]",
    re.IGNORECASE,
)
_QUOTE = re.compile(r"[\"“”„‟]")
_QUOTED = r"[\"“”„‟][^\"“”„‟]+[\"“”„‟]"
_WHOLLY_QUOTED = re.compile(rf"{_QUOTED}(?: (?:or |and )?{_QUOTED})?|['‘][^'‘’]+(?:[’'][^'‘’]+)?['’]")
_PARTLY_QUOTED = re.compile(r"[\"“”„‟]-|-[\"“”„‟]")

# Prose has longer words than syllables are, and these small ones.
_LETTER = r"(?:[^\W\d_]|['’ʼ])"
_SYLLABLES = re.compile(rf"{_LETTER}{{1,6}}(?:-{_LETTER}{{1,6}})*[,!]?")
_LONG_SYLLABLES = re.compile(rf"{_LETTER}{{1,10}}(?:-{_LETTER}{{1,10}})*[,!]?")
_OF_PROSE = re.compile(
    r"(?<!\S)(?:an?|the|this|these|those|his|her|its|their|i|of|in|to|for|with|from|is|was|are)(?!\S)",
    re.IGNORECASE,
)
_OF_COMPOUNDS = re.compile(
    r"\b(?:self|non|half|well|high|low|long|short|now|then|pre|post|anti|old|made|like|known|all|year|week|day"
    r"|two|three|four|five|six|seven|eight|nine|ten)\b"
)
_HYPHEN = re.compile(r"\s?-\s?")
_STRESSED = re.compile(r"[A-Z]{2,}['’]?[a-z]?-|-[A-Z]{2,}")
_SPELT = re.compile(r"[A-Z]-[A-Z](?:-\w+)*")
_LOUD = re.compile(r"(?<![A-Za-z])[A-Z]{2,}(?![A-Z])")
_SOUND = re.compile(r"ah|uh|oh|eh|ih|zh|aw|ee.*ee|oo|ay|oy", re.IGNORECASE)  # spelt as few English words are
_ONE_LOUD_WORD = re.compile(r"(?!THIS|THESE|BLANK)(?![IVXLC]+$)(?=[A-Z]*[AEIOUY])[A-Z]{3,10}")
_FIRST_LETTERS = re.compile(r"\b\w")


def is_guide(words: str, before: str) -> bool:
    """Do words in brackets say how to say those before them?"""
    if not 2 <= len(words) <= LONGEST:
        return False
    if _SPOKEN_OF.match(words) or _WHOLLY_QUOTED.fullmatch(words):
        return True
    if _PARTLY_QUOTED.search(words) and not _OF_PROSE.search(words):
        return True
    return _sounds_out(_QUOTE.sub("", words)) or _is_loud_word(words, before)


def _sounds_out(words: str) -> bool:
    """Are these syllables rather than words?"""
    words = _HYPHEN.sub("-", words)
    tokens = words.split()
    if any(map(_SPELT.fullmatch, tokens)):
        return True
    if _OF_PROSE.search(words):
        return False
    stressed, sounding = _STRESSED.search(words), _SOUND.search(words)
    if not all(map(_SYLLABLES.fullmatch, tokens)):
        return bool(stressed and sounding) and all(map(_LONG_SYLLABLES.fullmatch, tokens))
    if stressed or ("-" in words and sounding):
        return True
    if "-" in words:
        return words.islower() and not _OF_COMPOUNDS.search(words)
    loud = len(tokens) > 1 and _LOUD.search(words)
    return bool(loud and sounding) and all(token.islower() or token.isupper() for token in tokens)


def _is_loud_word(words: str, before: str) -> bool:
    """`Joan (HWAN)` is sounded out, `a Variable Surface Antigen (VSA)` is not."""
    if not _ONE_LOUD_WORD.fullmatch(words) or not before.endswith(" ") or not before[-2:-1].isalnum():
        return False
    return not "".join(_FIRST_LETTERS.findall(before)).upper().endswith(words)
