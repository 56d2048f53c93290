"""A run directory: `run.toml` says what the run is, data files appear whole, times go into `log.jsonl`.

A run that was killed is run again with the same directory: steps whose files are there are not done again,
so the end is the same, byte for byte.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import IO, Any, Self

import msgspec

from zellig.decoding import FAULTS, decode_toml
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.files import hold, list_folder, read_whole, sweep, write_text, writing
from zellig.outputs import is_begun
from zellig.texts import shown

PLAN = "run.toml"
LOG = "log.jsonl"

_IN_WORDS = {
    "fingerprint": "{whose} has changed since",
    "corpus_hash": "its items are others",
    "dev_hash": "the items that it holds out are others",
    "task_hash": "its task has changed since",
}

_FILE_NAME = re.compile(r"\w[\w .+-]{0,99}")


class _Line(msgspec.Struct, frozen=True):
    """What is read again of a line of the log."""

    run: str = ""
    asked: str = ""  # a step for which systems were asked
    victim_calls: int = 0
    earlier_answers: int = 0
    failures: dict[str, dict[str, str]] = {}


class Run:
    """A directory that belongs to one plan."""

    def __init__(
        self, folder: Path, plan: Mapping[str, object], *, before_work: Collection[str] = ()
    ) -> None:
        """Refuse the directory of another plan, and one that holds other things; nothing is written yet.

        Files named as `before_work` cost nothing: where another plan has come no further, its directory is
        free.
        """
        self.folder = folder
        self._plan = msgspec.toml.encode(_stated(plan)).decode()
        self._left_behind: list[Path] = []
        if is_begun(folder, [PLAN], "a run") and read_whole(folder / PLAN) != self._plan.encode():
            there = list_folder(folder)
            if before_work and all(path.name in (PLAN, LOG, *before_work) for path in there):
                self._left_behind = there
                return
            raise ZelligError(
                f"this folder holds another run: {self._difference(read_whole(folder / PLAN))}",
                path=folder / PLAN,
                remedy=f"Choose another folder with {option('out')}, or delete this one.",
            )

    @property
    def stated(self) -> str:
        """What the run is, as its plan says it."""
        return self._plan

    def _difference(self, there: bytes) -> str:
        """The first thing that another plan says otherwise."""
        try:
            plan = decode_toml(there, dict[str, Any], path=self.folder / PLAN, what="a plan", remedy="")
        except ZelligError:
            return f"its {PLAN} cannot be read"
        before, now = _flat(plan), _flat(msgspec.toml.decode(self._plan))
        for name in (*before, *now):
            old, new = before.get(name), now.get(name)
            if old != new:
                *_, whose, last = "", *name.split(".")
                return _IN_WORDS.get(last, "it has {name} = {old}, and this one has {new}").format(
                    name=name, whose=whose, old=_value(old), new=_value(new)
                )
        return "its lines end otherwise"

    def begin(self) -> Self:
        """Make the directory, or take it up again without what a killed run left half-written."""
        if self._left_behind:
            with self.alone():
                for path in self._left_behind:
                    path.unlink(missing_ok=True)
        sweep(self.folder)
        write_text(self.folder / PLAN, self._plan)
        return self

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else has the directory meanwhile: two that write it would undo each other's work."""
        with _locked(self.folder / LOG):
            yield

    def __truediv__(self, name: str) -> Path:
        return self.folder / name

    def has(self, name: str) -> bool:
        """Has this file been written?"""
        return (self.folder / name).is_file()

    @contextmanager
    def timed(self, step: str) -> Iterator[None]:
        """Note in the log how long a step took."""
        start = time.monotonic()
        yield
        self.log({"step": step, "seconds": round(time.monotonic() - start, 3)})

    def log(self, line: Mapping[str, object]) -> None:
        """Note something that may differ from run to run, with the time."""
        path = self.folder / LOG
        with writing(path), path.open("ab") as file:
            file.write(msgspec.json.encode({**line, "at": int(time.time())}) + b"\n")

    @cached_property
    def id(self) -> str:
        """What tells this run from all others, also when it is taken up again."""
        known = next((line.run for line in self._logged() if line.run), "")
        if not known:
            known = secrets.token_hex(8)
            self.log({"run": known})
        return known

    @property
    def earlier_answers(self) -> int:
        """How many answers came from other runs, in all steps of this one."""
        return sum(line.earlier_answers for line in self._asked())

    @property
    def victim_calls(self) -> int:
        """How many texts systems were asked about, in all steps of this one."""
        return sum(line.victim_calls for line in self._asked())

    @property
    def failures(self) -> dict[str, dict[str, str]]:
        """By system the items that it failed on, and why, in all steps of this one."""
        found: dict[str, dict[str, str]] = {}
        for line in self._asked():
            for system, failures in line.failures.items():
                found.setdefault(system, {}).update(failures)
        return found

    def _asked(self) -> Iterable[_Line]:
        """What steps took; one that was killed after its line was written has another one, which counts."""
        return {line.asked: line for line in self._logged() if line.asked}.values()

    def _logged(self) -> list[_Line]:
        found = []
        for raw in read_whole(self.folder / LOG).split(b"\n") if self.has(LOG) else ():
            with suppress(*FAULTS):  # a run that was killed may have left half a line
                found.append(msgspec.json.decode(raw, type=_Line))
        return found


def _locked(path: Path) -> IO[bytes]:
    """The file, locked as long as it is open; refuses one that another process has."""
    with writing(path):
        file = path.open("ab")
    hold(file, path.parent, "this run is under way already")
    return file


def file_name(name: str) -> str:
    """The name itself, if it can be the name of a file; refuses slashes, leading dots and the like."""
    if not _FILE_NAME.fullmatch(name):
        raise ZelligError(
            f"{name!r} cannot be the name of a file",
            remedy="Name systems and breakers with letters, digits, spaces and . _ + - only.",
        )
    return name


def _flat(plan: Mapping[str, Any], before: str = "") -> dict[str, object]:
    """What a plan says, by names such as `systems.bag.from`."""
    found: dict[str, object] = {}
    for name, value in plan.items():
        found |= _flat(value, f"{before}{name}.") if isinstance(value, dict) else {before + name: value}
    return found


def _value(value: object) -> str:
    return "nothing" if value is None else shown(value, 100) if isinstance(value, str) else repr(value)


def _stated(values: Mapping[str, object]) -> dict[str, object]:
    """Without what is None: TOML has no word for it."""
    return {
        name: _stated(value) if isinstance(value, dict) else value
        for name, value in values.items()
        if value is not None
    }
