"""One text: is it real, or a fake? What the pairs of the arena are about."""

from __future__ import annotations

from zellig.tasks.task import Task

REAL, FAKE = "real", "fake"

IS_FAKE = Task(
    name="is-fake",
    question="Is this text real, or is it a fake?",
    fields=("text",),
    editable=("text",),
    labels=(REAL, FAKE),
    flips={REAL: FAKE, FAKE: REAL},
    about_meaning=False,
)
