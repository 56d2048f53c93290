"""What the strategies of one task share: how its items are read, and the function of every code."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zellig.breakers.strategies.domains import Domain
from zellig.breakers.strategies.version import Version
from zellig.items import Item

# What a strategy is given is the task's own reading of an item: an opinion, an inference, a question.
StrategyFunction = Callable[[Any, random.Random], Sequence[Version] | Version]


@dataclass(frozen=True)
class Kit:
    """The strategies of a task."""

    read: Callable[[Sequence[Item], Domain], Iterable[Any | None]]  # None: there is nothing to read
    functions: Mapping[str, StrategyFunction]
    worded: bool = False  # what it reads and writes depends on what texts are about
    any_writing: bool = False  # also what its writer made a slip in: the answer does not hang on the words
