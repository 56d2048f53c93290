"""What a contest consists of once it has been read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.tasks import Task

ON = " on "  # the name of pairs that were made by asking one system: BREAKER on SYSTEM


class Answers(NamedTuple):
    """One system's answers to one breaker's pairs, in the order of the pairs."""

    original: list[str]
    modified: list[str]


@dataclass(frozen=True)
class Development:
    """Items that the breakers did not touch, and each system's answers to them by item id."""

    items: dict[str, Item] = field(default_factory=dict)
    answers: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Contest:
    """Pairs by breaker; answers by system and breaker. Every answer is there and legal."""

    task: Task
    pairs: dict[str, list[Pair]]
    answers: dict[str, dict[str, Answers]]
    dev: Development = Development()
    warnings: tuple[str, ...] = ()

    @property
    def breakers(self) -> list[str]:
        return list(self.pairs)

    @property
    def systems(self) -> list[str]:
        return list(self.answers)

    @property
    def made_for(self) -> dict[str, str]:
        """The system that was asked when pairs were made, by name of the pairs; the others asked none."""
        longest_first = sorted(self.systems, key=len, reverse=True)
        found = {
            name: next((each for each in longest_first if name.endswith(f"{ON}{each}")), None)
            for name in self.pairs
        }
        return {name: system for name, system in found.items() if system is not None}

    @property
    def dev_accuracy(self) -> dict[str, float]:
        """Share of right answers to the development items, for the systems that answered them."""
        return {
            system: sum(
                self.task.right(answer, self.dev.items[item].accepted) for item, answer in given.items()
            )
            / len(given)
            for system, given in self.dev.answers.items()
            if system in self.answers
        }

    def rows(self) -> Iterator[tuple[str, int, Pair]]:
        """Every pair with its breaker and its position in the breaker's list."""
        for breaker, pairs in self.pairs.items():
            for position, pair in enumerate(pairs):
                yield breaker, position, pair

    def without(self, excluded: Sequence[str]) -> Contest:
        """The same contest with some systems left out."""
        return replace(self, answers={name: self.answers[name] for name in left_in(self.systems, excluded)})


def left_in(systems: list[str], excluded: Sequence[str]) -> list[str]:
    """The systems that are not excluded; refuses to exclude one that is not there, or all of them."""
    for name in excluded:
        if name not in systems:
            raise ZelligError(
                f"there is no system {name!r} to exclude", remedy=f"There are: {', '.join(systems)}."
            )
    kept = [name for name in systems if name not in excluded]
    if not kept:
        raise ZelligError("every system was excluded", remedy="Leave at least one in.")
    return kept
