"""`cmd:PROGRAM ARGUMENT...`: any program that reads items and writes predictions, one JSON object a line.

The program is started once, without a shell, in a session of its own, and is given batch after batch. A batch
that is late, a program that dies and output that is no prediction end it and everything it started; the next
call starts it again. Options stand before the program: `cmd:timeout=5 env=MY_KEY python my_system.py`.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import msgspec

from zellig import processes
from zellig.errors import ZelligError
from zellig.files import MAX_LINE, opened
from zellig.items import Item, Prediction
from zellig.performers import Spec
from zellig.processes import Program
from zellig.systems.predictions_file import batches, in_order, question, read_prediction
from zellig.texts import shown

PREFIX = "cmd:"
TIMEOUT = 60.0  # seconds for one batch
BATCH = 64
OPTIONS = ("timeout", "batch", "env")

_OPTION = re.compile(rf"({'|'.join(OPTIONS)})=(.*)")
_NAME = re.compile("[A-Za-z_][A-Za-z0-9_]*")
_HASHED_WHOLE = 64 * 2**20  # larger files (weights) are known by size and time


def _lines(program: Program) -> list[bytes]:
    """The whole lines that have been read, blank ones left out; they are taken away."""
    end = program.output.rfind(b"\n") + 1
    whole = bytes(program.output[:end])
    del program.output[:end]
    return [line for line in whole.split(b"\n") if line.strip()]


class CommandSystem:
    """A program that is asked over its standard input and output."""

    def __init__(self, words: list[str], timeout: float, batch: int, env: Sequence[str] = ()) -> None:
        """`env` names variables that are handed on: their values are secrets, and written nowhere."""
        self._words = words
        self._timeout = timeout
        self._batch = batch
        self._command = PREFIX + shlex.join(words)
        # Python programs are made to flush every line and to speak UTF-8, which is forgotten most often.
        self._environment = {"PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1", **processes.clean_environment(env)}
        self._program: Program | None = None
        script = next((word for word in words[1:] if os.path.isfile(word)), words[0])
        params = {"command": words, "timeout": timeout, "batch": batch, "env": list(env)}
        self.spec = Spec(Path(script).stem, params)
        self.fingerprint = _fingerprint(words, env)

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
        if self._program:
            self._program.end(at_once=at_once)
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
                found += [read_prediction(line, self._command) for line in _lines(program)]
                if len(program.output) > MAX_LINE:
                    raise ZelligError(f"it wrote a line longer than {MAX_LINE // 2**20} MB")
                if program.ended and len(found) < len(batch):
                    missing = {item.id for item in batch} - {each.id for each in found}
                    first = next((item.id for item in batch if item.id in missing), batch[-1].id)
                    raise ZelligError(f"{program.death()} before it had answered the item {shown(first)}")
                answered = in_order(batch, found, self._command) if len(found) >= len(batch) else []
            except ZelligError as error:
                raise self._fault(program, error.what, error.remedy) from None
        if todo:  # what it has not read would run into the next batch
            raise self._fault(program, f"it answered the item {shown(batch[-1].id)} before it had read it")
        if program.output:
            raise self._fault(program, f"after the last answer it wrote {shown(bytes(program.output))}")
        return answered

    def _start(self) -> Program:
        try:
            self._program = processes.start(self._words, self._environment)
        except OSError as error:
            raise ZelligError(
                f"the program cannot be started ({error.strerror})", path=self._command, remedy="Check it."
            ) from None
        return self._program

    def _fault(self, program: Program, what: str, remedy: str = "") -> ZelligError:
        """The fault with the end of what the program said on its standard error."""
        said = program.last_words()
        what += f"; at the end of its standard error: {said!r}" if said else "; its standard error is empty"
        remedy = (
            remedy
            or "It reads one item a line and writes one prediction a line; see docs/reference/adapters.md."
        )
        return ZelligError(what, path=self._command, remedy=remedy)


def load(name: str) -> CommandSystem:
    """Find the program; it is started with the first question."""
    options, words = split_command(name, OPTIONS)
    if shutil.which(words[0]) is None:
        raise ZelligError(
            f"there is no program {words[0]!r}", path=name, remedy="Check its name, or give its path."
        )
    timeout = _number("timeout", options["timeout"]) if "timeout" in options else TIMEOUT
    batch = int(_number("batch", options["batch"])) if "batch" in options else BATCH
    return CommandSystem(words, timeout, batch, variables(options))


def files_named(name: str) -> list[Path]:
    """The files among the words of the command."""
    _, words = split_command(name, OPTIONS)
    return [Path(word) for word in words if os.path.isfile(word)]


def split_command(name: str, known: Collection[str]) -> tuple[dict[str, str], list[str]]:
    """The options and the words of `cmd:OPTION=VALUE... PROGRAM ARGUMENT...`; refuses other options."""
    if "\0" in name:
        raise ZelligError(f"{name!r} has a NUL in it, which no command can have", remedy="Leave it out.")
    try:
        words = shlex.split(name.removeprefix(PREFIX))
    except ValueError as error:
        raise ZelligError(f"{name!r} cannot be taken apart ({error})", remedy="Close every quote.") from None
    options: dict[str, str] = {}
    while words and (option := _OPTION.fullmatch(words[0])):
        if option[1] not in known:
            raise ZelligError(
                f"the option {option[1]} of {name!r} is not one that it has",
                remedy=f"There are: {', '.join(known)}.",
            )
        options[option[1]] = option[2]
        del words[0]
    if not words:
        raise ZelligError(f"{name!r} names no program", remedy="Write cmd:PROGRAM ARGUMENT ...")
    return options, words


def variables(options: Mapping[str, str]) -> list[str]:
    """The environment variables that the option `env` names, with commas."""
    names = options["env"].split(",") if "env" in options else []
    for each in names:
        if not _NAME.fullmatch(each):
            raise ZelligError(
                f"env={options['env']!r} is not a list of environment variables",
                remedy="Write their names with commas, such as env=MY_KEY,OTHER; values are not written.",
            )
    return names


def _number(name: str, text: str) -> float:
    pattern = r"\d{1,6}(\.\d+)?" if name == "timeout" else r"\d{1,6}"
    if not re.fullmatch(pattern, text, re.ASCII) or float(text) <= 0:
        raise ZelligError(
            f"the option {name}={text!r} is not a positive number", remedy="Give a number above 0."
        )
    return float(text)


def _fingerprint(words: list[str], env: Sequence[str]) -> str:
    """Hash of the command, the variables it is given and the files it names; what those load is not seen."""
    digest = hashlib.sha256(msgspec.json.encode([words, env]))
    for path in (Path(shutil.which(words[0]) or words[0]), *map(Path, words[1:])):
        if not os.path.isfile(path):  # Path.is_file fails on a word that is too long to be a name
            continue
        with opened(path) as file:
            about = os.fstat(file.fileno())
            if about.st_size > _HASHED_WHOLE:
                digest.update(f"{about.st_size} {about.st_mtime_ns}".encode())
            else:
                digest.update(file.read())
    return digest.hexdigest()
