"""Answer lines, read."""

from zellig.tasks.quiz.lines.line import AnswerLine, Choice, Condition, Part
from zellig.tasks.quiz.lines.parsing import names_an_answer, parse

__all__ = ["AnswerLine", "Choice", "Condition", "Part", "names_an_answer", "parse"]
