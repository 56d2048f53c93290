"""The transcript: a first line with the rules and the performers, then a line for each round.

It is only ever added to. A game that was killed may leave half a line behind, which is cut off; all whole
lines stay as they are, and the game goes on after them. Times are not in it: they are in the log.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

import msgspec

from zellig.decoding import FAULTS, fault
from zellig.errors import ZelligError
from zellig.files import MAX_LINE, opened, read_blocks, writing
from zellig.games.arena.rounds import Round
from zellig.games.arena.rules import Rules, refuse_nonsense
from zellig.performers import ROLES, Role
from zellig.seats.player import Player

FILE = "transcript.jsonl"
VERSION = 2  # 1 had the two texts of a round, and no pair
SYNC = 1.0  # seconds after which what was written must be on the disk

_decoder = msgspec.json.Decoder(Round)


class Head(msgspec.Struct, frozen=True):
    """The first line."""

    zellig: str
    version: int
    game: str
    rules: Rules
    players: dict[Role, Player]


class Transcript:
    """A transcript that is being written."""

    def __init__(self, path: Path, head: Head) -> None:
        """Begin it, or go on with what is there; another game's transcript is refused."""
        self.path = path
        with writing(path):
            self._file = path.open("ab")
        _lock(self._file, path)  # before anything is changed: somebody else may be in the middle of a line
        try:
            with writing(path):
                self.played = self._taken_up(msgspec.json.encode(head) + b"\n")
        except ZelligError:
            self._file.close()
            raise
        self._synced = time.monotonic()

    def _taken_up(self, first: bytes) -> int:
        """Begin the file, or make it ready to be gone on with; says how many rounds it has."""
        _cut_half_line(self.path)
        with self.path.open("rb") as file:
            found = file.readline()
        if not found:
            self._file.write(first)
            self._file.flush()
        elif found != first:
            read_head(self.path)  # what is no head at all, or an old one, has a sentence of its own
            raise ZelligError(
                "this is the transcript of another game, or its performers have changed",
                path=self.path,
                remedy="Choose another folder with --out.",
            )
        return sum(1 for _ in rounds_of(self.path))

    def add(self, rounds: Sequence[Round]) -> None:
        """Write rounds behind the others; those that are there already are passed over."""
        new = [played for played in rounds if played.n >= self.played]
        if not new:
            return
        with writing(self.path):
            self._file.write(b"".join([msgspec.json.encode(played) + b"\n" for played in new]))
            self._file.flush()
            self.played = new[-1].n + 1
            if time.monotonic() - self._synced > SYNC:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()

    def close(self) -> None:
        """Nothing is lost from here on."""
        with writing(self.path), self._file:
            self._file.flush()
            os.fsync(self._file.fileno())


def _lock(file: IO[bytes], path: Path) -> None:
    """Two arenas must not write one transcript; the lock goes when the file is closed, however that comes."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise ZelligError(
            "this game is being played already", path=path, remedy="Wait for it, or choose another --out."
        ) from None


def read_head(path: Path) -> Head:
    """The first line of a transcript."""
    with opened(path) as file:
        raw = file.readline(MAX_LINE)
    try:
        head = msgspec.json.decode(raw, type=Head)
    except FAULTS as error:
        raise _complaint(error, path, 1) from None
    if head.zellig != "arena" or head.version != VERSION:
        raise ZelligError(
            f"this is {head.zellig!r} of version {head.version}, and this Zellig plays 'arena' of {VERSION}",
            path=path,
            line=1,
            remedy="Play the game again, in another folder.",
        )
    if missing := [role for role in ROLES if role not in head.players]:
        remedy = "The transcript was changed: play the game again."
        raise ZelligError(f"it does not say who the {missing[0]} is", path=path, line=1, remedy=remedy)
    refuse_nonsense(head.rules, path)
    return head


def rounds_of(path: Path) -> Iterator[Round]:
    """The rounds of a transcript, in order; a line that is no round, or the wrong one, is named."""
    n = 0
    for first, block in read_blocks(path):
        for line, raw in enumerate(block.removesuffix(b"\n").split(b"\n"), start=first):
            if line == 1:
                continue
            try:
                played = _decoder.decode(raw)
            except FAULTS as error:
                raise _complaint(error, path, line) from None
            if played.n != n:
                raise ZelligError(f"round {n} should be here, and {played.n} is", path=path, line=line)
            n += 1
            yield played


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


def _complaint(error: Exception, path: Path, line: int) -> ZelligError:
    return ZelligError(
        f"this is not what a transcript has here ({fault(error)})",
        path=path,
        line=line,
        remedy="A transcript must not be edited: play the game again.",
    )
