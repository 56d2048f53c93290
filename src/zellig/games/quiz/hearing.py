"""What a guesser makes of questions that are read to it piece by piece."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from zellig.buzzers.lesson import Heard
from zellig.buzzers.program import STEP, guesses_of
from zellig.engine import IN_PROCESS, Engine
from zellig.errors import ZelligError
from zellig.items import Item, Prediction
from zellig.measures.by_position import QUARTERS
from zellig.measures.tracks import Track
from zellig.notices import warn
from zellig.oracle import Oracle, Progress, ask_all
from zellig.performers import MixedUpError, Step, System
from zellig.systems.asking import Failed, Known, asked_here, known, known_system
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


@dataclass(frozen=True)
class Portion:
    """Some questions for a guesser, by whichever worker."""

    system: Known
    items: Sequence[Item]
    alike: Sequence[Item]  # all questions that have the id of one of them, these included
    step: int


class Readings(NamedTuple):
    """What came of a portion."""

    readings: list[Reading]
    proof: Item | None  # something that the guesser has answered


def hear(
    system: System,
    items: Sequence[Item],
    *,
    step: int = STEP,
    engine: Engine = IN_PROCESS,
    name: str = "",
    progress: Progress = lambda what, done, total: None,
) -> Iterator[Reading]:
    """Read every question to the guesser, and judge what it says by the question's answer line.

    A buzzer learns of the regular steps alone: that a quarter of the question is over, nobody knows in play.
    The workers of an engine load the guesser by its `name`.
    """
    apart, copies = asked_apart(system, items)
    if copies:
        warn(
            f"{copies:,} of the {len(items):,} questions are among the texts that {system.spec.name} looks "
            "up, or nearly: none of them is evidence for itself"
        )
    oracle, what, done = Oracle(apart, ""), f"{system.spec.name} hears", 0
    portions = [items[start : start + TOGETHER] for start in range(0, len(items), TOGETHER)]
    heard: Iterator[list[Reading]]
    if asked_here(engine, name):
        heard = (_heard(oracle, some, step) for some in portions)
    else:
        heard = _by_workers(engine, known(name, system), oracle, portions, step)
    for readings in heard:
        yield from readings
        done += len(readings)
        progress(what, done, len(items))


def _by_workers(
    engine: Engine, system: Known, oracle: Oracle, portions: Sequence[Sequence[Item]], step: int
) -> Iterator[list[Reading]]:
    """As `ask_in_batches` does: what the guesser fails on altogether, is put to it here once more."""
    engine.try_out(known_system, system)
    by_id: defaultdict[str, list[Item]] = defaultdict(list)
    for item in chain.from_iterable(portions):
        by_id[item.id].append(item)
    work = [
        Portion(system, some, [each for name in {item.id: 0 for item in some} for each in by_id[name]], step)
        for some in portions
    ]
    with closing(engine.in_order(hear_portion, work)) as found:
        for each in found:
            if isinstance(each, Readings):
                oracle.proof = each.proof or oracle.proof
                yield each.readings
            elif oracle.proof is None:
                raise each.why
            else:
                yield _heard(oracle, each.items, step)


def hear_portion(portion: Portion) -> Readings | Failed:
    """Read some questions to the guesser, in whatever process."""
    system, _ = asked_apart(known_system(portion.system), portion.alike)
    oracle = Oracle(system, "")
    try:
        return Readings(_heard(oracle, portion.items, portion.step), oracle.proof)
    except MixedUpError:
        raise
    except ZelligError as error:
        return Failed(list(portion.items), error)


def _heard(oracle: Oracle, items: Sequence[Item], step: int) -> list[Reading]:
    places = [sorted({*QUIZ.positions(item, step), *_looked_at(item)}) for item in items]
    asked = [
        beginning(item, position)
        for item, positions in zip(items, places, strict=True)
        for position in positions
    ]
    refuse_two_texts(oracle.system, asked)
    given = iter(ask_all(oracle, asked, QUIZ, lambda what, done, total: None, ""))
    return [
        _reading(item, {position: next(given) for position in positions}, step)
        for item, positions in zip(items, places, strict=True)
    ]


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
