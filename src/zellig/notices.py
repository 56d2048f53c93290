"""What a person should know of what was decided for them, or may mislead them: said here, heard at the edge.

The command line prints it on standard error, and a result that is handed back in Python keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal, NamedTuple


class Notice(NamedTuple):
    """One sentence: what was taken to be so (`note`), or what may mislead (`warning`)."""

    kind: Literal["note", "warning"]
    sentence: str


Listener = Callable[[Notice], None]

_listeners: ContextVar[tuple[Listener, ...]] = ContextVar("listeners", default=())


def note(sentence: str) -> None:
    """Say what was taken to be so, e.g. which column is the text."""
    tell(Notice("note", sentence))


def warn(sentence: str) -> None:
    """Say what may mislead; the work goes on."""
    tell(Notice("warning", sentence))


def tell(notice: Notice) -> None:
    """Say what was said elsewhere, e.g. in another process."""
    for listener in _listeners.get():
        listener(notice)


@contextmanager
def hearing(listener: Listener) -> Iterator[None]:
    """Whatever is said from here on is told to `listener`, each sentence once; who listened before hears
    it, too."""
    heard: set[Notice] = set()

    def once(notice: Notice) -> None:
        if notice not in heard:
            heard.add(notice)
            listener(notice)

    before = _listeners.set((*_listeners.get(), once))
    try:
        yield
    finally:
        _listeners.reset(before)


def is_heard() -> bool:
    """Does anybody listen?"""
    return bool(_listeners.get())
