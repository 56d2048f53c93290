"""`cmd:PROGRAM ARGUMENT...`: any program that reads items and writes predictions, one JSON object a line.

The program is started once, without a shell, in a process group of its own, and is given batch after batch. A
batch that is late, a program that dies and output that is no prediction end it and everything it started; the
next call starts it again. Options stand before the program: `cmd:timeout=5 batch=16 python my_system.py`.
"""

from __future__ import annotations

import hashlib
import os
import re
import selectors
import shlex
import shutil
import signal
import subprocess
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import msgspec

from zellig.errors import ZelligError
from zellig.files import MAX_LINE, reading
from zellig.items import Item, Prediction
from zellig.performers import Spec
from zellig.systems.predictions_file import batches, in_order, question, read_prediction, shown

PREFIX = "cmd:"
TIMEOUT = 60.0  # seconds for one batch
BATCH = 64
GRACE = 1.0  # seconds a program has to end by itself when its input is closed
TAIL = 2000  # bytes of its standard error that are kept

_OPTION = re.compile(r"(timeout|batch)=(.*)")
_PART = 65536
_MOST_PARTS = 100  # a program that never stops complaining is not listened to for ever
_HASHED_WHOLE = 64 * 2**20  # larger files (weights) are known by size and time


@dataclass
class _Program:
    """A running program and what has been read from it."""

    process: subprocess.Popen[bytes]
    output: bytearray = field(default_factory=bytearray)
    errors: bytearray = field(default_factory=bytearray)
    ended: bool = False  # its standard output is closed

    @property
    def stdin(self) -> IO[bytes]:
        assert self.process.stdin  # noqa: S101 -- it was started with a pipe
        return self.process.stdin

    def lines(self) -> list[bytes]:
        """The whole lines that have been read, blank ones left out; they are taken away."""
        end = self.output.rfind(b"\n") + 1
        whole = bytes(self.output[:end])
        del self.output[:end]
        return [line for line in whole.split(b"\n") if line.strip()]

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


def _end(process: subprocess.Popen[bytes]) -> None:
    """Close its input, give it a moment, and kill its whole group."""
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            pipe.close()  # unbuffered: closing writes nothing, so it cannot fail
    _await_death(process, GRACE)
    _kill(process)


def _await_death(process: subprocess.Popen[bytes], limit: float) -> None:
    """Wait, and leave the dead process unburied: as long as it is, nobody else can get its number."""
    until = time.monotonic() + limit
    while process.returncode is None and time.monotonic() < until:
        if os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG):
            return
        time.sleep(0.005)


def _kill(process: subprocess.Popen[bytes]) -> None:
    if process.returncode is None:
        os.killpg(process.pid, signal.SIGKILL)  # what it started, too, also when it is dead itself
        process.wait()


