"""Names of teams and systems as those of files, and back: none leads out of its folder, or is hidden."""

from __future__ import annotations

import re

_UNSAFE = re.compile(r'[%/\\:*?"<>|\x00-\x1f\x7f]|^\.|\.$')
_WRITTEN = re.compile("%([0-9A-F]{2})")


def file_name_of(name: str) -> str:
    """A name with `%2F` and the like in place of what means something else in a path."""
    return _UNSAFE.sub(lambda found: f"%{ord(found[0]):02X}", name)


def name_in(file_name: str) -> str:
    """The name that a file goes by; what `file_name_of` has not written stays as it is."""

    def read(found: re.Match[str]) -> str:
        character = chr(int(found[1], 16))
        return character if _UNSAFE.fullmatch(character) else found[0]

    return _WRITTEN.sub(read, file_name)
