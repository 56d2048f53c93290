"""The file of a transcript: whole lines that are only ever added to, by one game at a time.

A game that was killed may leave half a line behind, which is cut off; all whole lines stay as they are.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

from zellig.errors import ZelligError
from zellig.files import hold, writing

SYNC = 1.0  # seconds after which what was written must be on the disk


class TranscriptFile:
    """A file that is being written; nobody else can write to it meanwhile."""

    def __init__(self, path: Path) -> None:
        """Begin it, or make it ready to be gone on with."""
        self.path = path
        with writing(path):
            self._file = path.open("ab")
        # Before anything is changed: somebody else may be in the middle of a line.
        hold(self._file, path, "this game is being played already")
        try:
            with writing(path):
                _cut_half_line(path)
        except ZelligError:
            self._file.close()
            raise
        self._synced = time.monotonic()

    def first(self) -> bytes:
        """The first line, with its end; empty if there is none."""
        with self.path.open("rb") as file:
            return file.readline()

    def add(self, lines: Sequence[bytes]) -> None:
        """Write lines behind the others."""
        with writing(self.path):
            self._file.write(b"".join([line + b"\n" for line in lines]))
            self._file.flush()
            if time.monotonic() - self._synced > SYNC:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()

    def close(self) -> None:
        """Nothing is lost from here on."""
        with writing(self.path), self._file:
            self._file.flush()
            os.fsync(self._file.fileno())


def _cut_half_line(path: Path) -> None:
    """What was being written when the game was killed never happened."""
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        keep = size
        while keep:
            start = max(0, keep - 65536)
            file.seek(start)
            end = file.read(keep - start).rfind(b"\n") + 1
            if end:
                keep = start + end
                break
            keep = start
        if keep < size:
            file.truncate(keep)
