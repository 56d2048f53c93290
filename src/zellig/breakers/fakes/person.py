"""A person as a breaker, in the terminal: reads the real text, types a fake.

What is shown goes to the standard error, so that the standard output is the game's.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from zellig.breakers.fakes.fake import FIELD, fakes
from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.performers import See, Spec, Victim

QUIT = "q"


class Person:
    """Asks for a line for each text."""

    see: See = "nothing"
    spec = Spec("person")

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair, or none for an empty line; `q` ends the game."""
        return [fakes(self.spec.name, item, _asked(item), "person") for item in items]


def make() -> Person:
    """The breaker who sits at the terminal."""
    return Person()


def _asked(item: Item) -> str | None:
    _show(f"\nThe real text: {item.fields[FIELD]}")
    if item.accepted:
        _show(f"  answer: {', '.join(item.accepted)}")
    for name, value in item.metadata.items():
        _show(f"  {name}: {value}")
    _show(f"Your fake (an empty line: none; {QUIT}: the end): ", end="")
    line = sys.stdin.readline()
    if not line or line.strip() == QUIT:
        raise ZelligError("the person who breaks has left the game", remedy="What was played is kept.")
    return line.strip() or None


def _show(words: str, end: str = "\n") -> None:
    print(words, end=end, file=sys.stderr, flush=True)
