"""Where a result is kept: in the folder or file that the user names, or nowhere."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path

from zellig.errors import ZelligError
from zellig.store.cache import shared_cache

REPORT = "report.html"  # in the folder of a run


class Output:
    """A path to write to; what nobody asked to be kept lasts as long as this object does."""

    def __init__(self, out: str | PathLike[str] | None) -> None:
        self.kept = None if out is None else Path(out)
        if self.kept is not None:
            self.path = self.kept
        else:
            self._passing = tempfile.TemporaryDirectory(prefix="zellig-")
            self.path = Path(self._passing.name) / "result"

    @property
    def answers(self) -> Path:
        """Where answers are kept for other runs: what nobody asked to be kept is gone with its folder."""
        return shared_cache() if self.kept is not None else self.path.with_name("answers.sqlite")


class Unchanged:
    """Files as they are when this is made: a result that reads them later shows no other content."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._states = {path: _state(path) for path in paths}

    def refuse_changed(self) -> None:
        """Refuse if one of them was written since."""
        for path, state in self._states.items():
            if _state(path) != state:
                raise ZelligError(
                    "it was changed after this result was made, which would be read from it now",
                    path=path,
                    remedy="Make the result again, and give each its own file.",
                )


def _state(path: Path) -> list[tuple[int, int, int] | None]:
    """What changes when a file, or one in a folder, is written."""
    return [_written(each) for each in (path, *(sorted(path.rglob("*")) if path.is_dir() else ()))]


def _written(path: Path) -> tuple[int, int, int] | None:
    try:
        found = os.stat(path)
    except OSError:  # it is not there, or not any more
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


@dataclass(frozen=True)
class InFolder:
    """A result that is a folder."""

    said: tuple[str, ...]  # what was taken to be so, and what may mislead
    _output: Output

    @property
    def folder(self) -> Path | None:
        """Where it is kept, if it is."""
        return self._output.kept


@dataclass(frozen=True)
class InFile:
    """A result that is a file."""

    said: tuple[str, ...]  # what was taken to be so, and what may mislead
    _output: Output
    _as_written: Unchanged = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_as_written", Unchanged([self._output.path]))

    @property
    def _content(self) -> Path:
        """The file to read; refuses one that holds something else by now."""
        self._as_written.refuse_changed()
        return self._output.path

    @property
    def file(self) -> Path | None:
        """Where it is kept, if it is."""
        return self._output.kept
