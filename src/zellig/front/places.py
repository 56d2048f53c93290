"""Where a result is kept: in the folder or file that the user names, or nowhere."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

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

    @property
    def file(self) -> Path | None:
        """Where it is kept, if it is."""
        return self._output.kept
