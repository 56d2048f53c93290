"""A performer in a process of its own, asked over its standard input and output.

Our own worker loads performers by name; a user's program (`cmd:`) reads and writes the messages itself.
"""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from zellig import processes
from zellig.decoding import FAULTS, fault
from zellig.errors import ZelligError
from zellig.messages import LARGEST_REPLY, Envelope, Reply
from zellig.performers import Spec
from zellig.processes import Program
from zellig.seats.answering import checked
from zellig.seats.player import Player
from zellig.seats.seat import PATIENCE, Distant, Missed
from zellig.seats.worker import Ready, Whom

WORKER = (sys.executable, "-m", "zellig.seats.worker")


class OwnProcess(Distant):
    """A performer in a program."""

    def __init__(
        self,
        words: Sequence[str],
        environment: Mapping[str, str],
        whom: Whom | None = None,
        resources: tuple[str, ...] = (),
    ) -> None:
        """Start it. Our own worker is told whom to load; a user's program knows what it is."""
        self._words, self._environment, self._whom = list(words), environment, whom
        self._resources = resources
        self._program: Program | None = None
        super().__init__()

    def close(self) -> None:
        """Stop it and all that it started."""
        if self._program is not None:
            self._program.end(at_once=True)
            self._program = None

    def _connect(self) -> Player:
        self.close()
        try:
            self._program = processes.start(self._words, self._environment)
        except OSError as error:
            raise ZelligError(
                f"{self._words[0]!r} cannot be started ({error.strerror})", remedy="Check the command."
            ) from None
        if self._whom is None:
            script = next((word for word in self._words[1:] if os.path.isfile(word)), self._words[0])
            spec = Spec(Path(script).stem, {"command": shlex.join(self._words)})
            return Player(spec, adapts=True, resources=self._resources)
        return self._loaded(self._whom)

    def _loaded(self, whom: Whom) -> Player:
        try:
            raw = self._line(msgspec.json.encode(whom) + b"\n", time.monotonic() + PATIENCE)
            ready = msgspec.json.decode(raw, type=Ready)
        except (Missed, *FAULTS) as error:
            self.close()
            raise ZelligError(f"the {whom.role} {whom.name!r} could not be loaded ({fault(error)})") from None
        if ready.player is None:
            self.close()
            raise ZelligError(f"{whom.role}: {ready.error}", remedy=ready.remedy)
        return ready.player

    def _exchange(self, envelope: Envelope, limit: float) -> Reply:
        until = time.monotonic() + limit
        todo = msgspec.json.encode(envelope) + b"\n"
        while True:
            raw = self._line(todo, until)
            try:
                reply = msgspec.json.decode(raw, type=Reply)
                if reply.turn >= envelope.turn:
                    return checked(envelope, reply)
            except FAULTS as error:
                raise Missed("garbled", fault(error)) from None
            except ZelligError as error:
                raise Missed("garbled", error.what) from None
            todo = b""  # that was about a turn that nobody waits for any more, or said twice

    def _line(self, todo: bytes, until: float) -> bytes:
        """Send something and wait for a whole line."""
        assert self._program  # noqa: S101 -- asked only while it runs
        program, rest, searched = self._program, memoryview(todo), 0
        while rest or (end := program.output.find(b"\n", searched)) < 0:
            if len(program.output) > LARGEST_REPLY:
                raise Missed("flooded", f"a reply of more than {LARGEST_REPLY / 2**20:g} MB")
            if program.ended:
                raise Missed("crashed", "; ".join([program.death(), *program.last_words().splitlines()[-1:]]))
            if time.monotonic() >= until:
                raise Missed("late")
            if not rest:
                searched = len(program.output)
            rest = program.exchange(rest, until)
        line = bytes(program.output[:end])
        del program.output[: end + 1]
        return line
