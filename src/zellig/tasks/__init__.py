"""Tasks: which fields an item has, which may be edited, and how an answer is judged."""

from zellig.tasks.task import Task, get_task

__all__ = ["Task", "get_task"]
