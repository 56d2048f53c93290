"""What a terminal may be shown, and a person who sits at it: is shown something and types an answer.

What a person is shown goes to the standard error, so that the standard output is the program's.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from zellig.errors import ZelligError

QUIT = "q"

Styled = tuple[str, str]  # a text, and how it is to look: "bold red", or "" as it is

# What steers a terminal or the order of what it shows is never passed on: a picture stands in its place.
_PICTURES = {code: 0x2400 + code for code in range(0x20) if code != 0x0A} | {0x7F: 0x2421}
_BIDI = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
_OTHER_LINE_ENDS = [0x2028, 0x2029]
_HALVES = range(0xD800, 0xE000)  # a surrogate without its partner cannot even be written
_PICTURES |= dict.fromkeys([*range(0x80, 0xA0), *_BIDI, *_OTHER_LINE_ENDS, *_HALVES], 0xFFFD)
_ESCAPES = {code: f"\\u{code:04x}" for code in _PICTURES if code > 0x1F}  # JSON escapes the others itself


def visible(text: str) -> str:
    """The text with a picture in place of every character that steers; as long as before, line ends stay."""
    return text.translate(_PICTURES)


def one_line(text: str) -> str:
    """The same with spaces for line ends, so that nobody's text begins a line of its own."""
    return visible(text).replace("\n", " ")


def escaped(json: str) -> str:
    """JSON of the same value without characters that steer."""
    return json.translate(_ESCAPES)


def show(words: str, end: str = "\n") -> None:
    """Say it without characters that would steer the terminal: texts come from somebody else."""
    print(one_line(words), end=end, file=sys.stderr, flush=True)


def show_known(known: Mapping[str, Any]) -> None:
    """What else is known of a text."""
    for name, value in known.items():
        show(f"  {name}: {value}")


class LeftError(ZelligError):
    """Whoever sits at the terminal does not want to go on."""


def typed(question: str) -> str:
    """The line that the person types; somebody who leaves ends the game."""
    show(f"{question} ", end="")
    line = sys.stdin.readline()
    if not line or line.strip() == QUIT:
        raise LeftError("the person at the terminal has left the game", remedy="What was played is kept.")
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
