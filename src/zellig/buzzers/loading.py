"""A buzzer by what the user typed: a registered name with its options, or the folder of a trained one."""

from __future__ import annotations

from pathlib import Path

from zellig.buzzers.saved import is_buzzer, read_buzzer
from zellig.doors import by_door
from zellig.errors import ZelligError
from zellig.performers import Buzzer
from zellig.registry import lookup


def load_buzzer(name: str) -> Buzzer:
    """`threshold?at=0.3`, or the folder of a trained buzzer; refuses a name that is to be trained."""
    if is_buzzer(name):
        folder = Path(name)
        saved = read_buzzer(folder)
        found: Buzzer = lookup("buzzers", saved.spec.name).load(folder, saved.spec)
        return found
    registered = name.partition("?")[0]
    kind = lookup("buzzers", registered)
    if not hasattr(kind, "ready"):
        to_train = by_door(
            f"zellig quiz train-buzzer {registered} ...", f"zl.quiz_train_buzzer({registered!r}, ...)"
        )
        raise ZelligError(
            f"{registered!r} has to be trained, and there is no folder of this name with a trained one",
            remedy=f"Train it ({to_train}), and give its folder.",
        )
    ready: Buzzer = kind.ready(name)
    return ready
