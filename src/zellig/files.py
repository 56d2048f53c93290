"""Reading lines with their numbers, and writing files whole or not at all."""

from __future__ import annotations

import errno
import os
import shlex
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from zellig.errors import ZelligError

MAX_LINE = 16 * 2**20  # no record of any format we read is longer; a longer line is a broken file
BLOCK = 4 * 2**20


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
    except (IsADirectoryError, NotADirectoryError):
        raise ZelligError(
            "a file was expected here and a folder was found, or the other way round",
            path=path,
            remedy="Check the path.",
        ) from None
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
    """The path itself; refuses pipes and devices, which give their bytes once or without end."""
    with reading(path):
        mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise ZelligError(
            "this is a pipe or a device, and what is here is read more than once",
            path=path,
            remedy="Save what comes out of it in a file, and give that.",
        )
    return path


def read_small(path: Path) -> bytes:
    """All bytes of a file of settings, a plan or the like; refuses one that is too large to be one."""
    with reading(path), path.open("rb") as file:
        raw = file.read(MAX_LINE + 1)
    if len(raw) > MAX_LINE:
        raise ZelligError(
            f"it is larger than {MAX_LINE // 2**20} MB", path=path, remedy="Check that it is the right file."
        )
    return raw


def list_folder(path: Path) -> list[Path]:
    """The entries of a folder in name order, hidden ones left out."""
    with reading(path):
        return sorted(entry for entry in path.iterdir() if not entry.name.startswith("."))


def read_blocks(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield (number of its first line, whole lines as bytes); memory stays at one block and one line."""
    line = 1
    rest = b""
    with reading(path), lasting(path).open("rb") as file:
        while block := file.read(BLOCK):
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


def read_lines(path: Path, encoding: str = "utf-8") -> Iterator[tuple[int, str]]:
    """Yield (line number, text without its line end); refuses NUL bytes and broken encoding."""
    for first, block in read_blocks(path):
        # Only \n ends a line: str.splitlines would also split at NEL and U+2028, which occur in real text.
        for offset, raw in enumerate(block.removesuffix(b"\n").split(b"\n")):
            yield first + offset, decode_line(raw.removesuffix(b"\r"), path, first + offset, encoding)


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
            remedy="Save the file as UTF-8 (for a Latin-1 file: iconv -f latin1 -t utf8 FILE).",
        ) from None
    return text.removeprefix("\ufeff") if line == 1 else text


@contextmanager
def write_whole(path: Path) -> Iterator[IO[bytes]]:
    """A binary file that appears under its name only when everything was written and synced.

    A device or pipe (`/dev/stdout`) has no such name to keep whole: it is written to as it is.
    """
    try:
        with _open_device(path) if _is_device(path) else _open_beside(path) as file:
            yield file
    except OSError as error:
        remedy = {
            errno.ENOSPC: "The disk is full: free some room and run the same command again.",
            errno.EDQUOT: "Your disk quota is used up: free some room and run the same command again.",
            errno.EACCES: "Choose a place you may write to.",
            errno.EROFS: "Choose a place you may write to.",
        }.get(error.errno or 0, "Choose another place to write to.")
        raise ZelligError(f"it could not be written ({error.strerror})", path=path, remedy=remedy) from None


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()


@contextmanager
def _open_device(path: Path) -> Iterator[IO[bytes]]:
    with path.open("wb") as file:
        yield file


@contextmanager
def _open_beside(path: Path) -> Iterator[IO[bytes]]:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
        sync_folder(path.parent)
    finally:
        Path(temporary).unlink(missing_ok=True)  # gone already, if all went well


def write_text(path: Path, text: str) -> None:
    """Write `text` as UTF-8, whole or not at all."""
    with write_whole(path) as file:
        file.write(text.encode())


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
