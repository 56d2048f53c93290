"""A system by what the user typed: an adapter spec, the folder of a trained system, or a registered name."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from zellig import own_objects
from zellig.doors import by_door
from zellig.errors import ZelligError
from zellig.performers import System
from zellig.registry import BUILT_IN, lookup, names
from zellig.systems import command, python
from zellig.systems.card import CARD, read_card
from zellig.systems.declared import refuse_other_task
from zellig.tasks import Task


def load_system(name: str) -> System:
    """`ADAPTER:...` (py:, http:, ...), the folder of a trained system, or a name that is ready as it is."""
    if name.startswith(own_objects.HERE):  # what a program hands over; nobody types it
        return python.load(name)
    if adapter := _adapter(name):
        system: System = lookup("adapters", adapter)(name)
        return system
    registered = name.partition("?")[0]
    if registered in names("systems") and not os.path.isfile(os.path.join(name, CARD)):
        return _ready(registered, name)
    folder = Path(name)
    card = read_card(folder)
    trained = lookup("systems", card.spec.name).load(folder, card)
    with suppress(AttributeError):  # another package's may be frozen: then only its name tells where it lies
        trained.trained_in = folder  # who has the object alone can see what it has learnt from
    found: System = trained
    return found


def load_system_for(task: Task, name: str) -> System:
    """A system that is to answer items of a task; refuses one that is for another."""
    with python.told_task(task.name):
        system = load_system(name)
    refuse_other_task(name, system, task)
    return system


def files_named(name: str) -> list[Path]:
    """The files and folders that a system's name speaks of, told without loading it.

    What code of a program or a module opens by itself is not seen.
    """
    adapter, rest = _adapter(name), name.partition(":")[2]
    if own_objects.is_own(name):
        return own_objects.files_named(name)
    if not adapter:
        return [Path(name)] if os.path.isfile(os.path.join(name, CARD)) else []
    if adapter == "cmd":
        return command.files_named(name)
    if adapter == "hf":
        return [Path(rest.partition("?")[0])]
    return [Path(rest)] if adapter == "file" else []


def _adapter(name: str) -> str:
    """The adapter that a name begins with; empty if it begins with none."""
    adapter, colon, _ = name.partition(":")
    return adapter if colon and adapter in names("adapters") else ""


def _ready(registered: str, name: str) -> System:
    kind = lookup("systems", registered)
    if not hasattr(kind, "ready"):
        to_train = by_door(
            f"zellig train {registered} --corpus ... --out FOLDER",
            f"zl.train({registered!r}, data=..., out='FOLDER')",
        )
        raise ZelligError(
            f"{registered!r} has to be trained, and there is no folder of this name with a trained one",
            remedy=f"Train it ({to_train}), and give its folder.",
        )
    system: System = kind.ready(name)
    return system


def is_pinned(name: str, system: System) -> bool:
    """Does the fingerprint cover all that decides the answers? Then they may be kept for other runs.

    That of our own systems does, trained or ready; one that another package brings has to declare a version,
    because its code may change. The system of an adapter says so itself.
    """
    if own_objects.is_own(name) or _adapter(name):
        return getattr(system, "pinned", False) is True
    return system.spec.name in BUILT_IN["systems"] or bool(system.spec.version)


def fingerprint(name: str, system: System) -> str:
    """Hash of what is known to make a system answer as it does; caches and plans go by it."""
    known = getattr(system, "fingerprint", None)
    return str(known) if known is not None else read_card(Path(name)).fingerprint
