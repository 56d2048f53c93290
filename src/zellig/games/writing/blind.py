"""Blind answering: people hear a question clue by clue, and say an answer when they know it.

A clue is a sentence. The server gives one after the other, so how far somebody had read is not their claim;
within a clue the page shows word after word, and says after which the answer came.
"""

from __future__ import annotations

import msgspec
import numpy as np

from zellig.checks.questions.sentences import sentence_places
from zellig.games.writing.standing import Reading, Standing, Text
from zellig.games.writing.telling import drafts_told_of
from zellig.items import Item
from zellig.measures.intervals import Estimate, wilson
from zellig.tasks.quiz import QUIZ
from zellig.tasks.quiz.beginnings import beginning
from zellig.tasks.task import Judgement, Outcome


class Difficulty(msgspec.Struct, frozen=True):
    """How hard a question is for people who did not know its answer."""

    answered: int
    right: int
    share: Estimate | None  # of right answers; none: nobody has answered
    read: float | None  # how much of it those had read who were right, on average; from 0 to 1


class BlindAnswer(msgspec.Struct, frozen=True):
    """What somebody answered who did not know the answer, and what the task said of it."""

    number: int  # among the answers to the question
    reader: int  # who stays without a name, numbered as they began to read
    answer: str  # empty: they gave up
    read: float  # how much of it they had read; from 0 to 1
    outcome: Outcome
    because: str


def clue_after(question: Item, heard: int) -> int | None:
    """Where the clue ends that comes after so many characters; None if all has been heard."""
    return next((end for _, end in _clues(question) if end > heard), None)


def clue_before(question: Item, heard: int) -> int:
    """Where the clue begins that was heard last."""
    return max((start for start, _ in _clues(question) if start < heard), default=0)


def judged(question: Item, answer: str, position: int) -> Judgement:
    """What the task says of an answer after so many characters; none at all is wrong."""
    if not answer.strip():
        return Judgement("wrong", "no answer was given")
    return QUIZ.rule(QUIZ.given(answer), beginning(question, position))


def may_answer(standing: Standing, reader: str) -> list[Text]:
    """The questions that somebody may answer blind: not their own, nor those of which they have answered any
    version, nor those that something of theirs was found to be like."""
    known = drafts_told_of(standing, reader) | {
        text.event.draft
        for text in standing.texts.values()
        if text.readings.get(reader, Reading()).over  # and then they were told the answer
    }
    return [
        text
        for text in standing.texts.values()
        if text.state == "taken"
        and text.question is not None
        and text.writer != reader
        and text.event.draft not in known
    ]


def next_for(standing: Standing, reader: str) -> Text | None:
    """The question that somebody has begun, or else the one that fewest have answered."""
    return min(
        may_answer(standing, reader),
        key=lambda text: (reader not in text.readings, _answers(text), text.number),
        default=None,
    )


def left_for(standing: Standing, reader: str) -> int:
    """How many questions somebody may answer."""
    return len(may_answer(standing, reader))


def difficulty(text: Text) -> Difficulty:
    """What the answers to a question come to."""
    ended = [reading for reading in text.readings.values() if reading.over]
    right = [reading for reading in ended if reading.right]
    length = len(text.question.fields["text"]) if text.question else 0
    places = [reading.said[-1].position / length for reading in right] if length else []
    return Difficulty(
        len(ended),
        len(right),
        share_of(len(right), len(ended)),
        float(np.mean(places)) if places else None,
    )


def blind_answers(text: Text) -> list[BlindAnswer]:
    """All answers to a question, reader by reader."""
    length = len(text.question.fields["text"]) if text.question else 0
    said = [
        (reader, each) for reader, reading in enumerate(text.readings.values(), 1) for each in reading.said
    ]
    return [
        BlindAnswer(
            number,
            reader,
            each.answer,
            each.position / length if length else 0.0,
            each.judgement.outcome,
            each.judgement.because,
        )
        for number, (reader, each) in enumerate(said, 1)
    ]


def share_of(hits: int, trials: int) -> Estimate | None:
    """A share of independent trials, with Wilson's interval; None if there were none."""
    if not trials:
        return None
    low, high = wilson(hits / trials, trials)
    return Estimate(hits / trials, (float(low), float(high)))


def _answers(text: Text) -> int:
    return sum(reading.over for reading in text.readings.values())


def _clues(question: Item) -> list[tuple[int, int]]:
    return sentence_places(question.fields["text"])
