"""Numbers however they are written: `nineteen eighty-four`, `third`, `19th` and `XIV` as figures."""

from __future__ import annotations

import re
from functools import lru_cache

from zellig.tasks.quiz.tables import known

_SCALES = {"hundred": 100, "hundredth": 100, "thousand": 1000, "thousandth": 1000}

_PARTS_OF_ONE = {"half": "2", "quarter": "4", "quarters": "4"}
_SIGNS = {"negative": "minus", "positive": "plus"}
_LONGEST_SYMBOL = 2  # letters that a sign may follow: the ion Na+, the blood group AB-

_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_ROMAN = re.compile(r"(?=[ivxlc])(c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_LONGEST_ROMAN = 9  # letters
KEPT = 1 << 16  # words of which it is remembered whether they may count


def is_number(word: str) -> bool:
    """Is this a number in figures?"""
    return word[:1].isdigit()


def in_figures(words: list[str]) -> list[str]:
    """Words in lower case with their numbers in figures; `no 9` is `9`."""
    if not any(map(_may_count, words)):
        return words
    plain: list[str] = []
    place = 0
    while place < len(words):
        word = words[place]
        if word in known().below_twenty or word in known().tens or word in _SCALES:
            value, place = _number_at(words, place)
            plain.append(str(value))
            continue
        place += 1
        if (ordinal := _ORDINAL.fullmatch(word)) is not None:
            word = ordinal[1]
        elif (len(word) > 1 or plain) and (roman := _roman(word)):  # "I" alone is a pronoun, or iodine
            word = str(roman)
        elif word in _PARTS_OF_ONE and plain and is_number(plain[-1]):  # one half is 1/2
            word = _PARTS_OF_ONE[word]
        plain.append(word)
    plain = _with_signs(plain)
    following = [*plain, ""][1:]
    return [
        word
        for word, after in zip(plain, following, strict=True)
        if not (word in ("no", "number") and is_number(after))
    ]


@lru_cache(maxsize=KEPT)
def _may_count(word: str) -> bool:
    """Is this, or a part of it, anything that a number is made of?"""
    return (
        word in known().below_twenty
        or word in known().tens
        or word in _SCALES
        or word in _PARTS_OF_ONE
        or word in _SIGNS
        or is_number(word)
        or bool(_roman(word))
    )


def _with_signs(plain: list[str]) -> list[str]:
    """`negative 1` is `minus 1`, and `o negative` is `o minus`."""
    return [
        _SIGNS[word]
        if word in _SIGNS
        and (is_number(after) or (not after and 0 < len(before) <= _LONGEST_SYMBOL and before.isalpha()))
        else word
        for before, word, after in zip(["", *plain], plain, [*plain[1:], ""], strict=False)
    ]


def _number_at(words: list[str], place: int) -> tuple[int, int]:
    """The number that begins at a place, and the place behind it."""
    value, place = _below_hundred(words, place)
    if value is None:
        value = 1  # "hundred" is one hundred
    elif value >= 10:
        rest, after = _below_hundred(words, place)
        if rest is not None and rest >= 10:
            return 100 * value + rest, after  # nineteen eighty-four
    total = 0
    while place < len(words) and (scale := _SCALES.get(words[place])):
        total = (total + value) * scale if scale > 100 else total + value * scale
        place += 1
        rest, after = _below_hundred(words, place + (words[place : place + 1] == ["and"]))
        value, place = (0, place) if rest is None else (rest, after)
    return total + value, place


def _below_hundred(words: list[str], place: int) -> tuple[int | None, int]:
    units, tens = known().below_twenty, known().tens
    word = words[place] if place < len(words) else ""
    if word in units:
        return units[word], place + 1
    if word not in tens:
        return None, place
    unit = units.get(words[place + 1], 0) if place + 1 < len(words) else 0
    return (tens[word] + unit, place + 2) if 0 < unit < 10 else (tens[word], place + 1)


def _roman(word: str) -> int:
    """The value of a Roman numeral; 0 if the word is none. From 400 on they are other words: mix, dim."""
    if len(word) > _LONGEST_ROMAN or _ROMAN.fullmatch(word) is None or word in ("l", "c"):
        return 0
    values = [_ROMAN_DIGITS[letter] for letter in word]
    return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))
