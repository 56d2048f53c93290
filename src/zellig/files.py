"""Reading lines with their numbers, and writing files whole or not at all."""

from __future__ import annotations

import errno
import fcntl
import gzip
import hashlib
import os
import re
import secrets
import shlex
import stat
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import IO

import msgspec

from zellig.doors import option
from zellig.errors import Refuse, ZelligError, refuse

MAX_LINE = 16 * 2**20  # no record of any format we read is longer; a longer line is a broken file
BLOCK = 4 * 2**20

# How the name of a file ends, and the file begins, that is read as what is packed in it: we write none.
PACKED, GZIP = ".gz", b"\x1f\x8b"
# A packed file may always hold so much, and beyond that so many times its size: text packs to a tenth or so.
PLENTY, TIMES = 16 * 2**20, 50

PRIVATE = 0o600  # the mode of what only its owner reads
_PART = (".zellig-", ".part")  # how the names of half-written files begin and end
_STREAMS = ("/dev/fd", "/proc/self/fd", "/proc/thread-self/fd")  # folders in which open files have numbers
_NUMBER = re.compile(r"[0-9]{1,9}")  # larger ones no open file has
_MOST_LINKS = 40  # one after the other, as for the kernel
_REMEDIES = {
    errno.ENOSPC: "The disk is full: free some room and run the same command again.",
    errno.EDQUOT: "Your disk quota is used up: free some room and run the same command again.",
    errno.EACCES: "Choose a place you may write to.",
    errno.EROFS: "Choose a place you may write to.",
    errno.ENAMETOOLONG: "Choose a shorter name.",
    errno.ENOTDIR: "A part of this path is a file: choose a folder to write to.",
    errno.EISDIR: "There is a folder of this name: choose another name.",
}


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn the operating system's refusal to read `path` into a ZelligError."""
    _refuse_impossible(path)
    try:
        yield
    except FileNotFoundError:
        raise ZelligError("there is no such file or folder", path=path, remedy="Check the path.") from None
    except PermissionError:
        locked = shlex.quote(str(_locked(path)))
        raise ZelligError(
            "it may not be read", path=path, remedy=f"Give yourself read permission (chmod u+rX {locked})."
        ) from None
    except IsADirectoryError:
        raise ZelligError("this is a folder, not a file", path=path, remedy="Check the path.") from None
    except NotADirectoryError:
        what = "this is a file, not a folder" if path.is_file() else "a part of this path is a file"
        raise ZelligError(what, path=path, remedy="Check the path.") from None
    except OSError as error:
        remedy = "Check the disk." if error.errno == errno.EIO else "Check the path."
        raise ZelligError(f"it could not be read ({error.strerror})", path=path, remedy=remedy) from None


def _refuse_impossible(path: Path) -> None:
    """A name from a file can hold what no file system takes, and that is a ValueError and no OSError."""
    try:
        possible = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise ZelligError(
            "no file can have this name",
            path=ascii(str(path)),
            remedy="Leave out the characters that are written with a backslash here.",
        )


def _locked(path: Path) -> Path:
    """What keeps us from reading `path`: the first folder above it that may not be entered, or itself."""
    above = (folder for folder in reversed(path.parents) if not os.access(folder, os.X_OK))
    return next(above, path)


def lasting(path: Path) -> Path:
    """The path itself; refuses pipes and devices, which give their bytes once, or without end."""
    with reading(path):
        mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise ZelligError(
            "this is a pipe or a device, and a file is needed: it may be read more than once",
            path=path,
            remedy="Save what comes out of it in a file, and give that.",
        )
    return path


@contextmanager
def opened(path: Path) -> Iterator[BufferedReader]:
    """A file that is there to be read; whatever keeps it from being read is a ZelligError."""
    with reading(path), lasting(path).open("rb") as file:
        yield file


def list_folder(path: Path) -> list[Path]:
    """The entries of a folder in name order, hidden ones left out."""
    with reading(path):
        return sorted(entry for entry in path.iterdir() if not entry.name.startswith("."))


def read_whole(path: Path, most: int = MAX_LINE) -> bytes:
    """The bytes of a file of at most `most` bytes: a plan, settings, weights; a larger one is not read."""
    with opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise ZelligError(
                f"it has {size:,} bytes, and at most {most:,} are read",
                path=path,
                remedy="Check that this is the right file.",
            )
        return file.read(size)  # a larger number would take that much memory


