"""The matches of a tournament as the table that all statistics are computed from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from zellig.corpora.buzzes import Buzzes
from zellig.games.match.counting import Played, is_power, played
from zellig.games.match.playing import Match
from zellig.games.match.reading import words_of_item
from zellig.games.tournament.tournament import Tournament
from zellig.items import Item
from zellig.measures.playing import Exposure, Playing


class BuzzRecord(NamedTuple):
    """A buzz that counts, as it is exported: a row of `buzzes.csv`."""

    tournament: str
    round: int
    game: int  # a number of its own for each match of the tournament
    tossup: int  # its number in the match
    question: str
    side: str  # control, challenge, or empty
    category: str
    player: str
    team: str
    kind: str
    group: str
    position: int  # words heard
    words: int  # of the question
    heard: float  # share of the question's characters
    first: bool  # was it the first on this tossup?
    right: bool
    power: bool
    value: int  # points
    answer: str


def buzz_records(found: Tournament) -> Iterator[BuzzRecord]:
    """Every buzz that counts, in the order in which they happened."""
    plan, pool, names = found.beginning.plan, found.beginning.pool, found.names
    items = {item.id: item for item in pool.tossups()}
    groups = {team.name: team.group for team in plan.teams}
    for game, ((round_, _), match) in enumerate(found.matches.items(), start=1):
        teams = {team.id: team.name for team in match.setting.teams}
        players = {each.id: each for each in match.setting.players}
        for tossup in played(match.score):
            item = items[names[tossup.question]]
            ends = words_of_item(item, match.setting.rules.words_a_minute).ends
            for place, answer in enumerate(tossup.answers):
                yield BuzzRecord(
                    plan.name,
                    round_,
                    game,
                    tossup.number,
                    item.id,
                    pool.sides.get(item.id, ""),
                    str(item.metadata.get("category") or ""),
                    players[answer.player].name,
                    teams[answer.team],
                    players[answer.player].kind,
                    groups[teams[answer.team]],
                    answer.words,
                    len(ends),
                    _share(ends, answer.words),
                    place == 0,
                    answer.outcome == "right",
                    is_power(match.setting.rules, answer),
                    answer.points,
                    answer.text,
                )


def playing_of(found: Tournament) -> Playing:
    """The table of a tournament, with who heard what."""
    plan, pool, names = found.beginning.plan, found.beginning.pool, found.names
    asked = _read(found)
    question = {item.id: number for number, item in enumerate(asked)}
    players = [(each.name, team) for team in plan.teams for each in team.players]
    number = {name: place for place, (name, _) in enumerate(players)}
    records = list(buzz_records(found))
    heard: list[tuple[int, int, int]] = []
    bonuses: defaultdict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for game, match in enumerate(found.matches.values()):
        tossups = played(match.score)
        for each in match.setting.players:
            heard += [(number[each.name], question[names[tossup.question]], game) for tossup in tossups]
        for team, many, points in _bonuses(match, tossups):
            bonuses[team] = bonuses[team][0] + many, bonuses[team][1] + points
    programs = {each.name for team in plan.teams for each in team.players if each.program}
    columns = np.array(heard, dtype=np.int64).reshape(-1, 3).T
    buzzes = Buzzes(
        asked,
        tuple(name for name, _ in players),
        np.array([question[each.question] for each in records], dtype=np.int64),
        np.array([number[each.player] for each in records], dtype=np.int64),
        np.array([each.game - 1 for each in records], dtype=np.int64),
        np.array([each.heard for each in records], dtype=float),
        np.array([each.value for each in records], dtype=np.int64),
        0,
        np.array([each.position for each in records], dtype=np.int64),
        tuple(team.name for _, team in players),
        tuple("program" if name in programs else "person" for name, _ in players),
    )
    return Playing(
        buzzes,
        np.array([each.first for each in records], dtype=bool),
        np.array([each.power for each in records], dtype=bool),
        tuple(team.group for _, team in players),
        tuple(pool.sides.get(item.id, "") for item in asked),
        Exposure(columns[0], columns[1], columns[2]),
        dict(bonuses),
    )


def _read(found: Tournament) -> tuple[Item, ...]:
    """The tossups that were read in some match, as organisers know them, in the order of the packets."""
    names = found.names
    read = {names[each.question] for match in found.matches.values() for each in played(match.score)}
    return tuple(item for item in found.beginning.pool.tossups() if item.id in read)


def _bonuses(match: Match, tossups: list[Played]) -> Iterator[tuple[str, int, int]]:
    for team in match.setting.teams:
        own = [each for each in tossups if each.parts and each.right == team.id]
        yield team.name, len(own), sum(p.points for each in own for p in each.parts if p.team == team.id)


def _share(ends: tuple[int, ...], words: int) -> float:
    return ends[words - 1] / ends[-1] if words else 0.0
