"""Two texts in random order: which one is the fake?"""

from __future__ import annotations

from zellig.tasks.task import Task

REAL_OR_FAKE = Task(
    name="real-or-fake",
    question="Which of the two texts is the fake?",
    fields=("first", "second"),
    editable=("first", "second"),
    labels=("first", "second"),
    flips={"first": "second", "second": "first"},
    about_meaning=False,
)
