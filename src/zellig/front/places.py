"""Where a result is kept: in the folder or file that the user names, or nowhere."""

from __future__ import annotations

import tempfile
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
