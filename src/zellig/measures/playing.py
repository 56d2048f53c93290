"""How people and programs play: by player, team and kind, on kinds of questions, and control against
challenge questions.

It is computed from a table of buzzes and from who heard what, wherever they come from: transcripts of
matches, or tables of others. A buzz belongs to a question and to a player, and intervals allow for both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig.corpora.buzzes import Buzzes
from zellig.measures.expected_wins import PUBLISHED, WinCurve, expected_wins
from zellig.measures.intervals import Estimate
from zellig.measures.people import NO_CATEGORY
from zellig.measures.significance import holm, permutation_test, sampled_permutation_test, tiers
from zellig.measures.two_samples import TwoSamples, two_means, two_shares
from zellig.measures.two_way import Crossing, Difference

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

CONTROL, CHALLENGE = "control", "challenge"
LEVEL = 0.05
MOST_STEPS = 1_000_000  # of a difference whose distribution is computed; that of a larger one is drawn


class Exposure(NamedTuple):
    """Who heard what: one row for each player and tossup of a game, by their places."""

    player: Ints
    question: Ints
    game: Ints


@dataclass(frozen=True)
class Playing:
    """Buzzes, and what else is known about who gave them and on what."""

    buzzes: Buzzes
    first: Bools | None  # was it the first on its tossup? None where nobody knows
    power: Bools
    groups: tuple[str, ...]  # of ability, of the players
    sides: tuple[str, ...]  # of the questions: control, challenge or empty
    heard: Exposure | None  # None where nobody knows
    bonuses: Mapping[str, tuple[int, int]]  # by team: how many it was asked, and its points


class Line(msgspec.Struct, frozen=True):
    """Some buzzes of a player, a team, a kind, or on some questions."""

    name: str
    buzzes: int
    tossups: int | None  # heard, or read; None where nobody knows
    right: Estimate | None  # None without a buzz, as the others
    first_right: Estimate | None  # of buzzes that were the first on their tossup
    words: float | None  # that had been heard, on the mean
    heard: Estimate | None  # share of the question
    heard_right: Estimate | None  # the same of right buzzes
    powers: int
    negs: int
    points: int  # of tossups
    points_a_tossup: float | None
    expected_wins: float | None  # for each tossup heard
    bonuses: int = 0
    points_a_bonus: float | None = None


class Apart(msgspec.Struct, frozen=True):
    """Challenge minus control: accuracy, and the share of the question that remains at a buzz.

    Fisher and Welch take all buzzes as independent, as the paper does; the others do not.
    """

    name: str
    buzzes: tuple[int, int]
    questions: tuple[int, int]
    players: int
    right: TwoSamples
    remaining: TwoSamples
    right_clustered: Difference
    remaining_clustered: Difference


class Tier(msgspec.Struct, frozen=True):
    """Where the data put somebody: within a tier nobody is told from the best of it."""

    name: str
    tier: int
    tossups: int
    points_a_tossup: float


Unit = Literal["player", "team", "room"]


def lines_by_player(play: Playing) -> list[Line]:
    """One line a player, those with most points a tossup first."""
    return _ordered(_lines(play, dict(enumerate(_full_names(play))), play.buzzes.player, "player"))


def _full_names(play: Playing) -> list[str]:
    """The names of players, each with its team: there may be two of one name."""
    return [
        f"{name} ({team})" if team else name
        for name, team in zip(play.buzzes.players, play.buzzes.teams, strict=True)
    ]


def lines_by_team(play: Playing) -> list[Line]:
    """One line a team."""
    return _ordered(_of_players(play, play.buzzes.teams, "team", play.bonuses))


def lines_by_kind(play: Playing) -> list[Line]:
    """People and programs."""
    return _of_players(play, play.buzzes.kinds, "player")


def lines_by_group(play: Playing) -> list[Line]:
    """One line for each group of ability."""
    return _of_players(play, play.groups, "team")


def lines_by_side(play: Playing) -> list[Line]:
    """Control and challenge questions."""
    return _of_questions(play, [(side,) if side else () for side in play.sides])


def lines_by_category(play: Playing) -> list[Line]:
    """One line a category, most tossups first."""
    named = [
        (str(item.metadata.get("category") or NO_CATEGORY).split(" - ")[0],) for item in play.buzzes.asked
    ]
    return sorted(_of_questions(play, named), key=lambda line: -(line.tossups or line.buzzes))


def lines_by_phenomenon(play: Playing) -> list[Line]:
    """One line a phenomenon; a question may show several."""
    named = []
    for item in play.buzzes.asked:
        value = item.metadata.get("phenomenon")
        every = value if isinstance(value, list) else [value]
        named.append(tuple(each for each in every if isinstance(each, str) and each))
    return _of_questions(play, named)


def line(
    play: Playing,
    name: str,
    rows: Ints,
    tossups: int | None,
    bonuses: tuple[int, int] = (0, 0),
    curve: WinCurve = PUBLISHED,
) -> Line:
    """The figures of some buzzes, on so many tossups."""
    table = play.buzzes
    heard, value = table.heard[rows], table.value[rows]
    right = value > 0
    crossing = _crossing(table, rows)
    first = None if play.first is None else play.first[rows]
    won = float(expected_wins(heard, right, curve).sum())
    return Line(
        name,
        len(rows),
        tossups,
        crossing.share(right) if len(rows) else None,
        None if first is None or not first.any() else _crossing(table, rows[first]).share(right[first]),
        float(play.buzzes.words[rows].mean()) if len(rows) else None,
        crossing.mean(heard) if len(rows) else None,
        _crossing(table, rows[right]).mean(heard[right]) if right.any() else None,
        int(play.power[rows].sum()),
        int((value < 0).sum()),
        int(value.sum()),
        float(value.sum()) / tossups if tossups else None,
        won / tossups if tossups else None,
        bonuses[0],
        bonuses[1] / bonuses[0] if bonuses[0] else None,
    )


def sides_apart(play: Playing) -> list[Apart]:
    """Challenge against control questions: all buzzes, and those of each kind and group where they are told
    apart; nothing where one side has no buzz."""
    whose: dict[str, Bools] = {"everybody": np.ones(len(play.buzzes), bool)}
    for names in (play.buzzes.kinds, play.groups):
        every = sorted({each for each in names if each})
        if len(every) > 1:
            of_player = np.array(names)
            whose |= {name: (of_player == name)[play.buzzes.player] for name in every}
    side = np.array(play.sides)[play.buzzes.question]
    found = []
    for name, here in whose.items():
        rows = np.flatnonzero(here & (side != ""))
        challenge = side[rows] == CHALLENGE
        if challenge.any() and not challenge.all():
            found.append(apart(play.buzzes, name, rows, challenge))
    return found


def compared(right: Bools, heard: NDArray[np.float64], challenge: Bools) -> tuple[TwoSamples, TwoSamples]:
    """As in the paper: accuracy by Fisher's test, and the share that remains by Welch's."""
    return (
        two_shares(right[challenge], right[~challenge]),
        two_means(1 - heard[challenge], 1 - heard[~challenge]),
    )


def apart(table: Buzzes, name: str, rows: Ints, challenge: Bools) -> Apart:
    """Some buzzes, of which some are on challenge questions and the others on control questions."""
    right, heard = table.right[rows], table.heard[rows]
    crossing = _crossing(table, rows)
    accuracy, remaining = compared(right, heard, challenge)
    questions = [len(np.unique(table.question[rows[each]])) for each in (challenge, ~challenge)]
    return Apart(
        name,
        (int(challenge.sum()), int((~challenge).sum())),
        (questions[0], questions[1]),
        len(np.unique(table.player[rows])),
        accuracy,
        remaining,
        crossing.difference(right.astype(float), challenge),
        crossing.difference(1 - heard, challenge),
    )


def tiered(play: Playing, unit: Literal["player", "team"]) -> list[Tier]:
    """Players or teams in tiers of points a tossup: two are apart if, on the tossups that both were read,
    their points differ by more than chance (exact permutation of questions, corrected after Holm)."""
    if play.heard is None:
        return []
    of_player = _numbers(play.buzzes.teams) if unit == "team" else np.arange(len(play.buzzes.teams))
    names = sorted(set(play.buzzes.teams)) if unit == "team" else _full_names(play)
    every = len(play.buzzes.asked)
    who, what = of_player[play.heard.player], play.heard.question
    heard = np.zeros((len(names), every), bool)
    heard[who, what] = True
    points = np.zeros((len(names), every), dtype=np.int64)
    np.add.at(points, (of_player[play.buzzes.player], play.buzzes.question), play.buzzes.value)
    read = heard.sum(axis=1)
    mean = {name: float(points[n].sum()) / int(read[n]) for n, name in enumerate(names) if read[n]}
    kept = [n for n, name in enumerate(names) if name in mean]
    pairs = list(combinations(kept, 2))
    adjusted = holm([_chance(points[a] - points[b], heard[a] & heard[b]) for a, b in pairs])
    apart = {frozenset((names[a], names[b])) for (a, b), p in zip(pairs, adjusted, strict=True) if p < LEVEL}
    best_first = sorted(mean, key=lambda name: -mean[name])
    placed = tiers(best_first, lambda one, other: frozenset((one, other)) in apart)
    return [Tier(name, placed[name], int(read[names.index(name)]), mean[name]) for name in best_first]


def _chance(difference: Ints, both: Bools) -> float:
    """How probable so large a difference on the tossups that both were read is by chance."""
    apart = difference[both]
    step = max(1, int(np.gcd.reduce(apart))) if len(apart) else 1  # points come in fives
    clusters = np.arange(len(apart))
    if int(np.abs(apart).sum()) // step > MOST_STEPS:
        return sampled_permutation_test(apart.astype(float), clusters, seed=0)
    return permutation_test(apart // step, clusters)


def _ordered(lines: list[Line]) -> list[Line]:
    return sorted(lines, key=lambda each: (-(each.points_a_tossup or 0.0), -each.points, each.name))


def _crossing(table: Buzzes, rows: Ints) -> Crossing:
    return Crossing.of(table.question[rows], table.player[rows])


def _numbers(names: Sequence[str]) -> Ints:
    """Equal names have the same number, in alphabetical order."""
    return np.unique(np.array(names), return_inverse=True)[1].reshape(-1).astype(np.int64)


def _of_players(
    play: Playing, names: Sequence[str], unit: Unit, bonuses: Mapping[str, tuple[int, int]] | None = None
) -> list[Line]:
    """A line for each name that players have."""
    every = sorted(set(names))
    number = _numbers(names)
    lines = _lines(play, dict(enumerate(every)), number[play.buzzes.player], unit, number, bonuses or {})
    return [each for each in lines if each.name]


def _lines(
    play: Playing,
    names: Mapping[int, str],
    of_buzz: Ints,
    unit: Unit,
    of_player: Ints | None = None,
    bonuses: Mapping[str, tuple[int, int]] | None = None,
) -> list[Line]:
    """A line for each name, of the buzzes with its number."""
    tossups = _tossups(play, unit, of_player)
    return [
        line(
            play,
            name,
            np.flatnonzero(of_buzz == number),
            None if tossups is None else int(tossups[number]) if number < len(tossups) else 0,
            (bonuses or {}).get(name, (0, 0)),
        )
        for number, name in names.items()
    ]


def _tossups(play: Playing, unit: Unit, of_player: Ints | None) -> Ints | None:
    """By number, how many tossups its players, or its teams, have heard."""
    if play.heard is None:
        return None
    whose = np.arange(len(play.buzzes.teams)) if of_player is None else of_player
    once = _numbers(play.buzzes.teams)[play.heard.player] if unit == "team" else play.heard.player
    rows = np.stack([whose[play.heard.player], once, play.heard.question, play.heard.game])
    return np.asarray(np.bincount(np.unique(rows, axis=1)[0]), dtype=np.int64)


def _of_questions(play: Playing, named: Sequence[Sequence[str]]) -> list[Line]:
    """A line for each name that questions have; a tossup counts once for each room in which it was read."""
    read = None
    if play.heard is not None:
        rooms = np.unique(np.stack([play.heard.question, play.heard.game]), axis=1)[0]
        read = np.bincount(rooms, minlength=len(named))
    found = []
    for name in sorted({each for names in named for each in names}):
        inside = np.array([name in names for names in named])
        rows = np.flatnonzero(inside[play.buzzes.question])
        number = None if read is None else int(read[inside].sum())
        if number or len(rows):
            found.append(line(play, name, rows, number))
    return found
