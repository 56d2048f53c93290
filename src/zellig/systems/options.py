"""The options after the question mark of a system's name: `?task=nli&labels=neutral,contradiction`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qsl

from zellig.errors import ZelligError
from zellig.tasks import Task, get_task


def split_options(name: str, known: Sequence[str]) -> tuple[str, dict[str, str]]:
    """What stands before the question mark, and the options after it; refuses those that are not `known`."""
    plain, _, query = name.partition("?")
    options = dict(parse_qsl(query, keep_blank_values=True))
    for option in options:
        if option not in known:
            remedy = f"Use {', '.join(known)}." if known else "Leave it out."
            raise ZelligError(f"{option!r} is not an option of this system", path=plain, remedy=remedy)
    return plain, options


def task_and_labels(name: str, options: Mapping[str, str]) -> tuple[Task, tuple[str, ...]]:
    """The task that the options name, and its labels or those of them that are named."""
    if "task" not in options:
        raise ZelligError(f"{name!r} does not say the task", remedy="Add ?task=sentiment, or another task.")
    task = get_task(options["task"])
    if "labels" not in options:
        return task, task.labels
    return task, tuple(task.answer(each) for each in options["labels"].split(","))


def seconds(options: Mapping[str, str], name: str, default: float) -> float:
    """An option that is a positive number."""
    try:
        value = float(options.get(name, default))
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise ZelligError(
            f"the option {name}={options[name]!r} is not a positive number", remedy="Give a number above 0."
        )
    return value


def whole(options: Mapping[str, str], name: str, default: int) -> int:
    """An option that is a whole number from 1 on."""
    text = options.get(name, str(default))
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 10 and int(text)):
        raise ZelligError(
            f"the option {name}={text!r} is not a whole number of 1 or more", remedy="Give 1 or more."
        )
    return int(text)
