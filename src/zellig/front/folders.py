"""Where a run is kept: in the folder that the user names, or nowhere."""

from __future__ import annotations

import tempfile
from os import PathLike
from pathlib import Path

REPORT = "report.html"  # in the folder of a run


class RunFolder:
    """A folder; one that nobody asked for lasts as long as this object does."""

    def __init__(self, out: str | PathLike[str] | None) -> None:
        self.kept = None if out is None else Path(out)
        if self.kept is not None:
            self.folder = self.kept
        else:
            self._passing = tempfile.TemporaryDirectory(prefix="zellig-")
            self.folder = Path(self._passing.name) / "run"
