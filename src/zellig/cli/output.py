"""The edge between the commands and the terminal: lines, tables, JSON, warnings, progress bars.

Texts, names and paths come from others. All that a command prints passes here, where it is plain text:
nothing in it is markup, and a picture stands in place of what would steer the terminal. What a person who
plays is shown passes `terminal.show`, which does the same.
"""

from __future__ import annotations

import json
import logging
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from zellig.cli import streams
from zellig.notices import Notice
from zellig.terminal import Styled, escaped, one_line, visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID

    from zellig.checks.check_file import Watch

T = TypeVar("T")

NAME = 16  # letters of a name that stay beside numbers, however narrow the terminal is


class Format(StrEnum):
    """How a command prints its result."""

    table = "table"
    json = "json"


_given_way: ContextVar[bool] = ContextVar("given way", default=False)


@contextmanager
def giving_way() -> Iterator[None]:
    """While a file of results goes to the standard output, what is said goes to the standard error."""
    before = _given_way.set(True)
    try:
        yield
    finally:
        _given_way.reset(before)


@contextmanager
def whether_read_or_not() -> Iterator[None]:
    """What is printed may go to somebody who stops reading, such as `head`: that is no failure."""
    try:
        yield
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # rich ends the program where a pipe is closed
        streams.give_up_output()


def _terminal(*, stderr: bool = False) -> Console:
    from rich.console import Console

    stderr = stderr or _given_way.get()
    soft_wrap = not stderr and not sys.stdout.isatty()
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False, soft_wrap=soft_wrap)


def in_colour() -> bool:
    """Whether what is printed may be in colour."""
    terminal = _terminal()
    return terminal.color_system is not None and not terminal.no_color


def say(text: str) -> None:
    """Print one line."""
    _terminal().print(one_line(text))


def print_line(text: str) -> None:
    """Print one line for another program: however long it is, it is not wrapped."""
    stream = sys.stderr if _given_way.get() else sys.stdout
    stream.write(one_line(text) + "\n")


def say_styled(parts: Iterable[Styled]) -> None:
    """Print texts side by side, each with its style; line ends in them stay, and what follows is set in."""
    from rich.text import Text

    shown = ((visible(text).replace("\n", "\n    "), style) for text, style in parts)
    _terminal().print(Text.assemble(*shown))


def show_table(
    heads: Sequence[str],
    *groups: Iterable[Sequence[str]],
    title: str = "",
    boxed: bool = True,
    numbers: bool = False,
) -> None:
    """Print groups of rows, with a line between two groups; heads that are all empty are left out.

    A row begins with a name, on one line; its other cells may have several.
    `numbers` says that all columns but the first hold numbers: they stand right and are wrapped between two
    words alone, and names are not squeezed out by them.
    """
    from rich import box
    from rich.table import Table

    rows = [[[one_line(name), *map(visible, cells)] for name, *cells in group] for group in groups]
    table = Table(
        title=one_line(title),
        box=box.HEAVY_HEAD if boxed else None,
        padding=(0, 1, 0, 0) if numbers and not boxed else (0, 1),  # so that many numbers fit
        show_header=any(heads),
    )
    for place, head in enumerate(heads):
        words = " ".join([one_line(head), *(row[place] for group in rows for row in group)]).split()
        longest = max(map(len, words), default=0)
        table.add_column(
            one_line(head),
            overflow="fold",
            justify="right" if numbers and place else "left",
            min_width=(longest if place else min(longest, NAME)) if numbers else None,
        )
    for group in rows:
        for row in group:
            table.add_row(*row)
        table.add_section()
    _terminal().print(table)


def print_json(value: Any) -> None:
    """Print a value as indented JSON; any reader gets the value, and a terminal nothing that steers it."""
    plain = _finite(msgspec.to_builtins(value, str_keys=True))
    stream = sys.stderr if _given_way.get() else sys.stdout
    stream.write(escaped(json.dumps(plain, ensure_ascii=False, indent=2)) + "\n")
    stream.flush()  # a full disk is noticed here, where it can be told


def _finite(value: Any) -> Any:
    """The value with null where a number is none: JSON knows neither NaN nor infinity."""
    if isinstance(value, dict):
        return {name: _finite(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def complain(message: str) -> None:
    """What went wrong, on standard error."""
    sys.stderr.write(f"zellig: {one_line(message)}\n")


def warn(message: str) -> None:
    """A warning on standard error; the command goes on."""
    complain(f"warning: {message}")


def show_notice(notice: Notice) -> None:
    """What was taken to be so, or may mislead, on standard error."""
    complain(notice.sentence if notice.kind == "note" else f"warning: {notice.sentence}")


def show_logs() -> None:
    """What is logged from now on goes to standard error; a record may have several lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(_VisibleFormatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)


class _VisibleFormatter(logging.Formatter):
    """Records tell what others sent and what their code said."""

    def format(self, record: logging.LogRecord) -> str:
        return visible(super().format(record))


@contextmanager
def _bars() -> Iterator[Progress]:
    """A progress display on standard error; silent where standard error is not a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    with Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=_terminal(stderr=True),
        disable=not sys.stderr.isatty(),
    ) as bars:
        yield bars


@contextmanager
def progress_of() -> Iterator[Callable[[str, int, int], None]]:
    """A function that is told (what, done, total) and shows it; one bar for each `what`."""
    with _bars() as bars:
        known: dict[str, TaskID] = {}

        def told(what: str, done: int, total: int) -> None:
            if what not in known:
                known[what] = bars.add_task(one_line(what), total=total)
            bars.update(known[what], completed=done, total=total)

        yield told


@contextmanager
def counting(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A function that is told how many more are done, and shows it."""
    with _bars() as bars:
        bar = bars.add_task(one_line(what), total=total)
        yield lambda number: bars.advance(bar, number)


@contextmanager
def watching() -> Iterator[Watch]:
    """A function that passes on a stream and shows how far it is."""
    with _bars() as bars:

        def watch(stream: Iterable[T], *, description: str) -> Iterable[T]:
            return bars.track(stream, description=one_line(description))

        yield watch
