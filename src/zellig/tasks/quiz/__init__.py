"""Quiz questions: name the answer as early in the text as possible; answers are judged by answer lines."""

from zellig.tasks.quiz.task import QUIZ

__all__ = ["QUIZ"]
