"""Giving inputs to targets, in processes that may die, hang or eat all memory, and telling what was found.

Each target has a keeper, a process that loads what the target needs, tries its seeds, and forks workers one
after another. A worker takes input after input until one harms it; the keeper tells of that and goes on with
the next input in a new worker. Nothing outside the folder for output may change.
"""

from __future__ import annotations

import ctypes
import gc
import logging
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection, Pipe, wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from types import FrameType
from typing import Literal, NoReturn

from fuzz.mutations import Files
from fuzz.target import Target, input_of, write_files
from fuzz.values import ESCAPED
from zellig.errors import ZelligError
from zellig.resources import cache_folder

SECONDS = 2.0  # of processor time that an input may take
HUNG = 30.0  # seconds without a word from a worker
MEGABYTES = 500  # that a worker may hold
HEAVY = ("memory", "slow")  # causes after which a worker is replaced
RELIEVED = 3  # exit code of a worker that ended as it should
ROOM = 2 * 2**30  # bytes of address space beyond what the keeper has

SOURCE = Path(sys.modules["zellig"].__path__[0])


Verdict = Literal["sound", "refused", "found"]


@dataclass(frozen=True)
class Outcome:
    """What came of one input."""

    number: int
    verdict: Verdict
    seconds: float = 0.0
    megabytes: int = 0
    cause: str = ""  # of a finding: what went wrong, and where in our source
    details: str = ""


@dataclass
class Result:
    """What came of the inputs of a target."""

    target: str
    verdicts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0  # of the slowest input
    megabytes: int = 0
    causes: Counter[str] = field(default_factory=Counter)
    first: dict[str, Outcome] = field(default_factory=dict)  # of each cause
    took: float = 0.0

    def add(self, outcome: Outcome) -> None:
        """Count one more."""
        self.verdicts[outcome.verdict] += 1
        self.seconds = max(self.seconds, outcome.seconds)
        self.megabytes = max(self.megabytes, outcome.megabytes)
        if outcome.verdict == "found":
            self.causes[outcome.cause] += 1
            self.first.setdefault(outcome.cause, outcome)


class TooSlow(BaseException):
    """The input has had its time."""


# -- all targets


def run(targets: Sequence[Target], first: int, count: int, processes: int = 1) -> Iterator[Result]:
    """The result of each target as soon as it is known."""
    for name in set.intersection(*(set(target.loads) for target in targets)):
        import_module(name)  # what every keeper loads is loaded once: they are forks of this process
    context = get_context("fork")
    todo = list(targets)
    running: dict[Connection, tuple[Target, ForkProcess]] = {}
    while todo or running:
        while todo and len(running) < processes:
            target = todo.pop(0)
            ours, theirs = Pipe(duplex=False)
            keeper = context.Process(target=keep, args=(target, first, count, theirs))
            keeper.start()
            theirs.close()
            running[ours] = target, keeper
        for pipe in wait(list(running)):
            assert isinstance(pipe, Connection)
            target, keeper = running.pop(pipe)
            try:
                yield pipe.recv()
            except EOFError:  # even the seeds were too much for it
                lost = Result(target.name)
                lost.add(Outcome(first, "found", cause="its seeds are not taken: see the standard error"))
                yield lost
            keeper.join()


# -- one target


def keep(target: Target, first: int, count: int, out: Connection) -> None:
    """Run the inputs of a target in workers, and send what came of them."""
    started = time.monotonic()
    result = Result(target.name)
    with tempfile.TemporaryDirectory(prefix="zellig-fuzz-") as scratch:
        place = Sandbox(Path(scratch))
        place.enter()
        (place.root / "seeds").mkdir()
        seeds = target.seeds(place.root / "seeds")
        for seed in seeds:
            place.tried(target, seed, timed=False)  # libraries take their time at first, and write caches
            tried = place.tried(target, seed)
            if tried.verdict != "sound":
                sys.exit(
                    f"{target.name}: a seed is not sound: {sorted(seed)}\n{tried.cause}\n{tried.details}"
                )
        gc.freeze()  # what is loaded stays shared with the workers
        number = first
        while number < first + count:
            number = _work(target, seeds, place, range(number, first + count), result)
        os.chdir("/")
    result.took = time.monotonic() - started
    out.send(result)


def _work(target: Target, seeds: Sequence[Files], place: Sandbox, numbers: range, result: Result) -> int:
    """Let one worker take inputs as long as it lives; gives the number of the next input."""
    ours, theirs = Pipe(duplex=False)
    if (worker := os.fork()) == 0:
        ours.close()
        _take(target, seeds, place, numbers, theirs)
    theirs.close()
    number, harm = numbers.start, ""
    try:
        while number < numbers.stop:
            if not ours.poll(HUNG):
                os.kill(worker, signal.SIGKILL)
                harm = "hung: no answer, and no processor time"
                break
            result.add(ours.recv())
            number += 1
    except EOFError:  # it has ended; how, shows below
        pass
    ours.close()
    _, status = os.waitpid(worker, 0)
    if os.WIFSIGNALED(status):
        harm = harm or f"died: {signal.Signals(os.WTERMSIG(status)).name}"
    elif os.WEXITSTATUS(status) != RELIEVED and number < numbers.stop:
        harm = f"died: exit code {os.WEXITSTATUS(status)}"
    if harm:
        result.add(Outcome(number, "found", cause=harm))
        number += 1
    return number


