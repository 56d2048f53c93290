"""The chooser `person`: somebody at the terminal.

What is shown goes to the standard error, so that the standard output is the game's.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from zellig.errors import ZelligError
from zellig.performers import Choice, Lineup, Spec

QUIT = "q"


class Person:
    """Is shown two texts and says which one is the fake."""

    spec = Spec("person")

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        """One question for each round; chance plays no part."""
        return [
            Choice(lineup.id, 0 if pick("Which one is the fake?", lineup.texts, lineup.metadata) == 0 else 1)
            for lineup in lineups
        ]


def pick(question: str, texts: Sequence[str], metadata: dict[str, Any]) -> int:
    """Show numbered texts, and what else is known, and ask for one of them until one is named."""
    _show("\n")
    for name, value in metadata.items():
        _show(f"{name}: {value}\n")
    for number, text in enumerate(texts, 1):
        _show(f"{number}  {text}\n")
    numbers = [str(number) for number in range(1, len(texts) + 1)]
    while True:
        _show(f"{question} ({', '.join(numbers)}; {QUIT}: the end) ")
        line = sys.stdin.readline()
        if not line or line.strip() == QUIT:
            raise ZelligError(
                "the person at the terminal has left the game", remedy="What was played is kept."
            )
        if line.strip() in numbers:
            return numbers.index(line.strip())


def _show(words: str) -> None:
    """Say it without characters that would steer the terminal: texts come from somebody else."""
    visible = "".join(each if each.isprintable() else " " for each in words[:-1]) + words[-1]
    print(visible, end="", file=sys.stderr, flush=True)


def make() -> Person:
    """The chooser."""
    return Person()
