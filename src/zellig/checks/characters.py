"""Characters that have no business in a text: control codes, losses and accidents of encoding."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

_SUSPICIOUS = re.compile(r"[^\t\n\r -~]")  # nothing to look at in plain ASCII, which most texts are

# A letter that starts many UTF-8 sequences when they are read as Windows-1252 or Latin-1, and what can
# follow it there. Only the commonest leads, so that names in other languages are not suspected.
_CONTINUATION = "[\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
_MOJIBAKE = re.compile(rf"[ÂÃ]{_CONTINUATION}|â{_CONTINUATION}{{2}}")


class CharacterFault(NamedTuple):
    """What is wrong with the characters of a text: the code of the finding, a sentence, and where first."""

    code: str
    sentence: str
    place: tuple[int, int]


def character_faults(text: str) -> Iterator[CharacterFault]:
    """What is wrong with the characters of a text, each code once."""
    suspects = set(_SUSPICIOUS.findall(text))
    kinds = {character: unicodedata.category(character) for character in sorted(suspects)}
    if broken := [c for c, kind in kinds.items() if kind in ("Cc", "Cs") or c == "\ufffd"]:
        yield CharacterFault("broken-text", f"the text holds {_names(broken)}", _first(text, broken))
    if invisible := [c for c, kind in kinds.items() if kind == "Cf"]:
        yield CharacterFault("invisible", f"the text holds {_names(invisible)}", _first(text, invisible))
    if found := _MOJIBAKE.search(text):
        what = f"{found[0]!r} in the text looks like {_repaired(found[0])}"
        yield CharacterFault("mojibake", what, found.span())


def _first(text: str, characters: list[str]) -> tuple[int, int]:
    place = min(map(text.index, characters))
    return place, place + 1


def _names(characters: list[str]) -> str:
    return ", ".join(_name(character) for character in characters)


def _name(character: str) -> str:
    kind = {"Cc": "control character", "Cs": "half of a surrogate pair"}.get(unicodedata.category(character))
    return f"U+{ord(character):04X} ({kind or unicodedata.name(character, 'no name').lower()})"


def _repaired(text: str) -> str:
    """What was probably meant; Windows-1252 with the five bytes it leaves undefined kept as they are."""
    raw = b"".join(c.encode("latin-1") if ord(c) < 0x100 else c.encode("cp1252") for c in text)
    try:
        return f"{raw.decode()!r} read in a wrong encoding"
    except UnicodeDecodeError:
        return "UTF-8 read in a wrong encoding"
