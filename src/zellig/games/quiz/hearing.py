"""What a guesser makes of questions that are read to it piece by piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zellig.buzzers.lesson import Heard
from zellig.buzzers.program import STEP, guesses_of
from zellig.items import Item, Prediction
from zellig.measures.by_position import QUARTERS
from zellig.measures.tracks import Track
from zellig.notices import warn
from zellig.oracle import Oracle, Progress, ask_all
from zellig.performers import Step, System
from zellig.systems.evaluation import refuse_two_texts
from zellig.systems.guesses import asked_apart
from zellig.systems.question_words import sentences
from zellig.tasks.quiz import QUIZ
from zellig.tasks.quiz.beginnings import beginning

TOGETHER = 100  # questions that are asked about at once, and then forgotten


class Reading(NamedTuple):
    """One question as a guesser heard it."""

    heard: Heard  # at the regular steps, which are all that a buzzer knows of
    track: Track  # also at the places where every guesser is looked at
    first_sentence: float  # the share of the question that it is


def hear(
    system: System,
    items: Sequence[Item],
    *,
    step: int = STEP,
    progress: Progress = lambda what, done, total: None,
) -> Iterator[Reading]:
    """Read every question to the guesser, and judge what it says by the question's answer line.

    A buzzer learns of the regular steps alone: that a quarter of the question is over, nobody knows in play.
    """
    system, copies = asked_apart(system, items)
    if copies:
        warn(
            f"{copies:,} of the {len(items):,} questions are among the texts that {system.spec.name} looks "
            "up, or nearly: none of them is evidence for itself"
        )
    oracle, what = Oracle(system, ""), f"{system.spec.name} hears"
    for start in range(0, len(items), TOGETHER):
        portion = items[start : start + TOGETHER]
        places = [sorted({*QUIZ.positions(item, step), *_looked_at(item)}) for item in portion]
        asked = [
            beginning(item, position)
            for item, positions in zip(portion, places, strict=True)
            for position in positions
        ]
        refuse_two_texts(system, asked)
        given = iter(ask_all(oracle, asked, QUIZ, lambda what, done, total: None, what))
        for item, positions in zip(portion, places, strict=True):
            yield _reading(item, {position: next(given) for position in positions}, step)
        progress(what, start + len(portion), len(items))


def _looked_at(item: Item) -> list[int]:
    """Where every guesser is looked at, whatever the step: at the quarters, and after the first sentence."""
    length = len(item.fields["text"])
    quarters = [min(length, max(1, int(length * float(name)))) for name in QUARTERS]
    return [*quarters, _first_sentence(item)]


def _first_sentence(item: Item) -> int:
    text = item.fields["text"]
    return len(next(iter(sentences(text)), text))


def _reading(item: Item, said: dict[int, Prediction], step: int) -> Reading:
    regular = QUIZ.positions(item, step)
    right = {
        position: QUIZ.rule(QUIZ.given(each.answer), beginning(item, position)).outcome == "right"
        for position, each in said.items()
    }
    return Reading(
        Heard(
            item.id,
            [Step(position, guesses_of(said[position])) for position in regular],
            [right[position] for position in regular],
            [_share(item, position) for position in regular],
        ),
        Track([_share(item, position) for position in said], list(right.values())),
        _share(item, _first_sentence(item)),
    )


def _share(item: Item, position: int) -> float:
    """Of the question; of an empty one everything has been heard."""
    length = len(item.fields["text"])
    return position / length if length else 1.0
