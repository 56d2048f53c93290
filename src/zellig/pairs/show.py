"""Pairs for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from zellig.items import Pair
from zellig.pairs.diff import segments, styled_diff
from zellig.pairs.edits import both_sides
from zellig.tasks import Task
from zellig.terminal import Styled

Line = list[Styled]


def show_pair(pair: Pair, task: Task, *, colour: bool) -> Iterator[Line]:
    """The lines that show one pair: id, answers, promise, phenomenon, and the diff of each field."""
    answers = [" or ".join(side.accepted) or "?" for side in (pair.original, pair.modified)]
    about = ", ".join(dict.fromkeys(filter(None, (pair.phenomenon, pair.author))))
    yield [
        (pair.id, "bold"),
        (f"  {answers[0]} -> {answers[1]} ({pair.promise})", ""),
        (f"  {about}" if about else "", "italic"),
    ]
    for name, sides in both_sides(pair, task.fields).items():
        start = "  " if len(task.fields) == 1 else f"  {name}: "
        yield [(start, ""), *styled_diff(segments(*sides), colour=colour)]
    if pair.rationale:
        yield [(f"  because {pair.rationale}", "italic")]