class CommandSystem:
    """A program that is asked over its standard input and output."""

    def __init__(self, words: list[str], timeout: float, batch: int) -> None:
        self._words = words
        self._timeout = timeout
        self._batch = batch
        self._command = PREFIX + shlex.join(words)
        self._program: _Program | None = None
        self._finalizer: weakref.finalize[..., CommandSystem] | None = None
        script = next((word for word in words[1:] if os.path.isfile(word)), words[0])
        self.spec = Spec(Path(script).stem, {"command": words, "timeout": timeout, "batch": batch})
        self.fingerprint = _fingerprint(words)

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """What the program answers, batch after batch, in the order of the items."""
        found: list[Prediction] = []
        try:
            for batch in batches(items, self._batch):
                found += self._ask(batch)
        except BaseException:
            # What is still under way belongs to a question that nobody waits for any more.
            self.close(at_once=True)
            raise
        return found

    def close(self, *, at_once: bool = False) -> None:
        """End the program; the next question starts it again."""
        if self._program and self._finalizer:
            if at_once:
                _kill(self._program.process)
            self._finalizer()
        self._program = None

    def _ask(self, batch: list[Item]) -> list[Prediction]:
        program = self._program or self._start()
        program.exchange(memoryview(b""), 0.0)
        if program.output:
            raise self._fault(program, f"it wrote {shown(bytes(program.output))} without being asked")
        until = time.monotonic() + self._timeout
        body = b"".join(msgspec.json.encode(question(item)) + b"\n" for item in batch)
        todo = memoryview(body)
        found: list[Prediction] = []
        while len(found) < len(batch):
            if time.monotonic() >= until:
                raise self._fault(
                    program,
                    f"{len(found)} of {len(batch)} answers came within {self._timeout:g} s",
                    "Flush the output after every line, or give it more time (cmd:timeout=SECONDS PROGRAM).",
                )
            todo = program.exchange(todo, until)
            try:
                found += [read_prediction(line, self._command) for line in program.lines()]
                if len(program.output) > MAX_LINE:
                    raise ZelligError(f"it wrote a line longer than {MAX_LINE // 2**20} MB")
                if program.ended and len(found) < len(batch):
                    missing = {item.id for item in batch} - {each.id for each in found}
                    first = next((item.id for item in batch if item.id in missing), batch[-1].id)
                    raise ZelligError(
                        f"{self._death(program)} before it had answered the item {shown(first)}"
                    )
                answered = in_order(batch, found, self._command) if len(found) >= len(batch) else []
            except ZelligError as error:
                raise self._fault(program, error.what, error.remedy) from None
        if todo:  # what it has not read would run into the next batch
            raise self._fault(program, f"it answered the item {shown(batch[-1].id)} before it had read it")
        if program.output:
            raise self._fault(program, f"after the last answer it wrote {shown(bytes(program.output))}")
        return answered

    def _start(self) -> _Program:
        # Python programs are made to flush every line and to speak UTF-8, which is forgotten most often.
        environment = {"PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1", **os.environ}
        try:
            process = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            raise ZelligError(
                f"the program cannot be started ({error.strerror})", path=self._command, remedy="Check it."
            ) from None
        self._program = _Program(process)
        os.set_blocking(self._program.stdin.fileno(), False)
        self._finalizer = weakref.finalize(self, _end, process)  # runs at the end of Python, too
        return self._program

    def _death(self, program: _Program) -> str:
        """How it ended, in words."""
        _await_death(program.process, GRACE)
        ended = os.waitid(os.P_PID, program.process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        if not ended:
            return "it closed its output"
        if ended.si_code == os.CLD_EXITED:
            return f"it ended with exit code {ended.si_status}"
        return f"it was ended by {signal.Signals(ended.si_status).name}"

    def _fault(self, program: _Program, what: str, remedy: str = "") -> ZelligError:
        """The fault with the end of what the program said on its standard error."""
        said = program.last_words()
        what += f"; at the end of its standard error: {said!r}" if said else "; its standard error is empty"
        remedy = remedy or "It reads one item a line and writes one prediction a line; see docs/adapters.md."
        return ZelligError(what, path=self._command, remedy=remedy)


def load(name: str) -> CommandSystem:
    """Find the program; it is started with the first question."""
    try:
        words = shlex.split(name.removeprefix(PREFIX))
    except ValueError as error:
        raise ZelligError(f"{name!r} cannot be taken apart ({error})", remedy="Close every quote.") from None
    options: dict[str, float] = {}
    while words and (option := _OPTION.fullmatch(words[0])):
        options[option[1]] = _number(option[1], option[2])
        del words[0]
    if not words:
        raise ZelligError(f"{name!r} names no program", remedy="Write cmd:PROGRAM ARGUMENT ...")
    if shutil.which(words[0]) is None:
        raise ZelligError(
            f"there is no program {words[0]!r}", path=name, remedy="Check its name, or give its path."
        )
    return CommandSystem(words, options.get("timeout", TIMEOUT), int(options.get("batch", BATCH)))


def _number(name: str, text: str) -> float:
    pattern = r"\d{1,6}(\.\d+)?" if name == "timeout" else r"\d{1,6}"
    if not re.fullmatch(pattern, text, re.ASCII) or float(text) <= 0:
        raise ZelligError(f"the option {name}={text!r} is not a positive number", remedy="Mend it.")
    return float(text)


def _fingerprint(words: list[str]) -> str:
    """Hash of the command and of the files it names; what those files load is not seen."""
    digest = hashlib.sha256(msgspec.json.encode(words))
    for path in (Path(shutil.which(words[0]) or words[0]), *map(Path, words[1:])):
        if not os.path.isfile(path):  # Path.is_file fails on a word that is too long to be a name
            continue
        with reading(path):
            about = path.stat()
            if about.st_size > _HASHED_WHOLE:
                digest.update(f"{about.st_size} {about.st_mtime_ns}".encode())
            else:
                digest.update(path.read_bytes())
    return digest.hexdigest()
