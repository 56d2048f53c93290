"""A match that is over, as it is shown: the score sheet, and every tossup with the buzzes over its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

import msgspec

from zellig.games.match.counting import played
from zellig.games.match.playing import Match
from zellig.games.match.scoring import AnswerScore
from zellig.games.match.seeing import SeenEnd

_WORD = re.compile(r"\S+")


class SheetRow(msgspec.Struct, frozen=True):
    """A tossup on the score sheet; one that does not count has no points."""

    number: int
    counts: bool
    tossup: dict[str, int]  # points by player
    bonus: dict[str, int]  # and of its bonus by team
    total: dict[str, int]  # by team, after it


class Player(msgspec.Struct, frozen=True):
    """What a player did in a match."""

    id: str
    name: str
    team: str
    kind: str
    right: int
    wrong: int
    points: int
    heard: int  # tossups that count
    words: float | None  # that had been heard at a right answer, on average


class Piece(msgspec.Struct, frozen=True):
    """A part of a question, and who buzzed at its end."""

    text: str
    answers: tuple[AnswerScore, ...]


def score_sheet(match: Match) -> list[SheetRow]:
    """Tossup by tossup, and how the score stood."""
    teams = [team.id for team in match.setting.teams]
    tossups = match.score.tossups
    bonus = [
        {team: sum(part.points for part in each.parts if part.team == team) for team in teams}
        for each in tossups
    ]
    gained = [
        {team: of[team] + sum(said.points for said in each.answers if said.team == team) for team in teams}
        for each, of in zip(tossups, bonus, strict=True)
    ]
    totals = accumulate(gained, lambda before, now: {team: before[team] + now[team] for team in teams})
    return [
        SheetRow(each.number, each.counts, {said.player: said.points for said in each.answers}, of, total)
        for each, of, total in zip(tossups, bonus, totals, strict=True)
    ]


def players_of(match: Match) -> list[Player]:
    """The players in their order, with what counts after all rulings."""
    tossups = played(match.score)
    return [
        _player(each.id, each.name, each.team, each.kind, len(tossups), said)
        for each in match.setting.players
        for said in [[one for of in tossups for one in of.answers if one.player == each.id]]
    ]


def pieces(end: SeenEnd) -> Iterator[Piece]:
    """The text of a tossup, cut where somebody buzzed."""
    ends = [found.end() for found in _WORD.finditer(end.text)]
    begun = 0
    for words in sorted({each.words for each in end.answers}):
        stop = ends[min(words, len(ends)) - 1] if words and ends else 0
        yield Piece(end.text[begun:stop], tuple(each for each in end.answers if each.words == words))
        begun = stop
    yield Piece(end.text[begun:], ())


def _player(name: str, called: str, team: str, kind: str, heard: int, said: Sequence[AnswerScore]) -> Player:
    right = [each.words for each in said if each.outcome == "right"]
    points = sum(each.points for each in said)
    mean = sum(right) / len(right) if right else None
    return Player(name, called, team, kind, len(right), len(said) - len(right), points, heard, mean)
