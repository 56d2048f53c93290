"""A run directory: `run.toml` says what the run is, data files appear whole, times go into `log.jsonl`.

A run that was killed is run again with the same directory: steps whose files are there are not done again,
so the end is the same, byte for byte.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from zellig.errors import ZelligError
from zellig.files import read_small, reading, write_text

PLAN = "run.toml"
LOG = "log.jsonl"

_FILE_NAME = re.compile(r"\w[\w .+-]{0,99}")


class Run:
    """A directory that belongs to one plan."""

    def __init__(self, folder: Path, plan: dict[str, Any]) -> None:
        """Begin the run, or take it up again; another plan's directory is refused."""
        refuse_other_run(folder, plan)
        self.folder = folder
        self._sweep()
        write_text(folder / PLAN, msgspec.toml.encode(plan).decode())

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

    def log(self, line: dict[str, Any]) -> None:
        """Note something that may differ from run to run, with the time."""
        with (self.folder / LOG).open("ab") as file:
            file.write(msgspec.json.encode({**line, "at": int(time.time())}) + b"\n")

    def _sweep(self) -> None:
        """Remove half-written files of a killed run."""
        if self.folder.is_dir():
            for path in self.folder.rglob(".*.part"):
                path.unlink()


def refuse_other_run(folder: Path, plan: dict[str, Any]) -> None:
    """Refuse a folder that holds anything but the run of this plan, whole or begun."""
    with reading(folder):
        there, begun = folder.exists(), (folder / PLAN).exists()
        strange = there and not begun and (not folder.is_dir() or not all(map(_left_over, folder.iterdir())))
    if begun and read_small(folder / PLAN) != msgspec.toml.encode(plan):
        raise ZelligError(
            "this folder holds another run",
            path=folder / PLAN,
            remedy="Choose another folder with --out, or delete this one.",
        )
    if strange:
        raise ZelligError(
            "this exists and is not a run", path=folder, remedy="Choose another folder with --out."
        )


def file_name(name: str) -> str:
    """The name itself, if it can be the name of a file; refuses slashes, leading dots and the like."""
    if not _FILE_NAME.fullmatch(name):
        raise ZelligError(
            f"{name!r} cannot be the name of a file",
            remedy="Name systems and breakers with letters, digits, spaces and . _ + - only.",
        )
    return name


def _left_over(path: Path) -> bool:
    return path.name.startswith(".") and path.suffix == ".part"
