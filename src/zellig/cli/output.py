"""What the commands share in printing: JSON, warnings, tables, progress bars."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID


class Format(StrEnum):
    """How a command prints its result."""

    table = "table"
    json = "json"


def console() -> Console:
    """The terminal, for results."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def print_json(value: Any) -> None:
    """Print a value as indented JSON."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")
    sys.stdout.flush()  # a full disk is noticed here, where it can be told


def warn(message: str) -> None:
    """A warning on standard error; the command goes on."""
    from zellig.terminal import visible

    sys.stderr.write(f"zellig: warning: {visible(message)}\n")


@contextmanager
def progress() -> Iterator[Progress]:
    """A progress display on standard error; silent where standard error is not a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    ) as bars:
        yield bars


@contextmanager
def progress_of() -> Iterator[Callable[[str, int, int], None]]:
    """A function that is told (what, done, total) and shows it; one bar for each `what`."""
    with progress() as bars:
        known: dict[str, TaskID] = {}

        def told(what: str, done: int, total: int) -> None:
            if what not in known:
                known[what] = bars.add_task(what, total=total)
            bars.update(known[what], completed=done, total=total)

        yield told
