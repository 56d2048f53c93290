"""ACE as two long-lived processes: one parses sentences, one generates from meanings.

pydelphin's own client (`delphin.ace`) speaks the same lines and is not used: it waits for as long as ACE
likes, keeps whatever ACE prints, and decodes by the locale. Here an answer that is late, too long or out of
step ends the process, the caller is told the reason, and the next question goes to a new one.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, NoReturn, Self

from zellig import processes
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.language.erg.wire import Answer, is_left_over, is_whole, one_line, read_answer, read_part
from zellig.processes import Program

LIMIT = 5  # seconds ACE gives itself for one item; LIT's
PATIENCE = 10.0  # seconds after which an ACE that forgot its limit is killed; the start is in it
LARGEST_ANSWER = 64 * 2**20  # bytes; 200 results are about 1 MB
MOST_RESULTS = 500  # ACE prints the best first
MOST_DEATHS = 3  # of an ACE that never answered: then it is not the sentence

ACE_VARIABLE, ERG_VARIABLE = "ZELLIG_ACE", "ZELLIG_ERG"
HOW_TO_GET = "`zellig doctor` says what is found and how to get it."


class Task(NamedTuple):
    """What one process does: its options, how its answers end, and what is read from them."""

    options: tuple[str, ...]
    end: bytes
    field: str


PARSE = Task(("-1",), b"\n\n\n", "mrs")
GENERATE = Task(("-e",), b"\n\n", "surface")


class Ace:
    """One process of ACE; it is started with the first question, and again after every accident."""

    def __init__(
        self,
        ace: Path,
        erg: Path,
        task: Task,
        *,
        limit: int = LIMIT,
        patience: float = PATIENCE,
        most_bytes: int = LARGEST_ANSWER,
        most_results: int = MOST_RESULTS,
    ) -> None:
        self._words = [str(ace), "-g", str(erg), *task.options, "--timeout", str(limit)]
        self._words += ["--tsdb-notes", "--tsdb-stdout", "--report-labels"]
        self._task = task
        self._seconds = limit + patience
        self._most_bytes = most_bytes
        self._most_results = most_results
        self._program: Program | None = None
        self._answered = False
        self._deaths = 0
        self.starts = 0

    def ask(self, text: str) -> Answer:
        """The answer to one sentence or MRS; what ACE cannot do is a reason. Refuses if ACE cannot be run."""
        line = one_line(text)
        if not line:  # ACE would not answer at all
            return Answer((), "empty")
        try:
            answer = self._exchange(line.encode("utf-8", errors="replace") + b"\n")
        except BaseException:
            self.close(at_once=True)  # what is under way belongs to a question nobody waits for any more
            raise
        return answer._replace(results=answer.results[: self._most_results])

    def _exchange(self, line: bytes) -> Answer:
        starts, program = self.starts, self._ready()
        until = time.monotonic() + self._seconds
        todo = memoryview(line)
        while not is_whole(program.output, self._task.end):
            if program.ended and self.starts == starts:
                # It may have been dying of an earlier question: this one deserves a process of its own.
                self.close(at_once=True)
                return self._exchange(line)
            if program.ended:
                return self._crashed(program)
            if len(program.output) > self._most_bytes:
                return self._cut_off(program, "flood")
            if time.monotonic() >= until:
                return self._cut_off(program, "time limit")
            todo = program.exchange(todo, until)
        answer = read_answer(bytes(program.output), self._task.field)
        program.output.clear()
        self._answered = True
        if todo or answer.reason == "out of step":  # what it has not read would run into the next question
            self.close(at_once=True)
        return answer

    def _ready(self) -> Program:
        """A process that is alive and silent; one that is dead, or talks without being asked, is replaced."""
        if self._program:
            self._program.exchange(memoryview(b""), 0.0)
            if not self._program.ended and not is_left_over(self._program.output):
                return self._program
            self.close(at_once=True)
        try:
            self._program = processes.start(self._words, processes.clean_environment())
        except OSError as error:
            raise ZelligError(
                f"ACE cannot be started ({error.strerror})", path=self._words[0], remedy=HOW_TO_GET
            ) from None
        self.starts += 1
        return self._program

    def _cut_off(self, program: Program, reason: str) -> Answer:
        results = read_part(bytes(program.output[: self._most_bytes]), self._task.field).results
        self.close(at_once=True)
        return Answer(results, reason)

    def _crashed(self, program: Program) -> Answer:
        self._deaths += 1
        if not self._answered and self._deaths >= MOST_DEATHS:
            self._give_up(program)
        self.close(at_once=True)
        return Answer((), "crash")

    def _give_up(self, program: Program) -> NoReturn:
        death, said = program.death(), program.last_words()
        raise ZelligError(
            f"ACE never answers: {death}" + (f", saying {said!r}" if said else ""),
            path=self._words[0],
            remedy=f"Check that {self._words[2]} is a grammar image compiled by this version of ACE.",
        )

    def close(self, *, at_once: bool = False) -> None:
        """End the process; the next question starts it again."""
        if self._program:
            self._program.end(at_once=at_once)
        self._program = None


class Grammar:
    """A grammar image in ACE, both ways; close it, or use it in a `with`."""

    def __init__(self, ace: Path, erg: Path, *, limit: int = LIMIT, patience: float = PATIENCE) -> None:
        self.parser = Ace(ace, erg, PARSE, limit=limit, patience=patience)
        self.generator = Ace(ace, erg, GENERATE, limit=limit, patience=patience)

    def parse(self, sentence: str) -> Answer:
        """The MRS of the best reading, as a string."""
        return self.parser.ask(sentence)

    def generate(self, mrs: str) -> Answer:
        """Sentences that mean what the MRS says."""
        return self.generator.ask(mrs)

    def close(self) -> None:
        """End both processes."""
        self.parser.close()
        self.generator.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_grammar(ace: Path | None = None, erg: Path | None = None, *, limit: int = LIMIT) -> Grammar:
    """The user's grammar; refuses if ACE or the image is not found."""
    program, image = find_ace(ace), find_erg(erg)
    if program is None:
        raise ZelligError("ACE, the program that runs the ERG, was not found", remedy=HOW_TO_GET)
    if image is None:
        raise ZelligError("no grammar image of the ERG was given", remedy=HOW_TO_GET)
    return Grammar(program, image, limit=limit)


