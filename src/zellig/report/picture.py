"""A drawing of lines as a file of its own: an SVG with its colours and the names of its lines."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.report.curve import HEIGHT, WIDTH, Axes, Line, drawn
from zellig.report.page import template

PERCENT = 100  # how far a question was heard
HEARD = Axes("percent of the question heard", "share right", chance=False)


def picture_of_questions(title: str, lines: Sequence[Line]) -> str:
    """What is right when how much of a question was heard; the points of lines are in percent."""
    curve = drawn(0, title, lines, PERCENT, axes=HEARD)
    return template("picture.svg").render(width=WIDTH, height=HEIGHT, curve=curve, lines=lines)
