"""The one error a user can cause: what was wrong, where, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path


class ZelligError(Exception):
    """A mistake in what the user gave us; shown as one sentence, never as a traceback."""

    def __init__(
        self,
        what: str,
        *,
        path: str | Path | None = None,
        line: int | None = None,
        column: int | None = None,
        field: str | None = None,
        remedy: str = "",
    ) -> None:
        self.what = what
        self.path = None if path is None else str(path)
        self.line = line
        self.column = column
        self.field = field
        self.remedy = remedy
        super().__init__(str(self))

    @property
    def where(self) -> str:
        """The place in words: file, line, column, field; empty if the fault has no place."""
        parts = [self.path] if self.path else []
        if self.line is not None:
            parts.append(f"line {self.line}")
        if self.column is not None:
            parts.append(f"column {self.column}")
        if self.field is not None:
            parts.append(f"field {self.field}")
        return ", ".join(parts)

    def __str__(self) -> str:
        sentence = f"{self.where}: {self.what}" if self.where else self.what
        return f"{sentence.rstrip('.')}. {self.remedy}".strip()


Refuse = Callable[[ZelligError], None]  # what is done about a fault; if it returns, the reader goes on


def refuse(error: ZelligError) -> None:
    """End everything at the first fault, which is what a reader does unless told otherwise."""
    raise error
