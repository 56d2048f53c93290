"""What is fuzzed: a name, sound inputs to start from, and a call that returns or raises a ZelligError."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from fuzz.mutations import Files, mutated
from zellig.errors import ZelligError

SEEDS = Path(__file__).parent / "seeds"

Call = Callable[[Path, Path], object]  # the folder of the input, and a folder to write into
Seeds = Callable[[Path], Sequence[Files]]  # made in an empty folder
Repair = Callable[[Files], Files]
Inputs = Callable[[Sequence[Files], Random], Files]


@dataclass(frozen=True)
class Target:
    """One reader, kind of folder or kind of message."""

    name: str
    call: Call
    seeds: Seeds
    repair: Repair  # sets right what would keep a changed input from being read any further (checksums)
    inputs: Inputs  # one input out of the seeds
    loads: tuple[str, ...] = ()  # modules that take long


TARGETS: dict[str, Target] = {}


def target(
    name: str,
    seeds: Seeds | None = None,
    repair: Repair = lambda files: files,
    inputs: Inputs = mutated,
    loads: tuple[str, ...] = (),
) -> Callable[[Call], Call]:
    """Add a call to the targets; its seeds are the files and folders in seeds/NAME unless they are made."""

    def add(call: Call) -> Call:
        TARGETS[name] = Target(name, call, seeds or partial(stored, name), repair, inputs, loads)
        return call

    return add


def stored(name: str, scratch: Path) -> list[Files]:
    """The seeds of a target in the repository; each is a file or a folder."""
    return [
        files_in(entry) if entry.is_dir() else {entry.name: entry.read_bytes()}
        for entry in sorted((SEEDS / name).iterdir())
    ]


def files_in(folder: Path) -> Files:
    """All files below a folder."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def write_files(files: Files, folder: Path) -> None:
    """Lay the files out; one whose folder is a file already has no place, and is left out."""
    for name, raw in files.items():
        with suppress(FileExistsError, NotADirectoryError, IsADirectoryError):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(raw)


def input_of(target: Target, seeds: Sequence[Files], number: int) -> Files:
    """The input of this number: the same in every run, in any order."""
    chance = Random(f"{target.name} {number}")
    files = target.inputs(seeds, chance)
    return files if chance.random() < 0.05 else target.repair(files)


def place(folder: Path) -> Path:
    """What a user would name: the only file of the input, or its folder."""
    entries = sorted(folder.iterdir())
    return entries[0] if len(entries) == 1 and entries[0].is_file() else folder


def all_of(calls: Sequence[Callable[[], object]]) -> None:
    """Make all the calls; refuses if one of them refuses."""
    refusals = _refusals(calls)
    if refusals:
        raise refusals[0]


def any_of(calls: Sequence[Callable[[], object]]) -> None:
    """Make all the calls; refuses if every one of them refuses."""
    refusals = _refusals(calls)
    if len(refusals) == len(calls):
        raise refusals[0]


def _refusals(calls: Sequence[Callable[[], object]]) -> list[ZelligError]:
    found = []
    for call in calls:
        try:
            call()
        except ZelligError as error:
            found.append(error)
    return found
