"""Points: what every answer of a match was worth, after all rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from zellig.games.match.events import (
    Event,
    Finished,
    Given,
    Outcome,
    PartGiven,
    RaceWon,
    Ruled,
    Skipped,
    TossupAsked,
)
from zellig.games.match.reading import words_of_item
from zellig.games.match.setting import Setting


class AnswerScore(msgspec.Struct, frozen=True):
    """What an answer to a tossup was worth."""

    player: str
    team: str
    words: int  # that had been heard
    text: str
    outcome: Outcome  # after rulings
    judged: Outcome  # at the time
    points: int
    confidence: float | None = None  # of a program


class PartScore(msgspec.Struct, frozen=True):
    """What an answer to a part of a bonus was worth."""

    team: str
    part: int
    text: str
    outcome: Outcome
    points: int


class TossupScore(msgspec.Struct, frozen=True):
    """What a tossup and its bonus brought."""

    number: int
    question: str  # its id
    answers: tuple[AnswerScore, ...]
    parts: tuple[PartScore, ...]
    counts: bool  # it was read to its end, and not skipped


class Score(msgspec.Struct, frozen=True):
    """The points of a match."""

    teams: dict[str, int]
    players: dict[str, int]  # of tossups alone
    tossups: tuple[TossupScore, ...]

    @property
    def tied(self) -> bool:
        """Do two or more teams lead?"""
        best = max(self.teams.values())
        return sum(points == best for points in self.teams.values()) > 1


class _Tossup(msgspec.Struct):
    """What happened about a tossup."""

    number: int
    answers: list[tuple[Given, int]]  # with the words heard
    parts: list[PartGiven]
    finished: bool = False
    skipped: bool = False
    words: int = 0


def score(setting: Setting, events: Iterable[Event]) -> Score:
    """The points after these events. A ruling holds from the beginning: what came of the old verdict is
    void."""
    tossups, ruled = _collected(events)
    scored = tuple(_scored(setting, each, ruled) for each in tossups)
    teams = {team.id: 0 for team in setting.teams}
    players = {player.id: 0 for player in setting.players}
    for each in scored:
        for answer in each.answers:
            teams[answer.team] += answer.points
            players[answer.player] += answer.points
        for part in each.parts:
            teams[part.team] += part.points
    return Score(teams, players, scored)


def _collected(events: Iterable[Event]) -> tuple[list[_Tossup], dict[tuple[int, str], Outcome]]:
    tossups: list[_Tossup] = []
    ruled: dict[tuple[int, str], Outcome] = {}
    for event in events:
        match event:
            case TossupAsked():
                tossups.append(_Tossup(event.number, [], []))
            case RaceWon():
                tossups[-1].words = event.words
            case Given() if event.outcome != "prompt":
                tossups[-1].answers.append((event, tossups[-1].words))
            case PartGiven():
                tossups[-1].parts.append(event)
            case Finished():
                tossups[-1].finished = True
            case Skipped():
                tossups[-1].skipped = True
            case Ruled():
                ruled[event.number, event.player] = event.outcome
    return tossups, ruled


def _scored(setting: Setting, tossup: _Tossup, ruled: dict[tuple[int, str], Outcome]) -> TossupScore:
    item = setting.tossups[tossup.number - 1]
    counts = not tossup.skipped
    answers = tuple(_answers(setting, tossup, ruled)) if counts else ()
    right = next((each.team for each in answers if each.outcome == "right"), "")
    kept = counts and bool(right) and right == (tossup.parts[0].team if tossup.parts else "")
    value = setting.rules.bonus.value
    parts = tuple(
        PartScore(
            each.team, each.part, each.text, each.outcome, value if kept and each.outcome == "right" else 0
        )
        for each in tossup.parts
    )
    return TossupScore(tossup.number, item.id, answers, parts, counts and tossup.finished)


def _answers(
    setting: Setting, tossup: _Tossup, ruled: dict[tuple[int, str], Outcome]
) -> Iterator[AnswerScore]:
    words = words_of_item(setting.tossups[tossup.number - 1], setting.rules.words_a_minute)
    over, negged = False, False
    for given, heard in tossup.answers:
        judged: Outcome = "right" if given.outcome == "right" else "wrong"
        outcome = ruled.get((tossup.number, given.player), judged)
        points = 0
        if not over and outcome == "right":
            power = setting.rules.power
            points = power if power is not None and heard <= words.power else setting.rules.right
        elif not over and heard < len(words) and not negged:
            points, negged = setting.rules.neg, True
        over = over or outcome == "right"
        yield AnswerScore(
            given.player,
            setting.team_of(given.player),
            heard,
            given.text,
            outcome,
            judged,
            points,
            given.confidence,
        )
