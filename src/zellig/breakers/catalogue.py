"""What breakers there are, and what one of them is: told without breaking anything."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from zellig.breakers.loading import files_named, load_breaker, tasks_of
from zellig.breakers.python import PythonBreaker
from zellig.breakers.strategies.strategy import codes_for
from zellig.breakers.strategies.taxonomy import Row, taxonomy
from zellig.errors import ZelligError
from zellig.own_objects import is_own
from zellig.performers import Breaker, Capability, See, Spec
from zellig.registry import documentation, extra_of, names, targets
from zellig.systems.model import names_model
from zellig.tasks import Task, get_task


class Described(msgspec.Struct, frozen=True):
    """A breaker in words. What has to be trained first has neither tasks nor a spec."""

    name: str
    about: str
    tasks: tuple[str, ...]
    see: See | None
    extra: str | None
    needs: tuple[Capability, ...]  # of the system
    spec: Spec | None
    strategy: Row | None  # the row of the taxonomy, if it is a strategy


def all_breakers() -> list[Described]:
    """Every registered breaker, then every strategy."""
    return [*map(_registered, names("breakers")), *map(_strategy, taxonomy())]


def breakers_for(task: Task) -> list[str]:
    """The names of all breakers and strategies that have a promise for a task."""
    found = []
    for name in names("breakers"):
        with suppress(ZelligError):  # of a task that it is not for, or of what has to be trained first
            _made(name, task)
            found.append(name)
    return [*found, *codes_for(task.name, off=True)]


def describe(name: str) -> Described:
    """One breaker: a registered name, the code of a strategy, a trained folder, or one of the user's own."""
    if name in names("breakers"):
        return _registered(name)
    if name in taxonomy():
        return _strategy(name)
    if not is_own(name) and not names_model(name) and not files_named(name):
        raise ZelligError(f"{name!r} is not a breaker", remedy="`zellig breakers list` shows what there is.")
    made, refusal = _made_for_tasks(name)
    if not made and refusal is not None:
        raise refusal
    first = next(iter(made.values()))
    return _described(first.spec.name, first.about if isinstance(first, PythonBreaker) else "", made)


def _registered(name: str) -> Described:
    made, refusal = _made_for_tasks(name)
    note = "" if made or refusal is None else f"\n\n{refusal}"
    return _described(name, documentation("breakers", name) + note, made, extra_of("breakers", name))


def _strategy(code: str) -> Described:
    row = taxonomy()[code]
    tasks = tasks_of(code)
    made = {name: load_breaker(code, get_task(name)) for name in tasks[:1]}
    return msgspec.structs.replace(_described(code, row.instruction, made), tasks=tuple(tasks), strategy=row)


def _made_for_tasks(name: str) -> tuple[dict[str, Breaker], ZelligError | None]:
    """The breaker for each task that it is for, and why it is not for another one."""
    made: dict[str, Breaker] = {}
    refusal = None
    for task in map(get_task, names("tasks")):
        try:
            made[task.name] = _made(name, task)
        except ZelligError as error:
            refusal = error
    return made, refusal


def _made(name: str, task: Task) -> Breaker:
    """Ours are made without a look at extras: those are needed to break, not to be described."""
    if name in names("breakers"):
        breaker: Breaker = targets("breakers")[name].load()(task)
        return breaker
    return load_breaker(name, task)


def _described(name: str, about: str, made: dict[str, Breaker], extra: str | None = None) -> Described:
    first = next(iter(made.values()), None)
    needs: frozenset[Capability] = getattr(first, "needs", frozenset())
    return Described(
        name=name,
        about=about,
        tasks=tuple(made),
        see=None if first is None else first.see,
        extra=extra,
        needs=tuple(sorted(needs)),
        spec=None if first is None else first.spec,
        strategy=None,
    )
