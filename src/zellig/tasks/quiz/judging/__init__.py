"""Answers, judged."""

from zellig.tasks.quiz.judging.verdict import judge, judge_plainly

__all__ = ["judge", "judge_plainly"]
