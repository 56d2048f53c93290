"""The two doors, the command line and Python: advice is spelt as whoever came in would write it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# What options of Python are called at the command line, where that is something else.
_CALLED = {
    "breakers": "breaker",
    "columns": "column",
    "data": "corpus",
    "fields": "field",
    "form": "from",
    "known": "corpus",
    "systems": "system",
}

_LISTS = {"breakers", "exclude", "systems"}  # what may be given several times
_SHELL = set(' "{}[]=;&|<>*?$')  # characters that a shell would take for its own

_at_command_line: ContextVar[bool] = ContextVar("at the command line", default=False)


@contextmanager
def command_line() -> Iterator[None]:
    """As long as this lasts, whoever reads what is said has come in by the command line."""
    before = _at_command_line.set(True)
    try:
        yield
    finally:
        _at_command_line.reset(before)


def at_command_line() -> bool:
    """Has whoever reads what is said come in by the command line?"""
    return _at_command_line.get()


def come_in(*, at_command_line: bool) -> None:
    """Of a process that works for another: who reads what it says, as long as it lives."""
    _at_command_line.set(at_command_line)


def by_door(command_line: str, python: str) -> str:
    """What is said to somebody at the command line, or to somebody in Python."""
    return command_line if at_command_line() else python


def option(name: str, value: str | bool | None = None) -> str:
    """An option, by its name in Python, with its value if there is one: `--task nli`, or `task="nli"`."""
    flag = "--" + _CALLED.get(name, name).replace("_", "-")
    if value is None or isinstance(value, bool):
        return by_door(flag, f"{name}={'' if value is None else value}")
    mark = "'" if '"' in value else '"'
    in_python = f"{mark}{value}{mark}"
    quoted = f"'{value}'" if set(value) & _SHELL else value
    return by_door(f"{flag} {quoted}", f"{name}=[{in_python}]" if name in _LISTS else f"{name}={in_python}")