def find_ace(path: Path | None = None) -> Path | None:
    """The ACE binary: the path given, `ZELLIG_ACE`, or `ace` on the PATH; a wrong path is refused."""
    named = path or os.environ.get(ACE_VARIABLE)
    if named:
        found = shutil.which(_existing(Path(named), f"{option('ace')} or {ACE_VARIABLE}"))
        if found is None:
            raise ZelligError("it may not be run", path=named, remedy=f"Allow it (chmod u+x {named}).")
        return Path(found)
    found = shutil.which("ace")
    return Path(found) if found else None


def find_erg(path: Path | None = None) -> Path | None:
    """The grammar image: the path given, or `ZELLIG_ERG`; a wrong path is refused."""
    named = path or os.environ.get(ERG_VARIABLE)
    return _existing(Path(named), f"{option('erg')} or {ERG_VARIABLE}") if named else None


def _existing(path: Path, source: str) -> Path:
    # A bare name would be looked for on the PATH. The methods of Path fail on an unknown ~user.
    path = Path(os.path.expanduser(path)).absolute()
    if not os.path.isfile(path):
        raise ZelligError("there is no such file", path=path, remedy=f"Correct {source}.")
    return path


def ace_version(ace: Path) -> str:
    """What `ace -V` says, such as 0.9.30; empty if this is not ACE."""
    try:
        done = subprocess.run(
            [ace, "-V"],
            env=processes.clean_environment(),
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = re.search(rb"ACE version ([.0-9]+)", done.stdout)
    return found[1].decode() if found else ""
