"""A minute of fuzzing, and proof that the harness finds what it looks for."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fuzz import runner
from fuzz.all_targets import TARGETS
from fuzz.commands import command_line, commands
from fuzz.corpora import READERS
from fuzz.mutations import Files
from fuzz.target import SEEDS, Target, input_of
from helpers import ROOT
from zellig.errors import ZelligError
from zellig.registry import lookup, names

# How many inputs of each target, by how long one takes: about a minute in all. What all targets of a slice
# load is loaded once.
SLICES = {
    "corpus-* quiz-*": 60,
    "records-*": 200,
    "pairs-* policy training-* contrast-* cache-* resource-*": 100,
    "contest-* gate-*": 40,
    "run-* arena-rules arena-grid": 40,
    "arena-game arena-resume arena-grid-folder": 40,
    "tournament-*": 40,
    "message-[!a]* message-arena-[rs]*": 100,
    "message-arena-act": 100,
    "trained-[!cdmrs]* adapter-file": 60,
    "trained-[cdrs]*": 60,
    "buzzer-*": 60,
    "trained-minilm adapter-hf": 40,
    "command-lines": 250,
}


@pytest.mark.parametrize("patterns", SLICES)
def test_nothing_is_found(patterns: str) -> None:
    words = [sys.executable, "-m", "fuzz", *patterns.split(), "--count", str(SLICES[patterns])]
    done = subprocess.run(words, cwd=ROOT / "tests", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-5_000:]


def test_every_target_is_in_a_slice_of_the_minute() -> None:
    words = [sys.executable, "-m", "fuzz", "--list", *" ".join(SLICES).split()]
    done = subprocess.run(words, cwd=ROOT / "tests", capture_output=True, text=True, check=True)
    assert done.stdout.split() == list(TARGETS)


def test_every_reader_and_builder_is_a_target() -> None:
    read = {f"corpus-{name}" for name, reader in READERS.items() if reader.file is None}
    trained = {f"trained-{name}" for name in names("systems") if hasattr(lookup("systems", name), "Config")}
    buzzers = {f"buzzer-{name}" for name in names("buzzers")}
    # A folder of lm-zero-shot is a card and nothing else: the model is a resource.
    others = {"trained-lm-zero-shot"}
    assert (read | trained | buzzers) - others <= set(TARGETS)


def test_every_seed_belongs_to_a_target() -> None:
    assert {path.name for path in SEEDS.iterdir()} <= set(TARGETS)


def test_an_input_is_the_same_every_time(tmp_path: Path) -> None:
    target = TARGETS["contest-zellig"]
    seeds = target.seeds(tmp_path)
    first = [input_of(target, seeds, number) for number in range(50)]
    assert first == [input_of(target, seeds, number) for number in range(50)]
    assert len({repr(files) for files in first}) > 45


def test_wrong_lines_are_many_and_about_every_command() -> None:
    lines = {
        input_of(TARGETS["command-lines"], [], number)["words.json"]
        for number in range(SLICES["command-lines"])
    }
    assert len(lines) >= 200
    assert TARGETS["command-lines"].inputs is command_line
    for words, _ in commands():
        assert any(line.startswith(f'["{words[0]}"'.encode()) for line in lines), words


# -- the harness itself


def _fail(folder: Path, out: Path) -> None:
    raise KeyError("soup")


def _refuse(folder: Path, out: Path) -> None:
    raise ZelligError("no soup", remedy="Order bread.")


def _die(folder: Path, out: Path) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _leave(folder: Path, out: Path) -> None:
    os._exit(0)


def _spin(folder: Path, out: Path) -> None:
    while True:
        pass


def _sleep(folder: Path, out: Path) -> None:
    time.sleep(60)


def _eat(folder: Path, out: Path) -> None:
    b"x" * (700 * 2**20)


def _eat_all(folder: Path, out: Path) -> None:
    bytes(2**40)


def _escape(folder: Path, out: Path) -> None:
    Path.home().joinpath(".profile").write_text("mine now")


def _litter(folder: Path, out: Path) -> None:
    Path("left.txt").write_text("over")


def _spoil(folder: Path, out: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


HARM: dict[Callable[[Path, Path], None], str] = {
    _fail: "KeyError",
    _die: "died: SIGKILL",
    _leave: "died: exit code 0",
    _spin: "slow",
    _sleep: "hung",
    _eat: "memory",
    _eat_all: "MemoryError",
    _escape: "files changed",
    _litter: "files changed",
    _spoil: "files changed",
}


def _only_when_changed(call: Callable[[Path, Path], None], folder: Path, out: Path) -> None:
    if (folder / "soup").read_bytes() != b"hot":
        call(folder, out)


def _results(call: Callable[[Path, Path], None], monkeypatch: pytest.MonkeyPatch) -> runner.Result:
    if call is _spin:
        monkeypatch.setattr(runner, "SECONDS", 0.2)
    if call is _sleep:
        monkeypatch.setattr(runner, "HUNG", 1.0)
    # This process holds what other tests have loaded, and the workers are forks of it. What is mapped from
    # files, such as libraries, a fork does not hold before it uses it.
    _, held, mapped, *_ = map(int, Path("/proc/self/statm").read_text().split())
    own = (held - mapped) * resource.getpagesize() // 2**20
    monkeypatch.setattr(runner, "MEGABYTES", own + 500)

    def seeds(scratch: Path) -> list[Files]:
        return [{"soup": b"hot"}]

    def tried(folder: Path, out: Path) -> None:
        _only_when_changed(call, folder, out)

    target = Target("soup", tried, seeds, lambda files: files, lambda seeds, chance: {"soup": b"cold"})
    (result,) = runner.run([target], 0, 2)
    return result


@pytest.mark.parametrize("call", HARM)
def test_harm_is_found_and_the_next_input_is_tried(
    call: Callable[[Path, Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    result = _results(call, monkeypatch)
    assert result.verdicts == {"found": 2}
    (cause,) = result.causes
    assert cause.startswith(HARM[call])
    assert result.first[cause].number == 0


def test_answers_and_refusals_are_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _results(_refuse, monkeypatch).verdicts == {"refused": 2}
    assert _results(lambda folder, out: None, monkeypatch).verdicts == {"sound": 2}