def _take(
    target: Target, seeds: Sequence[Files], place: Sandbox, numbers: range, out: Connection
) -> NoReturn:
    """Take input after input, and end."""
    code = 1
    try:
        _die_with_parent()
        _limit()
        for number in numbers:
            outcome = place.tried(target, input_of(target, seeds, number), number)
            out.send(outcome)
            if outcome.cause.startswith(HEAVY):  # what is left of it would be held against the next
                break
        code = RELIEVED
    except BaseException:  # noqa: BLE001 -- the harness itself is at fault; nothing of the keeper's may run here
        traceback.print_exc()
    finally:
        os._exit(code)


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def _limit() -> None:
    """Leave room for honest work; what asks for more gets a MemoryError and not the machine."""
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + ROOM,) * 2)


class Sandbox:
    """A home, a current and a temporary folder that nobody may leave anything in, and one to write to."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.input, self.out = root / "input", root / "out"
        self._watched = [root / "home", root / "cwd", root / "tmp", self.input]

    def enter(self) -> None:
        """Make it this process's world."""
        os.environ["ZELLIG_CACHE"] = str(cache_folder())  # resources are where they were
        for folder in self._watched[:3]:
            folder.mkdir()
        (self.root / "home" / ".profile").write_text("# not yours\n")
        (self.root / "cwd" / "notes.txt").write_text("The soup was hot.\n")
        os.environ |= {"HOME": str(self.root / "home"), "TMPDIR": str(self.root / "tmp")}
        tempfile.tempdir = None
        os.chdir(self.root / "cwd")
        os.fsync = lambda fd: None  # no power cut is played here
        warnings.simplefilter("ignore")
        logging.disable()
        signal.signal(signal.SIGPROF, _too_slow)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)  # what is printed is nobody's business; our own words go to the standard error

    def tried(self, target: Target, files: Files, number: int = -1, *, timed: bool = True) -> Outcome:
        """What comes of one input."""
        for folder in (self.input, self.out):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        write_files(files, self.input)
        before, start = self._listing(), time.process_time()
        verdict, cause, details = self._called(target, SECONDS if timed else 0)
        seconds, megabytes = time.process_time() - start, _megabytes()
        if changed := sorted(before ^ self._listing()):
            verdict, cause, details = "found", "files changed", "\n".join(map(str, changed))
            self._clean()
        elif verdict != "found" and (seconds > SECONDS or megabytes > MEGABYTES):
            cause = f"slow: {SECONDS:g} s" if seconds > SECONDS else f"memory: {MEGABYTES} MB"
            verdict = "found"
        return Outcome(number, verdict, seconds, megabytes, cause, details)

    def _called(self, target: Target, limit: float) -> tuple[Verdict, str, str]:
        """Verdict, cause and details of a call; a limit of 0 is none."""
        try:
            signal.setitimer(signal.ITIMER_PROF, limit)
            try:
                target.call(self.input, self.out)
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
        except ZelligError as error:
            return "refused", "", str(error)
        except TooSlow:
            return "found", f"slow: {SECONDS:g} s in {_where()}", traceback.format_exc()
        except BaseException as error:  # noqa: BLE001 -- whatever it is, it is what we look for
            return "found", f"{type(error).__name__} in {_where()}", traceback.format_exc()
        return "sound", "", ""

    def _listing(self) -> set[tuple[str, int, int]]:
        """Name, size and time of everything that must stay as it is."""
        found = {(name, 0, 0) for name in os.listdir(self.root)}
        if os.path.lexists(ESCAPED):
            found.add((ESCAPED, 0, 0))
        for top in self._watched:
            for folder, folders, names in os.walk(top):
                for name in (*folders, *names):
                    path = os.path.join(folder, name)
                    about = os.lstat(path)
                    found.add((path, about.st_size, about.st_mtime_ns))
        return found

    def _clean(self) -> None:
        """Remove what should not be there, so that it is found once."""
        for folder in (self.root / "tmp", Path(ESCAPED)):
            shutil.rmtree(folder, ignore_errors=True)
        (self.root / "tmp").mkdir()


def _megabytes() -> int:
    """The most that this process has held so far."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // (1024 if sys.platform == "linux" else 2**20)


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise TooSlow


def _where() -> str:
    """The last place in our source, and the last of all, in the traceback of the error under way."""
    frames = traceback.extract_tb(sys.exc_info()[2])
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(SOURCE)]
    named = ours[-1] if ours else frames[-1]
    path = Path(named.filename).relative_to(SOURCE) if ours else named.filename
    return f"{path}:{named.lineno} ({named.name})"
