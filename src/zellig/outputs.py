"""What may be written to: nothing that is read, and no file with something in it.

Files are told apart by what they are, not by their names: links, open streams such as `/dev/stdout`, and
names that a file system takes for one another lead to the same file.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Literal

from zellig.doors import option
from zellig.errors import ZelligError
from zellig.files import is_part, reading, stream_of, unwritable

# Reports may be replaced wherever they lie: they hold nothing that somebody wrote or paid for. Other programs
# have files of the last kind that people write: it is ours if it says so.
REPORTS = (".html", ".svg")
OF_TESTS, SAYS_SO, LOOKED_AT = ".xml", b'name="zellig check"', 500

Identity = tuple[int, int]  # device and number on it


@dataclass(frozen=True)
class _Target:
    """Where a path leads."""

    path: Path
    real: str  # without links
    kind: Literal["nothing", "file", "folder", "device"]
    itself: Identity | None  # of a file or folder: nothing else can be destroyed
    around: frozenset[Identity]  # the folders that it lies in

    def is_same(self, other: _Target) -> bool:
        return self.itself is not None and self.itself == other.itself

    def is_in(self, other: _Target) -> bool:
        return other.itself in self.around


def keep_inputs(
    inputs: Iterable[Path],
    files: Iterable[Path] = (),
    folders: Iterable[Path] = (),
    known: Iterable[Path] = (),
) -> None:
    """Refuse files and folders to be written that would destroy an input, one another, or what is there.

    Who writes to a `known` file looks at what is in it, and adds to it or replaces what is its own. It is
    decided by what is there now, before anything is done.
    """
    read = [place for path in inputs if (place := _input(path)) is not None]
    written = [_new(_file(path, read)) for path in files]
    written += [_file(path, read) for path in known] + [_folder(path, read) for path in folders]
    for number, place in enumerate(written):
        for other in written[:number]:
            # Which letters a file system takes for the same is not known before there is a file.
            alike = place.kind != "device" and place.real.casefold() == other.real.casefold()
            if alike or place.is_same(other):
                raise ZelligError(
                    "two results would be written here", path=place.path, remedy="Give each its own place."
                )


def new_file(path: str | PathLike[str]) -> Path:
    """A file to be written; refuses one with something in it that is not a report."""
    keep_inputs([], files=[Path(path)])
    return Path(path)


def is_standard_output(path: Path) -> bool:
    """Does a path speak of the standard output?"""
    return stream_of(path) == 1


def is_begun(folder: Path, marks: Sequence[str], what: str) -> bool:
    """Does a folder hold `what` already, by one of the files that mark it? Refuses one with other things."""
    if any(os.path.exists(folder / mark) for mark in marks):
        _refuse_strange(folder)
        return True
    if os.path.lexists(folder):
        with reading(folder):
            empty = folder.is_dir() and _is_empty(folder)
        if not empty:
            raise ZelligError(
                f"this exists and is not {what}",
                path=folder,
                remedy=f"Choose a folder that is new or empty, with {option('out')}.",
            )
    return False


def _is_empty(folder: Path) -> bool:
    """Is there nothing in it but what a command leaves that was killed at its first file?"""
    folders = [folder]
    while folders:
        for path in folders.pop().iterdir():
            if path.is_dir() and not path.is_symlink():
                folders.append(path)
            elif not is_part(path):
                return False
    return True


def _refuse_strange(folder: Path) -> None:
    """A folder may come from somebody else: through a link in it we would write elsewhere, a pipe waits."""
    for parent, folders, files in os.walk(folder):
        for path in (os.path.join(parent, name) for name in (*folders, *files)):
            mode = os.lstat(path).st_mode
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                raise ZelligError(
                    "this is a link, a pipe or a device, and results are written to files alone",
                    path=path,
                    remedy=f"Remove it, or choose another folder with {option('out')}.",
                )


def _file(path: Path, read: Sequence[_Target]) -> _Target:
    place = _output(path)
    if place.kind == "folder":
        raise ZelligError("this is a folder, and a file is to be written", path=path, remedy="Name a file.")
    for other in read:
        if place.is_same(other):
            raise _destroyed(path, "this is what is read", other)
        if place.kind == "file" and place.is_in(other) and not _is_report(place):
            raise _destroyed(path, "this file lies in what is read", other)
    return place


def _new(place: _Target) -> _Target:
    """Refuses a file in which something is, whoever wrote it; an empty one has been put there for us."""
    new = place.kind != "file" or stream_of(place.path) is not None or not os.path.getsize(place.path)
    if not new and not _is_report(place):
        raise ZelligError(
            "this file is already there", path=place.path, remedy="Name another file, or remove it."
        )
    return place


def _is_report(place: _Target) -> bool:
    """Is a file one that a command made, and can make again?"""
    if place.real.lower().endswith(OF_TESTS):
        with reading(place.path), open(place.path, "rb") as file:
            return SAYS_SO in file.read(LOOKED_AT)
    return place.real.lower().endswith(REPORTS)


def _folder(path: Path, read: Sequence[_Target]) -> _Target:
    place = _output(path)
    if place.kind in ("file", "device"):
        raise ZelligError("this is not a folder", path=path, remedy="Name a folder.")
    if place.is_same(_place(Path())):  # an empty name is this, too
        raise ZelligError("this is the folder you are in", path=path, remedy="Name one for the results.")
    for other in read:
        if place.is_same(other):
            raise _destroyed(path, "this is what is read", other)
        if place.is_in(other):
            raise _destroyed(path, "this folder lies in what is read", other)
        if other.is_in(place):
            raise _destroyed(path, "what is read lies in this folder", other)
    return place


def _destroyed(path: Path, how: str, read: _Target) -> ZelligError:
    which = "" if str(path) == str(read.path) else f" ({read.path})"
    what = f"{how}{which}, and writing would change it"
    return ZelligError(what, path=path, remedy="Choose another place to write to.")


def _input(path: Path) -> _Target | None:
    """Where an input is; None for what cannot be looked at: reading it will say why."""
    try:
        return _place(path)
    except (OSError, ValueError):  # ValueError: there is a NUL in it
        return None


def _output(path: Path) -> _Target:
    try:
        return _place(path)
    except OSError as error:
        raise unwritable(path, error) from None


def _place(path: Path) -> _Target:
    real = os.path.realpath(path)
    found = _stat(path)
    around = frozenset(_identity(each) for parent in Path(real).parents if (each := _stat(parent)))
    if found is None:
        return _Target(path, real, "nothing", None, around)
    if stat.S_ISREG(found.st_mode):
        return _Target(path, real, "file", _identity(found), around)
    if stat.S_ISDIR(found.st_mode):
        return _Target(path, real, "folder", _identity(found), around)
    return _Target(path, real, "device", None, around)


def _stat(path: Path) -> os.stat_result | None:
    """What the operating system knows of what is there; None if nothing is."""
    stream = stream_of(path)
    try:
        return os.stat(path) if stream is None else os.fstat(stream)
    except FileNotFoundError:
        return None


def _identity(found: os.stat_result) -> Identity:
    return found.st_dev, found.st_ino
