"""A long-lived program that is asked over its standard input and output, and ended with all it started."""

from __future__ import annotations

import errno
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

GRACE = 1.0  # seconds a program has to end by itself when its input is closed
TAIL = 2000  # bytes of its standard error that are kept
KEEPER: tuple[str, ...] = (sys.executable, "-I", "-S", str(Path(__file__).with_name("keeper.py")))

_PART = 65536
_MOST_PARTS = 100  # a program that never stops complaining is not listened to for ever


class Program:
    """A running program and what has been read from it; it is ended when nobody holds it any more."""

    def __init__(self, process: subprocess.Popen[bytes], control: socket.socket) -> None:
        """`process` is its keeper, which has the program's pipes; see `keeper.py` for what `control` says."""
        self.process, self._control = process, control
        self.output, self.errors = bytearray(), bytearray()
        self.ended = False  # its standard output is closed
        self._finalizer = weakref.finalize(self, _end, process, control)  # runs at the end of Python, too

    @property
    def stdin(self) -> IO[bytes]:
        assert self.process.stdin  # noqa: S101 -- it was started with a pipe
        return self.process.stdin

    def end(self, *, at_once: bool = False) -> None:
        """Close its input and give it a moment, unless it is to end at once; kill all that is left."""
        if at_once:
            self._control.close()
        self._finalizer()

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
        code = _told(self._control, GRACE)
        if code is None:
            return "it closed its output"
        if code >= 0:
            return f"it ended with exit code {code}"
        known = -code in set(signal.Signals)
        return f"it was ended by {signal.Signals(-code).name if known else f'signal {-code}'}"


def start(words: Sequence[str], environment: Mapping[str, str]) -> Program:
    """Run a program without a shell, in a session of its own; OSError if it cannot be started."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [*KEEPER, str(theirs.fileno()), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=environment,
            pass_fds=(theirs.fileno(),),
            start_new_session=True,
        )
    program = Program(process, ours)
    fault = _told(ours, None)
    if fault != 0:
        program.end(at_once=True)
        raise OSError(fault, os.strerror(fault)) if fault else OSError(errno.ECHILD, "its keeper was ended")
    os.set_blocking(program.stdin.fileno(), False)
    return program


def _told(control: socket.socket, limit: float | None) -> int | None:
    """The next number from the keeper; None if none comes within some seconds."""
    control.settimeout(limit)
    try:
        said = control.recv(4, socket.MSG_WAITALL)
    except TimeoutError:
        return None
    return int.from_bytes(said, "little", signed=True) if said else None


def _end(process: subprocess.Popen[bytes], control: socket.socket) -> None:
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            pipe.close()  # unbuffered: closing writes nothing, so it cannot fail
    with control:
        if control.fileno() >= 0:  # not closed by who is in a hurry
            _told(control, GRACE)
    process.wait()
