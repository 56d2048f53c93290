"""Taking named files out of an archive that somebody else has made, with limits, and into one folder only."""

from __future__ import annotations

import gzip
import shutil
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple, cast

from zellig.errors import ZelligError
from zellig.files import write_whole

MOST_BYTES = 2**33  # of all files together
MOST_MEMBERS = 100_000  # of an archive
BLOCK = 2**20

# Others may want any amount of memory before the first byte.
_ZIPPED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)

# All that a broken archive, one with a password and one of a kind that Python cannot read end in.
FAULTS = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, RuntimeError, OSError)


class _Member(NamedTuple):
    """One file of an archive."""

    name: str
    plain: bool  # a regular file: no link, no device
    open: Callable[[], IO[bytes]]


def unpack(archive: Path, wanted: str, folder: Path, most: int | None = None) -> None:
    """Put the members that fit the pattern `wanted` into a folder, under the last part of their names.

    Without a pattern the file itself is put there. Files ending in .gz are decompressed. Refuses links, two
    files of one name, more than `most` bytes, an archive that is broken or has none of the files.
    """
    most = MOST_BYTES if most is None else most
    if not wanted:
        shutil.move(archive, folder / archive.name)
        return
    room, found = most, False
    with _understood(archive):
        for member in _members(archive):
            if _fits(member.name, wanted):
                room -= _extract(member, folder, room, most, archive)
                found = True
    if not found:
        raise ZelligError(
            f"no file in it fits {wanted}", path=archive.name, remedy="Check that it is the right archive."
        )


@contextmanager
def _understood(archive: Path) -> Iterator[None]:
    try:
        yield
    except FAULTS as error:
        raise ZelligError(
            f"it is not an archive that can be read ({error})", path=archive.name, remedy="Nothing was kept."
        ) from None


def _fits(name: str, wanted: str) -> bool:
    """Hidden files, and what one operating system adds to its archives, are left out."""
    path = PurePosixPath(name)
    return fnmatchcase(name, wanted) and not path.name.startswith(".") and "__MACOSX" not in path.parts


def _extract(member: _Member, folder: Path, room: int, most: int, archive: Path) -> int:
    """Write one file; gives its size. Only the last part of its name counts, so it cannot lead elsewhere."""
    target = folder / PurePosixPath(member.name).name.removesuffix(".gz")
    if not member.plain or target.exists() or target.name in ("", "..") or "\\" in target.name:
        raise ZelligError(
            f"its member {member.name!r} is a link, or there are two files of its name",
            path=archive.name,
            remedy="Nothing was kept.",
        )
    size = 0
    with member.open() as packed, write_whole(target) as file:
        source = cast("IO[bytes]", gzip.GzipFile(fileobj=packed)) if member.name.endswith(".gz") else packed
        for block in _blocks(source, archive):
            size += len(block)
            if size > room:
                raise ZelligError(
                    f"its files are larger than {most // 2**20:,} MB",
                    path=archive.name,
                    remedy="Nothing was kept.",
                )
            file.write(block)
    return size


def _blocks(source: IO[bytes], archive: Path) -> Iterator[bytes]:
    while True:
        with _understood(archive):  # here, so that it is not taken for a fault in writing
            block = source.read(BLOCK)
        if not block:
            return
        yield block


def _members(archive: Path) -> Iterator[_Member]:
    members = _of_zip(archive) if zipfile.is_zipfile(archive) else _of_tar(archive)
    for number, member in enumerate(members, start=1):
        if number > MOST_MEMBERS:
            raise ZelligError(
                f"it has more than {MOST_MEMBERS:,} files", path=archive.name, remedy="Nothing was kept."
            )
        yield member


def _of_zip(archive: Path) -> Iterator[_Member]:
    with zipfile.ZipFile(archive) as file:
        for info in file.infolist():
            if info.compress_type not in _ZIPPED:
                raise zipfile.BadZipFile("it is packed in a way that is not taken")
            if not info.is_dir():
                linked = stat.S_ISLNK(info.external_attr >> 16)
                yield _Member(info.filename, not linked, partial(file.open, info))


def _of_tar(archive: Path) -> Iterator[_Member]:
    with tarfile.open(archive) as file:
        for info in file:
            if not info.isdir():
                # extractfile gives None only for what is not a file, and such a member is never opened
                content = cast("Callable[[], IO[bytes]]", partial(file.extractfile, info))
                yield _Member(info.name, info.isreg(), content)
