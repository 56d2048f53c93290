"""Tasks: which fields an item has, which may be edited, and how an answer is judged."""

from zellig.tasks.finding import get_task
from zellig.tasks.task import Task

__all__ = ["Task", "get_task"]
