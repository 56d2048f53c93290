"""The transcript: a first line with the rules and the performers, then a line for each round.

A game that was killed goes on after the rounds that are there. Times are not in it: they are in the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from zellig.decoding import FAULTS, fault
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.files import MAX_LINE, opened, read_blocks
from zellig.games.arena.rounds import Round
from zellig.games.arena.rules import Rules, refuse_nonsense
from zellig.performers import ROLES, Role
from zellig.seats.player import Player
from zellig.seats.transcript_file import TranscriptFile

FILE = "transcript.jsonl"
VERSION = 2  # 1 had the two texts of a round, and no pair

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
        self._file = TranscriptFile(path)
        try:
            self._take_up(msgspec.json.encode(head))
            self.played = sum(1 for _ in rounds_of(path))
        except ZelligError:
            self._file.close()
            raise

    def _take_up(self, first: bytes) -> None:
        found = self._file.first()
        if not found:
            self._file.add([first])
        elif found != first + b"\n":
            read_head(self.path)  # what is no head at all, or an old one, has a sentence of its own
            raise ZelligError(
                "this is the transcript of another game, or its performers have changed",
                path=self.path,
                remedy=f"Choose another folder with {option('out')}.",
            )

    def add(self, rounds: Sequence[Round]) -> None:
        """Write rounds behind the others; those that are there already are passed over."""
        new = [played for played in rounds if played.n >= self.played]
        if new:
            self._file.add([msgspec.json.encode(played) for played in new])
            self.played = new[-1].n + 1

    def close(self) -> None:
        """Nothing is lost from here on."""
        self._file.close()


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


def _complaint(error: Exception, path: Path, line: int) -> ZelligError:
    return ZelligError(
        f"this is not what a transcript has here ({fault(error)})",
        path=path,
        line=line,
        remedy="A transcript must not be edited: play the game again.",
    )
