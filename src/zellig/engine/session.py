"""A chunk in the hands of a worker: for whom it works, what it has loaded for them, what it says.

A worker of a cluster lives longer than a run, and may work for several people in turn. What one of them
brought is not known to the next, and what was loaded for one run may have been written anew since.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar

from zellig.doors import at_command_line, come_in
from zellig.engine.versions import refuse_others
from zellig.errors import ZelligError
from zellig.notices import Notice, hearing, tell
from zellig.registry import bring_all, brought

T = TypeVar("T")
R = TypeVar("R")

TASKS = "tasks"  # what a user brings, and workers have to know as well

_loaded: dict[Hashable, Any] = {}  # in this process, for the session that it works for
_current = ""  # the id of that session
_one_chunk = Lock()  # parsers, models and counters are for one thread, however many a worker has


class Session(NamedTuple):
    """For whom a worker works."""

    id: str
    tasks: Mapping[str, object]
    by_command: bool
    versions: Mapping[str, str]  # that the worker must have, too


class Done(NamedTuple, Generic[R]):
    """What came of a chunk; refusals are no failures of a worker, and notices are for whoever listens."""

    result: R | None
    refusal: ZelligError | None
    notices: list[Notice]


def new_session(versions: Mapping[str, str]) -> Session:
    """A session of this process, with what its user has brought until now."""
    return Session(secrets.token_hex(8), brought(TASKS), at_command_line(), versions)


def do(session: Session, work: Callable[[T], R], chunk: T) -> Done[R]:
    """Do a chunk in this process, a worker's."""
    notices: list[Notice] = []
    with _one_chunk:
        try:
            _begin(session)
            with hearing(notices.append):
                return Done(work(chunk), None, notices)
        except ZelligError as refusal:
            return Done(None, refusal, notices)


def result_of(done: Done[R]) -> R:
    """The result, as if the chunk had been done here: what was said is said, what was refused is refused."""
    for notice in done.notices:
        tell(notice)
    if done.refusal is not None:
        raise done.refusal
    return done.result  # type: ignore[return-value]  # there is one where there is no refusal


def once(load: Callable[..., R], *given: Hashable) -> R:
    """What a function gives, loaded once for a run in each process: models take longer than a chunk."""
    key = (load, *given)
    if key not in _loaded:
        _loaded[key] = load(*given)
    found: R = _loaded[key]
    return found


def forget() -> None:
    """What was loaded for another run may have been trained or written anew since."""
    _loaded.clear()


def _begin(session: Session) -> None:
    global _current  # noqa: PLW0603
    come_in(at_command_line=session.by_command)  # of this thread, which may be another one each time
    if session.id != _current:
        refuse_others(session.versions)
        forget()
        bring_all(TASKS, session.tasks)
        _current = session.id
