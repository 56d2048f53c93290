"""The three standard streams as the shell has left them: closed, perhaps, or taking nothing but ASCII."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys

ESCAPES = "zellig-escapes"  # how we call the way to write what a stream's encoding does not have

# What a write to a standard stream that is closed, full or no longer read ends in.
_GONE = (errno.EPIPE, errno.EBADF, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def prepare() -> None:
    """Give every stream that was closed a place holder, and every character a way to be written.

    The place holders also keep the numbers 0 to 2: otherwise the next file that is opened would get one of
    them, and what is printed would go into that file.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(_held(0, os.O_RDONLY), encoding="utf-8")  # it has ended
    if sys.stdout is None:
        # It cannot be written to, so that a result which nobody sees is an error and no success.
        sys.stdout = os.fdopen(_held(1, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(_held(2, os.O_WRONLY), "w", encoding="utf-8")  # nobody is there to be told
    codecs.register_error(ESCAPES, _escaped)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors=ESCAPES)


def is_lost_output(error: OSError) -> bool:
    """Did a write to the standard output fail?

    A write to an open file has no file name in its error either: whoever writes one does so within
    `files.writing`, which names it.
    """
    return error.filename is None and error.errno in _GONE


def give_up_output() -> None:
    """What is still in the buffer of the standard output must not fail again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _held(number: int, flags: int) -> int:
    found = os.open(os.devnull, flags)
    if found != number:
        os.dup2(found, number)
        os.close(found)
    return number


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """`\\u00e9` for a character that cannot be written: so it is still right where the output is JSON."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    pairs = zip(units[::2], units[1::2], strict=True)
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in pairs), error.end