def sha256_of(path: Path) -> str:
    """Hash of a file, or of the names and contents of what a folder holds; hidden names are left out."""
    with reading(path):
        folder = path.is_dir()
    if folder:
        # A linked folder may lead back to this one.
        entries = [entry for entry in list_folder(path) if entry.is_file() or not entry.is_symlink()]
        named = [(os.fsencode(entry.name).hex(), sha256_of(entry)) for entry in entries]
        return hashlib.sha256(msgspec.json.encode(named)).hexdigest()
    with opened(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_blocks(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield (number of its first line, whole lines as bytes); memory stays at one block and one line.

    A file whose name ends in .gz is unpacked on the way, if it is packed.
    """
    line = 1
    rest = b""
    for block in read_content(path):
        rest += block
        end = rest.rfind(b"\n") + 1
        if end:
            yield line, rest[:end]
            line += rest.count(b"\n", 0, end)
            rest = rest[end:]
        if len(rest) > MAX_LINE:
            raise ZelligError(
                f"this line is longer than {MAX_LINE // 2**20} MB",
                path=path,
                line=line,
                remedy="One line holds one record: check that the file has line ends.",
            )
    if rest:
        yield line, rest


def read_content(path: Path) -> Iterator[bytes]:
    """The bytes of a file in blocks; of one that ends in .gz what is packed in it, if it is.

    Refuses a packed file that is broken, or that holds far more than its size lets expect.
    """
    with opened(path) as file:
        begin = file.peek(len(GZIP))[: len(GZIP)]
        if path.suffix != PACKED or not begin or not GZIP.startswith(begin):
            while block := file.read(BLOCK):
                yield block
            return
        most = max(PLENTY, TIMES * os.fstat(file.fileno()).st_size)
        packed, line, size = gzip.GzipFile(fileobj=file), 1, 0
        while block := _unpacked(packed, path, line):
            line, size = line + block.count(b"\n"), size + len(block)
            if size > most:
                raise ZelligError(
                    f"it holds more than {most // 2**20:,} MB, which is far too much for its size",
                    path=path,
                    line=line,
                    remedy="If it is right, unpack it (gunzip), and give what comes out.",
                )
            yield block


def _unpacked(packed: gzip.GzipFile, path: Path, line: int) -> bytes:
    """The next block, which begins on this line; a fault is where the last good bytes end."""
    parts, size = [], 0
    try:
        while size < BLOCK and (part := packed.read1(BLOCK - size)):
            parts.append(part)
            size += len(part)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ZelligError(
            f"it is cut off, or is not what gzip makes ({error})",
            path=path,
            line=line + sum(part.count(b"\n") for part in parts),
            remedy="Get the file again.",
        ) from None
    return b"".join(parts)


def read_lines(path: Path, encoding: str = "utf-8", refuse: Refuse = refuse) -> Iterator[tuple[int, str]]:
    """Yield (line number, text without its line end); refuses NUL bytes and broken encoding."""
    for first, block in read_blocks(path):
        # Only \n ends a line: str.splitlines would also split at NEL and U+2028, which occur in real text.
        for offset, raw in enumerate(block.removesuffix(b"\n").split(b"\n")):
            try:
                text = decode_line(raw.removesuffix(b"\r"), path, first + offset, encoding)
            except ZelligError as error:
                refuse(error)
            else:
                yield first + offset, text


def decode_line(raw: bytes, path: Path, line: int, encoding: str = "utf-8") -> str:
    """One line of a file as text; refuses NUL bytes and bytes that are not in `encoding`."""
    if (nul := raw.find(b"\0")) >= 0:
        raise ZelligError(
            "there is a NUL byte here",
            path=path,
            line=line,
            column=nul + 1,
            remedy="This is not a text file, or it is UTF-16: save it as UTF-8.",
        )
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise ZelligError(
            f"byte 0x{raw[error.start]:02x} is not {encoding.upper()}",
            path=path,
            line=line,
            column=error.start + 1,
            remedy="Save the file as UTF-8 (for one from Windows: iconv -f cp1252 -t utf8 FILE > NEW).",
        ) from None
    return text.removeprefix("\ufeff") if line == 1 else text


@contextmanager
def write_whole(path: Path) -> Iterator[IO[bytes]]:
    """A binary file that appears under its name only when everything was written and synced.

    Where the name is a link, what it leads to is replaced, and the link stays. An open stream (`/dev/stdout`,
    redirected or not), a device and a pipe have no name to keep whole: they are written to as they are.
    """
    with writing(path), _written_to(path) as file:
        yield file


@contextmanager
def write_private(path: Path) -> Iterator[IO[bytes]]:
    """The same, to be read by nobody but its owner; a stream, a device and a pipe keep the mode they have."""
    with write_whole(path) as file:
        if stream_of(path) is None and stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            os.fchmod(file.fileno(), PRIVATE)  # before the first byte
        yield file


def make_private(path: Path) -> None:
    """An empty file that nobody but its owner reads; one that is there stays as it is, with its mode."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE))


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn the operating system's refusal to write to `path` into a ZelligError."""
    try:
        yield
    except OSError as error:
        raise unwritable(path, error) from None


def unwritable(path: str | Path, error: OSError) -> ZelligError:
    """The operating system's refusal to write to `path`, with a remedy."""
    remedy = _REMEDIES.get(error.errno or 0, "Choose another place to write to.")
    return ZelligError(f"it could not be written ({error.strerror})", path=path, remedy=remedy)


def write_text(path: Path, text: str) -> None:
    """Write `text` as UTF-8, whole or not at all."""
    with write_whole(path) as file:
        file.write(text.encode())


def write_files(folder: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write files by their paths in a folder, each whole."""
    for name, content in files:
        with write_whole(folder / name) as file:
            file.write(content)


def write_json(path: Path, value: object) -> None:
    """Write a value as indented JSON, whole or not at all."""
    write_text(path, indented(value))


def indented(value: object) -> str:
    """The text of a JSON file that people may look into."""
    return msgspec.json.format(msgspec.json.encode(value)).decode() + "\n"


def stream_of(path: str | Path) -> int | None:
    """The number of the open file that a path speaks of (`/dev/stdout`, `/dev/fd/3`); links are followed."""
    streams = {os.path.realpath(folder) for folder in _STREAMS}
    for _ in range(_MOST_LINKS):
        folder, name = os.path.split(path)
        folder = os.path.realpath(folder)
        if folder in streams and _NUMBER.fullmatch(name):
            return int(name)
        path = os.path.join(folder, name)
        if not os.path.islink(path):
            break
        path = os.path.join(folder, os.readlink(path))
    return None


def sync(path: Path) -> None:
    """Wait until a file, or what names a folder holds, is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# -- half-written files


def is_part(path: Path) -> bool:
    """Is this the name of a half-written file?"""
    return path.name.startswith(_PART[0]) and path.name.endswith(_PART[1])


def sweep(folder: Path) -> None:
    """Remove the half-written files below a folder whose writers are gone; a living one holds a lock."""
    for path in folder.rglob("*".join(_PART)):
        # What is locked, cannot be locked here or was removed in the meantime stays as it is.
        with suppress(OSError), path.open("rb+") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink()


def hold(file: IO[bytes], path: Path, taken: str) -> None:
    """Lock an open file until it is closed, however that comes; refuses one that another process has."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise ZelligError(
            taken, path=path, remedy=f"Wait for it, or choose another {option('out')}."
        ) from None


def adopt(folder: Path) -> None:
    """Make every file of a folder as if we had written it: with the usual mode, and synced."""
    path, handle = _new_part(folder)
    with os.fdopen(handle):
        mode = os.fstat(handle).st_mode & 0o777
        path.unlink()
    for path in folder.rglob("*"):
        if path.is_file():
            path.chmod(mode)
            sync(path)


@contextmanager
def _written_to(path: Path) -> Iterator[IO[bytes]]:
    stream = stream_of(path)
    if stream is not None:
        # A second handle of the same open file: opening the path again would cut off what is there.
        with os.fdopen(os.dup(stream), "wb") as file:
            yield file
    elif path.exists() and not path.is_file() and not path.is_dir():
        with path.open("wb") as file:
            yield file
    else:
        target = Path(os.path.realpath(path))
        with _folders(target.parent), _beside(target) as file:
            yield file


@contextmanager
def _folders(folder: Path) -> Iterator[None]:
    """Make a folder and those it lies in; what is new of them goes again if anything fails."""
    made: list[Path] = []
    try:
        for each in (*reversed(folder.parents), folder):
            if not each.is_dir():
                with suppress(
                    FileExistsError
                ):  # another process was faster, or it is a file: that shows below
                    each.mkdir()
                    made.append(each)
        yield
    except BaseException:
        for each in reversed(made):
            with suppress(OSError):  # somebody else writes there by now
                each.rmdir()
        raise


@contextmanager
def _beside(path: Path) -> Iterator[IO[bytes]]:
    """A half-written file that takes the name at the end, or goes."""
    temporary, handle = _new_part(path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(handle)
            os.replace(temporary, path)  # before it is closed: until then no sweep takes it away
    finally:
        temporary.unlink(missing_ok=True)  # gone already, if all went well
    sync(path.parent)


def _new_part(folder: Path) -> tuple[Path, int]:
    """A new half-written file, locked as long as it is open; the kernel takes the umask off its mode."""
    while True:
        path = folder / secrets.token_hex(8).join(_PART)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        with suppress(OSError):  # a file system without locks: `sweep` leaves everything there alone
            fcntl.flock(handle, fcntl.LOCK_EX)
        if path.exists():
            return path, handle
        os.close(handle)  # swept before it was locked
