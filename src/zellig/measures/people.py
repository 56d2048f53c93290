"""How people buzz: on all questions, by category, by ability and question by question; and who is able.

A buzz belongs to a question and to a player, and all intervals allow for both (`two_way`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig.corpora.buzzes import Buzzes
from zellig.measures.expected_wins import (
    LEAST,
    PUBLISHED,
    WinCurve,
    curve_error,
    expected_wins,
    fit_win_curve,
)
from zellig.measures.intervals import Estimate
from zellig.measures.two_way import Crossing

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ABILITIES = ("lower third", "middle third", "upper third")
UNKNOWN = "ability unknown"
NO_CATEGORY = "no category"
HEARD = tuple(round(step / 20, 2) for step in range(21))  # where a curve is looked at


class Buzzing(msgspec.Struct, frozen=True):
    """Some buzzes of people."""

    buzzes: int
    questions: int
    players: int
    accuracy: Estimate
    position: Estimate  # share of the question that was heard
    right_position: Estimate | None  # the same of right buzzes; None if there are none


class Reached(msgspec.Struct, frozen=True):
    """Of all buzzes, the share that was right when a part of the question was heard."""

    heard: float
    right: Estimate


class OtherHalf(msgspec.Struct, frozen=True):
    """A win curve that was fitted on one half of the questions, beside the published one, on the other."""

    curve: WinCurve
    error: float  # root of the mean squared difference from what people did
    published_error: float


class People(msgspec.Struct, frozen=True):
    """What a table of buzzes says about people."""

    asked: int
    games: int | None  # None where the table does not name them
    past_the_end: int
    every: Buzzing
    abilities: dict[str, Buzzing]
    categories: dict[str, Buzzing]
    questions: dict[str, Buzzing]
    win_curve: WinCurve | None  # fitted on all buzzes; None if they are too few
    other_half: list[OtherHalf]  # one for each half; none if there are too few on one
    reached: dict[str, list[Reached]]  # of all, and of each ability


def describe(buzzes: Buzzes) -> People:
    """Everything about the people of a table of buzzes."""
    half = second_half(item.id for item in buzzes.asked)
    able = ability(buzzes, half)
    abilities = _by_name(able, (UNKNOWN, *ABILITIES), -1)
    every = np.arange(len(buzzes))
    groups = {"all": every} | {name: rows for name, rows in abilities.items() if name != UNKNOWN}
    return People(
        asked=len(buzzes.asked),
        games=None if buzzes.game is None else len(np.unique(buzzes.game)),
        past_the_end=buzzes.past_the_end,
        every=buzzing(buzzes, every),
        abilities={name: buzzing(buzzes, rows) for name, rows in abilities.items()},
        categories={name: buzzing(buzzes, rows) for name, rows in by_category(buzzes).items()},
        questions={
            name: buzzing(buzzes, rows)
            for name, rows in _by_name(buzzes.question, [item.id for item in buzzes.asked]).items()
        },
        win_curve=fit_win_curve(buzzes.heard, buzzes.right) if len(buzzes) >= LEAST else None,
        other_half=_fitted(buzzes, half[buzzes.question]),
        reached={name: reached(buzzes, rows) for name, rows in groups.items()},
    )


def buzzing(buzzes: Buzzes, rows: Ints) -> Buzzing:
    """Some rows of a table, at least one."""
    heard, right = buzzes.heard[rows], buzzes.value[rows] > 0
    crossing, answered = _crossing(buzzes, rows), rows[right]
    return Buzzing(
        len(rows),
        int(crossing.first.max()) + 1,
        int(crossing.second.max()) + 1,
        crossing.share(right),
        crossing.mean(heard),
        _crossing(buzzes, answered).mean(heard[right]) if len(answered) else None,
    )


def reached(buzzes: Buzzes, rows: Ints, at: Sequence[float] = HEARD) -> list[Reached]:
    """The curve of people: the share of buzzes that were right and not later than each point."""
    heard, right, crossing = buzzes.heard[rows], buzzes.right[rows], _crossing(buzzes, rows)
    return [Reached(x, crossing.share(right & (heard <= x))) for x in at]


def _crossing(buzzes: Buzzes, rows: Ints) -> Crossing:
    return Crossing.of(buzzes.question[rows], buzzes.player[rows])


def by_category(buzzes: Buzzes) -> dict[str, Ints]:
    """The rows of each category, most buzzes first: of "Science - Biology", what stands before the dash."""
    named = [str(item.metadata.get("category") or NO_CATEGORY).split(" - ")[0] for item in buzzes.asked]
    names = sorted(set(named))
    place = np.array([names.index(name) for name in named])
    found = _by_name(place[buzzes.question], names)
    return dict(sorted(found.items(), key=lambda each: -len(each[1])))


def second_half(questions: Iterable[str]) -> Bools:
    """Is a question in the second half? By a hash of its id: neither order nor other questions matter."""
    return np.array([bool(hashlib.sha256(name.encode()).digest()[0] & 1) for name in questions], bool)


def ability(buzzes: Buzzes, half: Bools, curve: WinCurve = PUBLISHED) -> Ints:
    """For each buzz, in which third of the players its player is: 0 the lower, 2 the upper, -1 unknown.

    Skill is expected wins by a given curve for each question heard: it rewards knowing, and knowing early.
    It is measured on the half of the questions that the buzz is *not* on. Otherwise a third would be made of
    the very buzzes that describe it, and the lucky would look able. Thirds are those of a set of questions:
    players of different ones did not meet. A player heard a question if he buzzed at all in a game in which
    somebody buzzed on it; the tables name nobody who was silent. Where they do not name games either, nobody
    knows who heard what: whoever played most would look ablest.
    """
    if buzzes.game is None:
        return np.full(len(buzzes), -1)
    sets = [str(item.metadata.get("set", "")) for item in buzzes.asked]
    _, set_of = np.unique(sets, return_inverse=True)
    won = expected_wins(buzzes.heard, buzzes.right, curve)
    # A player in a set, for those who played several.
    entrants, entrant = np.unique(
        np.stack([set_of[buzzes.question], buzzes.player]), axis=1, return_inverse=True
    )
    entrant = entrant.reshape(-1)
    found = np.full(len(buzzes), -1)
    for side in (False, True):
        judged = half[buzzes.question] != side  # by what happened on the other half
        number = entrants.shape[1]
        wins = np.bincount(entrant[judged], won[judged], minlength=number)
        heard = _questions_heard(entrant, buzzes.game, buzzes.question, judged, number)
        skill = np.divide(wins, heard, out=np.full(number, np.nan), where=heard > 0)
        found[~judged] = _thirds(skill, entrants[0])[entrant[~judged]]
    return found


def _questions_heard(entrant: Ints, game: Ints, question: Ints, judged: Bools, entrants: int) -> Floats:
    read = np.unique(np.stack([game[judged], question[judged]]), axis=1)[0]
    in_game = np.bincount(read, minlength=int(game.max()) + 1)
    who, where = np.unique(np.stack([entrant, game]), axis=1)
    return np.asarray(np.bincount(who, in_game[where], minlength=entrants), float)


def _thirds(skill: Floats, sets: Ints) -> Ints:
    """The third of each within its set; -1 without a skill, and in sets of fewer than three."""
    found = np.full(len(skill), -1)
    for each in np.unique(sets):
        members = np.flatnonzero((sets == each) & ~np.isnan(skill))
        if len(members) >= len(ABILITIES):
            ranked = members[np.argsort(skill[members], kind="stable")]
            found[ranked] = np.arange(len(ranked)) * len(ABILITIES) // len(ranked)
    return found


def _fitted(buzzes: Buzzes, second: Bools) -> list[OtherHalf]:
    if min(second.sum(), (~second).sum()) < LEAST:
        return []
    found = []
    for rows in (~second, second):
        curve = fit_win_curve(buzzes.heard[rows], buzzes.right[rows])
        other = buzzes.heard[~rows], buzzes.right[~rows]
        found.append(OtherHalf(curve, curve_error(curve, *other), curve_error(PUBLISHED, *other)))
    return found


def _by_name(place: Ints, names: Sequence[str], first: int = 0) -> Mapping[str, Ints]:
    """The rows of each place that has any, by its name; `first` is the place of the first name."""
    order = np.argsort(place, kind="stable")
    places, starts = np.unique(place[order], return_index=True)
    rows = np.split(order, starts[1:])
    return {names[int(each) - first]: part for each, part in zip(places, rows, strict=True)}
