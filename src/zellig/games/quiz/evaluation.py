"""How good guessers are: accuracy by position, buzzes, expected wins; several on the same questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig.buzzers.lesson import Heard
from zellig.buzzers.program import STEP
from zellig.engine import IN_PROCESS, Engine
from zellig.errors import ZelligError
from zellig.games.quiz.hearing import hear
from zellig.items import Item
from zellig.measures.buzzing import BuzzFigures, WinsApart, compare_buzzers
from zellig.measures.by_group import Figure
from zellig.measures.by_position import (
    QUARTERS,
    Apart,
    CurvePoint,
    Place,
    Points,
    accuracy_by_position,
    accuracy_curve,
    compare_sets,
)
from zellig.measures.comparing import Comparison
from zellig.measures.expected_wins import WinCurve
from zellig.measures.tracks import NO_BUZZ, Track, Tracks, as_tracks
from zellig.oracle import Progress
from zellig.performers import Buzzer, History, System, derive_seed

ALL = "all"
FIRST_SENTENCE = "first sentence"
GROUPED_BY = ("category", "phenomenon")  # keys of the metadata

Interval = tuple[float, float] | None


class Played(NamedTuple):
    """What one guesser, with one buzzer, did on a question."""

    guesses: Track  # at every place that was looked at
    buzzes: Track  # at the regular steps
    first_sentence: float  # the share of the question that it is


class Accuracy(msgspec.Struct, frozen=True):
    """Percent of the questions answered right when a part of them was heard."""

    questions: int
    accuracy: dict[str, float]
    intervals: dict[str, Interval]


class QuizFigures(msgspec.Struct, frozen=True):
    """Every number about one guesser on some questions; accuracies are in percent."""

    questions: int
    accuracy: dict[str, float]  # by the share of the question that was heard, and after the first sentence
    expected_wins: float
    intervals: dict[str, Interval]  # of the accuracies, and of expected_wins
    buzzer: str
    buzzes: BuzzFigures
    by_category: dict[str, Accuracy]
    by_phenomenon: dict[str, Accuracy]
    curve: list[CurvePoint]


class QuizEvaluation(msgspec.Struct, frozen=True):
    """Guessers on the same questions."""

    corpus: str
    questions: int
    win_curve: WinCurve
    systems: dict[str, QuizFigures]
    comparisons: dict[str, list[Comparison]]  # of accuracy, by the share that was heard
    wins_apart: list[WinsApart]
    other_corpus: str = ""  # of questions of another kind, such as adversarial ones
    apart: list[Apart] = []  # every guesser there and here
    people_buzzed_on: int | None = None  # so many of the questions; None: there are no people
    schema: int = 1

    def stated(self) -> dict[str, object]:
        """All of it as plain values; the figures of an only guesser stand at the top as well."""
        found: dict[str, object] = msgspec.to_builtins(self)
        if len(self.systems) == 1:
            found |= msgspec.to_builtins(next(iter(self.systems.values())))
        return found


def play(
    system: System,
    buzzer: Buzzer,
    items: Sequence[Item],
    *,
    step: int = STEP,
    seed: int = 2017,
    engine: Engine = IN_PROCESS,
    name: str = "",
    progress: Progress = lambda what, done, total: None,
) -> list[Played]:
    """Read all questions to a guesser; its buzzer says at each regular step whether to answer now.

    The workers of an engine load the guesser by its `name`; the buzzer stays here.
    """
    return [
        Played(
            reading.track,
            Track(reading.heard.shares, reading.heard.right, first_buzz(buzzer, reading.heard, seed)),
            reading.first_sentence,
        )
        for reading in hear(system, items, step=step, engine=engine, name=name, progress=progress)
    ]


def first_buzz(buzzer: Buzzer, heard: Heard, seed: int) -> int:
    """The step at which it buzzes first; -1 if it never does. At no step it is told of a later one."""
    steps = tuple(heard.steps)
    histories = [History(heard.id, steps[: number + 1]) for number in range(len(steps))]
    seeds = [
        derive_seed(seed, buzzer.spec.name, f"{heard.id}\0{each.steps[-1].position}") for each in histories
    ]
    said = buzzer.buzz(histories, seeds)
    if len(said) != len(histories):
        raise ZelligError(
            f"the buzzer {buzzer.spec.name!r} was asked about {len(histories)} histories and said "
            f"{len(said)} times what to do",
            remedy="Give one answer for each, in the same order.",
        )
    return next((number for number, now in enumerate(said) if now), NO_BUZZ)


def rate(
    played: Mapping[str, Sequence[Played]],
    items: Sequence[Item],
    buzzers: Mapping[str, str],
    curve: WinCurve,
    *,
    corpus: str,
    other: Mapping[str, Sequence[Played]] | None = None,
    other_corpus: str = "",
    people_buzzed_on: int | None = None,
    replicates: int = 1000,
    seed: int = 2017,
) -> QuizEvaluation:
    """Every number about guessers that played the same questions, and, if there are others, those too."""
    tracks = _guesses(played)
    groups, kinds = _groups(items)
    first = np.array([each.first_sentence for each in next(iter(played.values()))])
    points: Points = {**QUARTERS, FIRST_SENTENCE: first}
    every = accuracy_by_position(tracks, points, {ALL: groups[ALL]}, replicates, seed)
    found = accuracy_by_position(tracks, points, groups, replicates, seed).figures
    buzzed = {name: as_tracks(each.buzzes for each in of_all) for name, of_all in played.items()}
    buzzes = compare_buzzers(buzzed, curve, replicates, seed)
    systems = {}
    for name in played:
        of = {group: _accuracy(found, group, name, len(rows)) for group, rows in groups.items() if len(rows)}
        whole, wins = of[ALL], buzzes.systems[name].expected_wins
        systems[name] = QuizFigures(
            questions=len(items),
            accuracy=whole.accuracy,
            expected_wins=round(wins.value, 6),
            intervals=whole.intervals | {"expected_wins": wins.interval},
            buzzer=buzzers[name],
            buzzes=buzzes.systems[name],
            by_category={value: of[group] for group, value in kinds["category"].items()},
            by_phenomenon={value: of[group] for group, value in kinds["phenomenon"].items()},
            curve=accuracy_curve(tracks[name]),
        )
    return QuizEvaluation(
        corpus=corpus,
        questions=len(items),
        win_curve=curve,
        systems=systems,
        # Corrected among themselves: what nobody compares, category by category, is to cost them nothing.
        comparisons={place.point: rows for place, rows in every.comparisons.items()},
        wins_apart=buzzes.comparisons,
        other_corpus=other_corpus,
        apart=compare_sets(_guesses(other), tracks, QUARTERS) if other else [],
        people_buzzed_on=people_buzzed_on,
    )


def _guesses(played: Mapping[str, Sequence[Played]]) -> dict[str, Tracks]:
    return {name: as_tracks(each.guesses for each in of_all) for name, of_all in played.items()}


def _groups(items: Sequence[Item]) -> tuple[dict[str, NDArray[np.intp]], dict[str, dict[str, str]]]:
    """The questions of all groups; and by key of the metadata the names of its groups, with its values."""
    rows: defaultdict[str, list[int]] = defaultdict(list)
    kinds: dict[str, dict[str, str]] = {key: {} for key in GROUPED_BY}
    for number, item in enumerate(items):
        for key in GROUPED_BY:
            value = item.metadata.get(key)
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, str) and each:
                    rows[f"{key}: {each}"].append(number)
                    kinds[key][f"{key}: {each}"] = each
    groups = {ALL: np.arange(len(items))} | {name: np.array(rows[name]) for name in sorted(rows)}
    return groups, {key: dict(sorted(named.items())) for key, named in kinds.items()}


def _accuracy(
    figures: Mapping[Place, Mapping[str, Figure]], group: str, name: str, questions: int
) -> Accuracy:
    here = {place.point: each[name] for place, each in figures.items() if place.group == group}
    return Accuracy(
        questions,
        {point: _percent(figure.value or 0.0) for point, figure in here.items()},
        {point: figure.interval and _percents(*figure.interval) for point, figure in here.items()},
    )


def _percents(low: float, high: float) -> tuple[float, float]:
    return _percent(low), _percent(high)


def _percent(share: float) -> float:
    return round(100 * share, 3)
