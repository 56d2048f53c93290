"""The judge `person`: somebody at the terminal, who sees a text alone and says what the right answer is.

For labels a line is the number of the answer (0: none of them), then `g` if the text is not grammatical and
`n` if it is not natural: `2`, `2g`, `1gn`. Where answers are words, the line is the answer, and `g` and `n`
come behind ` /`.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from zellig.items import Item
from zellig.tasks import Task
from zellig.terminal import QUIT, show, typed

NONE = "none of these"  # what is said by who finds no answer right
UNDO, SKIP = "u", "s"
_NUMBER = re.compile(r"(\d+)\s*([gn]{0,2})")
_WORDS = re.compile(r"(.+?)(?:\s+/([gn]{1,2}))?")


class Reply(NamedTuple):
    """What somebody says of a text; where nothing is said of it, it was skipped for the reason noted."""

    answer: str | None = None
    grammatical: bool | None = None
    natural: bool | None = None
    note: str = ""


def ask(item: Item, task: Task, done: int, of: int) -> Reply | Literal["undo"]:
    """Show a text and ask until something is said that can be understood."""
    show("")
    show(f"{done + 1} of {of}")
    for name, text in item.fields.items():
        show(f"  {name}: {text}" if len(item.fields) > 1 else f"  {text}")
    show(task.question)
    words = (NONE, *(task.words.get(label, label) for label in task.labels))
    answers = (
        "  ".join(f"{number} {word}" for number, word in enumerate(words)) if task.labels else "the answer"
    )
    marks = "g and n behind it" if task.labels else "/g and /n behind it"
    show(f"{answers}; {marks}: not grammatical, not natural; u undo, s REASON skip, {QUIT} the end")
    while True:
        line = typed(">")
        if (said := understood(line, task)) is not None:
            return said
        show("Say why you skip it." if line == SKIP else "That was not understood, and nothing is written.")


def understood(line: str, task: Task) -> Reply | Literal["undo"] | None:
    """What a line says; None: nothing that can be understood."""
    command, _, rest = line.partition(" ")
    if line == UNDO:
        return "undo"
    if command == SKIP:
        return Reply(note=rest.strip()) if rest.strip() else None
    if task.labels:
        found = _NUMBER.fullmatch(line)
        if found is None or int(found[1]) > len(task.labels):
            return None
        answer, marks = ((NONE, *task.labels)[int(found[1])], found[2])
    elif (found := _WORDS.fullmatch(line)) is not None:
        answer, marks = found[1], found[2] or ""
    else:
        return None
    return Reply(answer, "g" not in marks, "n" not in marks)
