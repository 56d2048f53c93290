"""Rewriting: a question of the past that a machine answers, to be changed until it does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappush, heappushpop

from zellig.corpora.questions import as_published
from zellig.errors import ZelligError
from zellig.games.writing.listening import apart, is_right
from zellig.games.writing.strokes import LONGEST, LONGEST_ID, LONGEST_LINE, Noted, Notes, Stroke, Typed
from zellig.items import Item
from zellig.performers import System, ask, derive_seed
from zellig.tasks.quiz.task import LINE

SAMPLE = 500  # questions that are kept at hand, of however many
TRIED = 40  # of which so many are put to the machine before one gives up

REWRITES = "rewrites"  # in the metadata of a question: the id of the one it was made from


class Sample:
    """Some of the questions that can be rewritten, each as likely as the others; articles are none.

    They are gathered while somebody reads them for something else: to read many takes long.
    """

    def __init__(self) -> None:
        self._kept: list[tuple[int, int, Item]] = []  # the last of them is the first to go
        self._read = 0

    def noting(self, items: Iterable[Item]) -> Iterator[Item]:
        """The same items, of which those that fall into the sample are kept."""
        for item in items:
            self._note(item)
            yield item

    def _note(self, item: Item) -> None:
        if not (item.metadata.get(LINE) and item.accepted and len(item.id) <= LONGEST_ID):
            return
        self._read += 1
        found = -derive_seed(0, "sample", item.id), -self._read, item
        if len(self._kept) < SAMPLE:
            heappush(self._kept, found)
        else:
            heappushpop(self._kept, found)

    @property
    def questions(self) -> list[Item]:
        """What was gathered so far."""
        return [item for *_, item in sorted(self._kept, reverse=True)]


def sampled(items: Iterable[Item]) -> list[Item]:
    """A sample of the questions among items."""
    sample = Sample()
    for _ in sample.noting(items):
        pass
    return sample.questions


def answered_question(questions: Sequence[Item], system: System, seed: int) -> Item:
    """A question that the system answers when it has heard all of it, without looking up the question itself;
    the seed says which."""
    order = sorted(questions, key=lambda each: derive_seed(seed, "rewriting", each.id))
    for question in order[:TRIED]:
        asked = apart(system, question.id, as_published(question))
        if is_right(str(ask(asked, [question])[0].answer), question):
            return question
    raise ZelligError(
        "the machine answers none of the questions that could be rewritten",
        remedy="Write one of your own, or ask the editors for questions that it answers.",
    )


def begun_with(question: Item, categories: Mapping[str, Sequence[str]]) -> list[Stroke]:
    """The strokes that a draft begins with which rewrites a question; a category if there is such a one."""
    text = as_published(question)[:LONGEST]
    category, part = (str(question.metadata.get(key) or "") for key in ("category", "subcategory"))
    if part not in categories.get(category, ()):
        part = ""
    if category not in categories:
        category = ""
    line = str(question.metadata[LINE])[:LONGEST_LINE]
    notes = Notes(answer=line, original=question.id, category=category, subcategory=part)
    return [Noted(notes), Typed("text", 0, 0, text, len(text))]
