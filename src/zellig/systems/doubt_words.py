"""Why what a system answers says nothing of what it reads, in words: one sentence or two, for every door."""

from __future__ import annotations

from zellig.doors import by_door
from zellig.measures.doubt import Doubt
from zellig.notices import warn
from zellig.tasks import Task

NOTHING = "So nothing can be said of what it reads."


def warn_of_doubt(doubt: Doubt | None, system: str, task: Task) -> None:
    """Warn of a system whose answers say nothing of what it reads; what the texts are to blame for, being few
    or of one label, its figures tell."""
    if doubt is not None and not doubt.about_texts:
        warn(doubt_in_words(doubt, system, task))


def doubt_in_words(doubt: Doubt, subject: str, task: Task) -> str:
    """What is odd, and what follows; the subject is a name, or *It*."""
    it, right = "it" if subject == "It" else subject, f"{doubt.right:,} of {doubt.texts:,} texts"
    if doubt.kind == "constant":
        answer = task.words.get(doubt.answer, doubt.answer)
        every = f"the same answer ({answer}) to all of {doubt.texts:,} texts"
        return f"{subject} gives {every}. {NOTHING}"
    if doubt.kind == "exchanged":
        seen = f"it is right about {right}, and would be about {doubt.right_if:,}"
        return (
            f"{subject} seems to say {_exchanged(doubt, task)}: {seen} if they were exchanged. {_meaning()}"
        )
    if doubt.kind == "worse than chance":
        return f"{subject} is right about {right}, which is worse than guessing. {_meaning()}"
    if doubt.kind == "chance":
        return f"{subject} is right about {right}, which may be mere guessing. {NOTHING}"
    if doubt.kind == "one label":
        label = task.words.get(doubt.answer, doubt.answer)
        every = f"all {doubt.texts:,} texts are {label}" if doubt.texts > 1 else f"the only text is {label}"
        return (
            f"Too little is known: {every}, so nobody can tell whether {it} reads or guesses "
            f"({doubt.right:,} right); texts with other labels would tell."
        )
    few = f"{doubt.texts:,} texts are too few to tell whether {it} reads or guesses ({doubt.right:,} right)"
    return f"Too little is known: {few}; about {doubt.more:,} more would tell."


def _meaning() -> str:
    labels = by_door("?labels= behind the name of the system", "labels=")
    return (
        "Its labels, or those of the data, may not mean what they are taken to mean: say it "
        f"({labels}, a mapping for data), or look at what it has learnt from. Until then, nothing can be "
        "said of what it reads."
    )


def _exchanged(doubt: Doubt, task: Task) -> str:
    """E.g. *refund for cancel and cancel for refund*."""
    said = [
        f"{task.words.get(answer, answer)} for {task.words.get(label, label)}"
        for circle in doubt.exchanged
        for answer, label in zip(circle, (*circle[1:], circle[0]), strict=True)
    ]
    return f"{', '.join(said[:-1])} and {said[-1]}"
