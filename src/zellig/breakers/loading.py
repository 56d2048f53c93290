"""Breakers by what the user typed.

A registered name, the code of a strategy, `strategies` for all of them, the folder of a trained breaker,
`openai:...` for a language model, or `py:...` for one of the user's own.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Sequence
from pathlib import Path

from zellig import own_objects
from zellig.breakers import openai, python
from zellig.breakers.q_learning.breaker import FILE, load
from zellig.breakers.strategies.domain_choice import domain_of
from zellig.breakers.strategies.domains import NEUTRAL, get_domain
from zellig.breakers.strategies.strategy import Strategy, codes_for, is_worded
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.performers import Breaker
from zellig.registry import lookup, names
from zellig.store.run import file_name
from zellig.systems.model import names_model
from zellig.tasks import Task

ALL_STRATEGIES = "strategies"


def breaker_names(asked: Sequence[str], task: Task) -> list[str]:
    """The names one by one, each once; refuses one that there is not."""
    codes = codes_for(task.name, off=True)
    found: dict[str, None] = {}
    for name in asked:
        if name == ALL_STRATEGIES:
            found |= dict.fromkeys(codes_for(task.name))
        elif name in codes or name in names("breakers") or _is_theirs(name) or _is_trained(name):
            found[name] = None
        else:
            listed = "`zellig breakers list` shows what there is, and for which tasks."
            if tasks := tasks_of(name):
                what = f"{name!r} is a strategy for {' and '.join(tasks)}, and not for {task.name}"
                raise ZelligError(what, remedy=listed)
            near = difflib.get_close_matches(name, [*names("breakers"), ALL_STRATEGIES, *codes], n=2)
            hint = f"Did you mean {' or '.join(near)}? " if near else ""
            raise ZelligError(f"{name!r} is not a breaker for {task.name}", remedy=hint + listed)
    return list(found)


def tasks_of(code: str) -> list[str]:
    """The tasks that a strategy has a promise for; none if there is no such strategy."""
    return [name for name in names("tasks") if code in codes_for(name, off=True)]


def named_breakers(asked: Sequence[str], task: Task) -> dict[str, str]:
    """What the user typed by the name it goes by: that of the folder, or that in the spec of one's own."""
    found: dict[str, str] = {}
    for each in breaker_names(asked, task):
        name = file_name(load_breaker(each, task).spec.name if _is_theirs(each) else Path(each).name)
        if name in found:
            raise ZelligError(f"there are two breakers named {name!r}", remedy="Rename one of them.")
        found[name] = each
    return found


def load_breaker(name: str, task: Task, domain: str = NEUTRAL) -> Breaker:
    """The breaker of one of these names; a strategy speaks of what the domain is about."""
    if own_objects.is_own(name):
        return python.load(name, task)
    if names_model(name):
        return openai.load(name, task)
    if _is_trained(name):
        return load(Path(name), task)
    if name in names("breakers"):
        breaker: Breaker = lookup("breakers", name)(task)
        return breaker
    return Strategy(name, task.name, domain)


def domain_for(
    task: Task, items: Sequence[Item], asked: str | None = None, *, settable: bool = True
) -> str | None:
    """The domain of these items; None where nothing that is written or judged in the task depends on it.

    Who cannot be `asked` for one, because there is no such option, is not told of it.
    """
    if not is_worded(task):
        if asked is not None:
            get_domain(asked)
        return None
    return domain_of(asked, task.domain, [task.text(item) for item in items], settable=settable)


def files_named(name: str) -> list[Path]:
    """The folder of a trained breaker, the file of one's own."""
    if own_objects.is_own(name):
        return own_objects.files_named(name)
    return [Path(name)] if _is_trained(name) else []


def _is_theirs(name: str) -> bool:
    return own_objects.is_own(name) or names_model(name)


def _is_trained(name: str) -> bool:
    return os.path.isfile(os.path.join(name, FILE))
