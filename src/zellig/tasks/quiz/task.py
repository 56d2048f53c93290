"""Quiz questions: name the answer page as early in the text as possible."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from zellig.errors import ZelligError
from zellig.items import UNPARSED, Item
from zellig.tasks.quiz.judging.question import asked_of
from zellig.tasks.quiz.judging.verdict import judge, judge_plainly, prepared
from zellig.tasks.quiz.lines import names_an_answer
from zellig.tasks.task import Judgement, Task

_UNDERSCORES = re.compile(r"[_\s]+")


LINE = "gold_answer_line"  # in an item's metadata: the answer line as it was published
POSITION = "position"  # and how many characters of the question had been read


@dataclass(frozen=True)
class _Quiz(Task):
    def answer(self, raw: str | int) -> str:
        """Page titles are written with spaces or underscores; we keep spaces."""
        return _UNDERSCORES.sub(" ", str(raw)).strip()

    def right(self, answer: str, accepted: Sequence[str]) -> bool:
        """Is this one of the accepted answers, as a reader of questions would say?"""
        if answer == UNPARSED:
            return False
        return answer in accepted or judge_plainly(answer, tuple(accepted)).right

    def rule(self, answer: str, item: Item) -> Judgement:
        """By the item's answer line, if it has one that names an answer; else by its accepted answers."""
        _refuse_what_is_no_text(answer)
        if answer == UNPARSED:
            return Judgement("wrong", "the answer could not be read")
        line = line_of(item)
        if not line:
            return judge_plainly(answer, item.accepted, _text(item))
        return judge(answer, line, item.accepted, _heard(item, line), _text(item))

    def judged_by(self, item: Item) -> Hashable:
        line = line_of(item)
        return item.accepted, line, _heard(item, line), asked_of(_text(item))

    def prefix(self, item: Item, position: int) -> str:
        """What a player has seen when `position` characters have been read out."""
        return item.fields["text"][: max(position, 0)]

    def positions(self, item: Item, step: int) -> list[int]:
        """Places to stop at, every `step` characters, and the end of the text."""
        length = len(item.fields["text"])
        return [*range(step, length, step), length]


def _refuse_what_is_no_text(answer: object) -> None:
    if not isinstance(answer, str):
        raise ZelligError(
            f"the answer {answer!r} is no text",
            remedy='Give it as a string, "5"; an empty one stands for no answer.',
        )


def line_of(item: Item) -> str:
    """The item's answer line; empty if there is none, or none with an answer in it."""
    line = item.metadata.get(LINE)
    return line if isinstance(line, str) and names_an_answer(line) else ""


def answer_line(item: Item) -> str:
    """What the right answer is, to be shown: as it was published, or else the accepted ones."""
    return line_of(item) or " / ".join(item.accepted)


def _heard(item: Item, line: str) -> str | None:
    """What was read of the question, where the verdict depends on it and it is known."""
    position = item.metadata.get(POSITION)
    if not line or not isinstance(position, int) or not prepared(line, item.accepted).conditional:
        return None
    return _text(item)[: max(position, 0)]


def _text(item: Item) -> str:
    return item.fields.get("text", "")


QUIZ = _Quiz(
    name="quiz",
    question="Which page is this question about?",
    fields=("text",),
    editable=("text",),
)
