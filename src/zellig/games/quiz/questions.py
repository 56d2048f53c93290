"""The questions of a corpus that can be asked and judged."""

from __future__ import annotations

from zellig.corpora import Corpus
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.tasks.quiz import QUIZ


def questions_of(corpus: Corpus, limit: int | None = None) -> list[Item]:
    """Those among the first that have an answer; refuses a corpus of another task, and none at all."""
    if corpus.task != QUIZ.name:
        raise ZelligError(
            f"{corpus.spec} is a corpus of {corpus.task}, and not of quiz questions",
            remedy="Give questions, e.g. tossups:FILE.",
        )
    items = [item for item in corpus.first(limit) if item.accepted]
    if not items:
        raise ZelligError(f"{corpus.spec} has no question with an answer", remedy="Choose another corpus.")
    return items
