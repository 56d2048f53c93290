"""JSON and TOML that somebody else wrote: a typed value, or one sentence about what is wrong and where."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TypeVar

import msgspec

from zellig.errors import ZelligError

T = TypeVar("T")

DEEPEST = 100  # tables and lists within one another, in TOML
MOST_BITS = 4096  # of a whole number
# A key of many parts, which costs the parser the square of their number.
_DOTTED = re.compile(rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{DEEPEST}}}""")

# All that decoding can end in: bytes that are no UTF-8 and numbers of 5,000 digits are ValueErrors, and
# brackets nested without end are a RecursionError.
FAULTS = (msgspec.MsgspecError, ValueError, RecursionError)


def decode_json(
    raw: bytes | str, kind: type[T], *, path: str | Path, what: str, remedy: str, line: int | None = None
) -> T:
    """The value in `raw`; refuses everything else as "it is not `what`"."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except FAULTS as error:
        raise refusal(error, path=path, what=what, remedy=remedy, line=line) from None


def decode_toml(raw: bytes | str, kind: type[T], *, path: str | Path, what: str, remedy: str) -> T:
    """The value in `raw`; refuses everything else as "it is not `what`"."""
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8-sig")
        if _DOTTED.search(text):
            raise RecursionError
        found = msgspec.toml.decode(text, type=kind)
        _refuse_extremes(found)
        return found
    except FAULTS as error:
        raise refusal(error, path=path, what=what, remedy=remedy) from None


def _refuse_extremes(found: object) -> None:
    """Refuse what can be read and not be written again: tables in tables in tables, hexadecimal giants."""
    level = [found]
    for _ in range(DEEPEST):
        inner: list[object] = []
        for each in level:
            if isinstance(each, int) and each.bit_length() > MOST_BITS:
                raise ValueError("a number has too many digits")
            inner += each.values() if isinstance(each, dict) else each if isinstance(each, list) else ()
        if not inner:
            return
        level = inner
    raise RecursionError


def fault(error: BaseException) -> str:
    """What is wrong, on one line: for any of the FAULTS, and whatever else a library says about its input."""
    if isinstance(error, RecursionError):
        return "brackets are nested too deep"
    if isinstance(error, UnicodeDecodeError):
        return f"byte 0x{error.object[error.start]:02x} is not UTF-8"
    if isinstance(error, ValueError) and "integer string conversion" in str(error):
        return "a number has too many digits"
    return next(iter(str(error).splitlines()), type(error).__name__).replace("`", "'")


def refusal(
    error: Exception, *, path: str | Path, what: str, remedy: str, line: int | None = None
) -> ZelligError:
    """The complaint about any of the FAULTS, for those who keep a decoder for many lines."""
    return ZelligError(f"it is not {what} ({fault(error)})", path=path, line=line, remedy=remedy)
