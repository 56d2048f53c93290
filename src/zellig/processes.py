"""A long-lived program that is asked over its standard input and output, and ended with all it started."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import IO

GRACE = 1.0  # seconds a program has to end by itself when its input is closed
TAIL = 2000  # bytes of its standard error that are kept

_PART = 65536
_MOST_PARTS = 100  # a program that never stops complaining is not listened to for ever


@dataclass
class Program:
    """A running program and what has been read from it."""

    process: subprocess.Popen[bytes]
    output: bytearray = field(default_factory=bytearray)
    errors: bytearray = field(default_factory=bytearray)
    ended: bool = False  # its standard output is closed

    @property
    def stdin(self) -> IO[bytes]:
        assert self.process.stdin  # noqa: S101 -- it was started with a pipe
        return self.process.stdin

    def exchange(self, todo: memoryview, until: float) -> memoryview:
        """Write some of `todo` and read what is there, whichever can be done first; gives what is left."""
        with selectors.DefaultSelector() as selector:
            if todo:
                selector.register(self.stdin, selectors.EVENT_WRITE)
            for pipe in (self.process.stdout, self.process.stderr):
                if pipe and not pipe.closed:
                    selector.register(pipe, selectors.EVENT_READ)
            for key, _ in selector.select(max(0.0, until - time.monotonic())):
                if key.fileobj is self.stdin:
                    todo = self._write(todo)
                else:
                    self._read(key.fileobj is self.process.stdout, key.fd)
        return todo

    def _write(self, todo: memoryview) -> memoryview:
        try:
            return todo[os.write(self.stdin.fileno(), todo) :]
        except BlockingIOError:
            return todo
        except BrokenPipeError:  # it has stopped reading; whether it answers all the same shows in its output
            return todo[:0]

    def _read(self, is_output: bool, handle: int) -> None:
        part = os.read(handle, _PART)
        if is_output:
            self.ended = not part
            self.output += part
            return
        self._keep(part)
        if not part and self.process.stderr:
            self.process.stderr.close()

    def _keep(self, part: bytes) -> None:
        self.errors += part
        del self.errors[:-TAIL]

    def last_words(self) -> str:
        """The end of its standard error, with all that is still in the pipe; empty if it said nothing."""
        pipe = self.process.stderr
        if pipe and not pipe.closed:
            os.set_blocking(pipe.fileno(), False)
            for _ in range(_MOST_PARTS):
                try:
                    part = os.read(pipe.fileno(), _PART)
                except BlockingIOError:  # that was all
                    break
                if not part:
                    break
                self._keep(part)
        return self.errors.decode(errors="replace").strip()

    def death(self) -> str:
        """How it ended, in words."""
        _await_death(self.process, GRACE)
        ended = os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        if not ended:
            return "it closed its output"
        if ended.si_code == os.CLD_EXITED:
            return f"it ended with exit code {ended.si_status}"
        return f"it was ended by {signal.Signals(ended.si_status).name}"


def start(words: Sequence[str], environment: dict[str, str] | None = None) -> Program:
    """Run a program without a shell, in a process group of its own; OSError if it cannot be started."""
    process = subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        env=environment,
        start_new_session=True,
    )
    program = Program(process)
    os.set_blocking(program.stdin.fileno(), False)
    return program


def end(process: subprocess.Popen[bytes]) -> None:
    """Close its input, give it a moment, and kill its whole group."""
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            pipe.close()  # unbuffered: closing writes nothing, so it cannot fail
    _await_death(process, GRACE)
    kill(process)


def _await_death(process: subprocess.Popen[bytes], limit: float) -> None:
    """Wait, and leave the dead process unburied: as long as it is, nobody else can get its number."""
    until = time.monotonic() + limit
    while process.returncode is None and time.monotonic() < until:
        if os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG):
            return
        time.sleep(0.005)


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill its whole group: what it started, too, also when it is dead itself."""
    if process.returncode is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
