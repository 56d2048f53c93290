"""Answer lines, read."""

from zellig.tasks.quiz.lines.line import AnswerLine, Choice, Condition, Part
from zellig.tasks.quiz.lines.parsing import parse

__all__ = ["AnswerLine", "Choice", "Condition", "Part", "parse"]
