"""A person at the terminal: is shown something and types an answer.

What is shown goes to the standard error, so that the standard output is the program's.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from zellig.errors import ZelligError

QUIT = "q"


def show(words: str, end: str = "\n") -> None:
    """Say it without characters that would steer the terminal: texts come from somebody else."""
    visible = "".join(each if each.isprintable() else " " for each in words)
    print(visible, end=end, file=sys.stderr, flush=True)


def show_known(known: Mapping[str, Any]) -> None:
    """What else is known of a text."""
    for name, value in known.items():
        show(f"  {name}: {value}")


def typed(question: str) -> str:
    """The line that the person types; somebody who leaves ends the game."""
    show(f"{question} ", end="")
    line = sys.stdin.readline()
    if not line or line.strip() == QUIT:
        raise ZelligError("the person at the terminal has left the game", remedy="What was played is kept.")
    return line.strip()


def pick(question: str, texts: Sequence[str], known: Mapping[str, Any]) -> int:
    """Show numbered texts and ask for one of them until one is named."""
    show("")
    show_known(known)
    for number, text in enumerate(texts, 1):
        show(f"{number}  {text}")
    numbers = [str(number) for number in range(1, len(texts) + 1)]
    while (answer := typed(f"{question} ({', '.join(numbers)}; {QUIT}: the end)")) not in numbers:
        pass
    return numbers.index(answer)
