"""Programs and all that they start, which must end with them, and with us, however that comes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers import ROOT, carriers, gone
from zellig.items import Item, write_records
from zellig.processes import Program, clean_environment, start

linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the process group alone is ended")

# Each way in which a process gets out of its parent's sight; each leaves a sleeper that has the marker.
ESCAPES = {
    "session": "os.setsid(); sleep()",
    "double fork": "os.setsid(); os.fork() and os._exit(0); sleep()",
    "orphan of an orphan": "os.fork() and os._exit(0); os.setsid(); os.fork() and os._exit(0); sleep()",
    "deaf": "[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 15)]; os.setsid(); sleep()",
}
BEGIN = """
import os, signal, sys, time
def sleep():
    os.closerange(0, 3)
    os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(600)", sys.argv[1]])
"""
LEAVE = "".join(f"\nif os.fork() == 0:\n    {way}" for way in ESCAPES.values())
SLEEPERS = len(ESCAPES)


def program(folder: Path, then: str) -> tuple[list[str], str]:
    """A program that leaves sleepers everywhere, and their mark; `then` is what it does when it is asked."""
    path, marker = folder / "leaver.py", str(folder / "mark")
    path.write_text(f"{BEGIN}{LEAVE}\nsys.stdin.readline()\n{then}\n", encoding="utf-8")
    return [sys.executable, str(path), marker], marker


def asleep(marker: str) -> None:
    """Wait until all sleepers are there, besides the program and its keeper."""
    assert gone(lambda: len(carriers(f"600)\0{marker}")) < SLEEPERS)
    assert len(carriers(marker)) >= SLEEPERS + 2


def begun(folder: Path, then: str) -> tuple[Program, str]:
    words, marker = program(folder, then)
    running = start(words, clean_environment())
    asleep(marker)
    running.exchange(memoryview(b"\n"), time.monotonic() + 10)
    return running, marker


ENDS: dict[str, tuple[str, Callable[[Program], object]]] = {
    "told to end": ("sys.stdin.read()", Program.end),
    "killed": ("time.sleep(600)", lambda program: program.end(at_once=True)),
    "gone by itself": ("sys.exit(3)", Program.death),
    "killed by somebody": ("os.kill(os.getpid(), signal.SIGKILL)", Program.death),
}


@linux
@pytest.mark.parametrize("how", ENDS)
def test_nobody_gets_away(how: str, tmp_path: Path) -> None:
    then, end = ENDS[how]
    running, marker = begun(tmp_path, then)
    end(running)
    assert gone(lambda: carriers(marker))


@linux
def test_nobody_lives_on_when_we_are_killed(tmp_path: Path) -> None:
    """As a user would have it: `kill -9` of a command that asks a program, in the middle of an answer."""
    words, marker = program(tmp_path, "time.sleep(600)")
    corpus = tmp_path / "items.jsonl"
    write_records(corpus, Item, [Item("i", {"text": "The soup was hot."}, ("+1",))], "sentiment")
    command = [
        "predict",
        f"cmd:{' '.join(words)}",
        "--corpus",
        f"items:{corpus}",
        "--out",
        str(tmp_path / "out"),
    ]
    zellig = subprocess.Popen([sys.executable, "-m", "zellig", *command], cwd=ROOT)
    asleep(marker)
    zellig.kill()
    zellig.wait()
    assert gone(lambda: carriers(marker), within=2)


@linux
def test_a_program_dies_with_its_keeper(tmp_path: Path) -> None:
    words = [sys.executable, "-c", "import time; time.sleep(600)", str(tmp_path)]
    running = start(words, clean_environment())
    os.kill(running.process.pid, signal.SIGKILL)
    assert gone(lambda: carriers(str(tmp_path)))
    running.end()


@pytest.mark.parametrize(
    ("body", "death"),
    [
        ("raise SystemExit(7)", "it ended with exit code 7"),
        ("import os; os.kill(os.getpid(), 15)", "it was ended by SIGTERM"),
        ("import os; os.kill(os.getpid(), 40)", "it was ended by signal 40"),
        ("import os, time; os.close(1); time.sleep(600)", "it closed its output"),
    ],
)
def test_how_it_ended(body: str, death: str) -> None:
    running = start([sys.executable, "-c", body], clean_environment())
    while not running.ended:
        running.exchange(memoryview(b""), time.monotonic() + 10)
    assert running.death() == death
    running.end(at_once=True)


def test_signals_are_as_any_program_finds_them() -> None:
    """Python ignores some, and its keeper others; what is ignored at the start, a shell cannot change."""
    running = start(["sh", "-c", "kill -PIPE $$; exit 1"], clean_environment())
    assert running.death() == "it was ended by SIGPIPE"
    running = start(["sh", "-c", "kill -TERM $$; exit 1"], clean_environment())
    assert running.death() == "it was ended by SIGTERM"


def test_what_cannot_be_started(tmp_path: Path) -> None:
    (tmp_path / "note").write_text("no program")
    for words, fault in (["no-such-program"], FileNotFoundError), ([str(tmp_path / "note")], PermissionError):
        with pytest.raises(fault):
            start(words, clean_environment())


def test_it_works_without_what_only_linux_has() -> None:
    """The tests of those who start programs once more, in a process in which none of it is there."""
    tests = [
        "tests/systems/test_command.py",
        "tests/games/arena/test_arena_faults.py::test_all_kinds_of_faults_in_one_game[chooser]",
        "tests/games/arena/test_arena_faults.py::test_killed_from_outside_in_the_middle_of_a_round[breaker]",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "elsewhere", *tests],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tests")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
