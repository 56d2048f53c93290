"""The questions of a corpus that can be asked and judged."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.corpora import Corpus
from zellig.corpora.answered import answered
from zellig.corpora.as_written import as_written
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.notices import warn
from zellig.tasks.quiz import QUIZ
from zellig.texts import key64


def questions_of(corpus: Corpus, limit: int | None = None) -> list[Item]:
    """Those among the first that have an answer; refuses a corpus of another task, and none at all."""
    items = answered(of_quiz(corpus), limit)
    if not items:
        skipped = "; ".join(f"{number:,} left out ({reason})" for reason, number in corpus.skipped.items())
        raise ZelligError(
            f"{as_written(corpus.spec)} has no question with an answer{skipped and f': {skipped}'}",
            remedy="Choose another corpus.",
        )
    if (again := len(items) - len({key64(QUIZ.text(item)) for item in items})) > 0:
        warn(
            f"{again:,} of the {len(items):,} questions of {as_written(corpus.spec)} are there before, "
            "and count again: intervals are narrower than they should be"
        )
    return items


def of_quiz(corpus: Corpus) -> Corpus:
    """The corpus; refuses one of another task."""
    if corpus.task != QUIZ.name:
        raise ZelligError(
            f"{as_written(corpus.spec)} is a corpus of {corpus.task}, and not of quiz questions",
            remedy="Give questions, e.g. tossups:FILE.",
        )
    return corpus


def refuse_shared(first: str, known: Sequence[Item], second: str, asked: Sequence[Item], remedy: str) -> None:
    """Refuse two corpora, by their names, that have a question in common."""
    keys = {key64(QUIZ.text(item)) for item in known}
    shared = sum(key64(QUIZ.text(item)) in keys for item in asked)
    if shared:
        raise ZelligError(
            f"{shared:,} of the {len(asked):,} questions of {second} are in {first}, too", remedy=remedy
        )
