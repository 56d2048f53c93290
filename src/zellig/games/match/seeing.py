"""What somebody who looks at a match is handed at a moment, and nothing else leaves it.

Of a tossup that is being played everybody has the words that were read, and no more: how long it is, where
its power ends, how it is called and what the right answer is are not in what is handed over, and neither is
what another player said. The moderator has the answer line and what was said, to judge by. When the tossup is
finished, everybody has all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from zellig.games.match.events import (
    Event,
    Finished,
    Given,
    Outcome,
    PartAsked,
    PartGiven,
    Protested,
    RaceWon,
    Ruled,
    TossupAsked,
)
from zellig.games.match.playing import Lines, Match, bonus_now, due
from zellig.games.match.reading import Moment
from zellig.games.match.scoring import AnswerScore, PartScore, Score
from zellig.games.match.setting import Setting
from zellig.games.match.standing import Situation, Stage, heard, words_now
from zellig.items import Item
from zellig.tasks.quiz.printing import line_runs, tagged
from zellig.tasks.quiz.task import answer_line


class Viewer(NamedTuple):
    """Who looks: a player by id, somebody who watches, or the moderator."""

    role: Literal["player", "spectator", "moderator"]
    player: str = ""


SPECTATOR, MODERATOR = Viewer("spectator"), Viewer("moderator")


class SeenBuzz(msgspec.Struct, frozen=True, omit_defaults=True):
    """A buzz in a race that is decided."""

    player: str
    after: int  # milliseconds after the winner pressed; less than 0 if a lot decided against who was earlier
    allowance: int  # milliseconds that the player's line was taken to need
    by_lot: bool = False  # of the winner: others were as early


class SeenAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer to the tossup that is being played; its text is for who gave it and for the moderator."""

    player: str
    words: int  # that had been heard
    outcome: Literal["right", "wrong", "prompt"]
    text: str | None = None
    ask: str = ""  # what is asked back at a prompt


class SeenPart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a bonus that was asked."""

    team: str
    part: int
    question: str
    outcome: Outcome | None = None  # None: it is being answered


class SeenEnd(msgspec.Struct, frozen=True):
    """A tossup that is finished: all of it, and the verdicts after rulings."""

    number: int
    question: str  # its id
    text: str
    answer_line: str
    answers: tuple[AnswerScore, ...]
    parts: tuple[PartScore, ...]
    part_lines: tuple[str, ...]  # the answers to the parts


class SeenProtest(msgspec.Struct, frozen=True, omit_defaults=True):
    """A protest about a finished tossup, and the ruling."""

    protest: str
    by: str
    number: int
    player: str
    reason: str
    ruled: Outcome | None = None
    because: str = ""


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match at a moment, for one viewer."""

    stage: Stage
    number: int  # of the tossup that is played, or was played last
    scores: dict[str, int]  # by team
    points: dict[str, int]  # by player, of tossups
    allowances: dict[str, int]  # by player: milliseconds that the line is taken to need, there and back
    paused: bool = False
    text: str = ""  # as far as it has been read
    read: bool = False  # to its end
    player: str = ""  # whose turn it is to answer a tossup
    team: str = ""  # and a part of a bonus
    time_left: int | None = None  # milliseconds; None: no clock runs, or it would tell how much is to come
    out: tuple[str, ...] = ()  # teams that may not buzz any more
    buzzes: tuple[SeenBuzz, ...] = ()
    answers: tuple[SeenAnswer, ...] = ()
    lead_in: str = ""
    parts: tuple[SeenPart, ...] = ()
    last: SeenEnd | None = None  # the tossup that was finished last
    protests: tuple[SeenProtest, ...] = ()
    answer_line: str | None = None  # of the tossup or part that is played; for the moderator


def seen(match: Match, viewer: Viewer, moment: Moment, lines: Lines) -> Seen:
    """What the viewer is handed at this moment; whatever is due by then has to have been played."""
    setting, now, score = match.setting, match.now, match.score
    words = words_now(setting, now) if now.number else None
    read = heard(setting, now, moment) if words else 0
    at_end = words is not None and read == len(words)
    of_it = _of_tossup(match.events)
    open_ = now.stage in ("reading", "racing", "answering", "bonus")
    timed = now.stage not in ("reading", "racing") or (now.stage == "reading" and at_end)
    at = due(match, lines) if timed else None
    finished = set(_finished(match.events))
    return Seen(
        stage=now.stage,
        number=now.number,
        scores=score.teams,
        points=score.players,
        allowances={each.id: lines.get(each.id, 0) for each in setting.players},
        paused=now.paused is not None,
        text=setting.tossups[now.number - 1].fields["text"][: words.ends[read - 1]] if words and read else "",
        read=at_end,
        player=now.player,
        team=now.team,
        time_left=None if at is None else max(0, at - moment),
        out=tuple(sorted(now.out)) if open_ else (),
        buzzes=tuple(_buzzes(now)),
        answers=tuple(_answers(of_it, viewer)) if open_ else (),
        lead_in=bonus_now(match).lead_in if now.controls and open_ else "",
        parts=tuple(_parts(match, of_it)) if open_ else (),
        last=_ended(setting, score, max(finished)) if finished else None,
        protests=tuple(_protests(match.events, finished)),
        answer_line=_line_now(match) if open_ and viewer.role == "moderator" else None,
    )


def all_ended(match: Match) -> list[SeenEnd]:
    """Every tossup that is finished, in order; for everybody once the match is over."""
    score = match.score
    return [_ended(match.setting, score, number) for number in sorted(set(_finished(match.events)))]


def undecided(events: Sequence[Event]) -> list[SeenProtest]:
    """The protests about finished tossups that wait for a ruling."""
    return [each for each in _protests(events, set(_finished(events))) if each.ruled is None]


def printed_line(item: Item) -> str:
    """The answer line of a question to be printed: tags b, u, em, sub and sup."""
    return tagged(line_runs(answer_line(item)))


def _of_tossup(events: Sequence[Event]) -> Sequence[Event]:
    """What happened since the last tossup was asked."""
    asked = (at for at in reversed(range(len(events))) if isinstance(events[at], TossupAsked))
    return events[next(asked, 0) :]


def _finished(events: Sequence[Event]) -> Iterator[int]:
    """The numbers of the tossups that are over, without those that were skipped."""
    number = 0
    for event in events:
        if isinstance(event, TossupAsked):
            number = event.number
        elif isinstance(event, Finished):
            yield number


def _buzzes(now: Situation) -> Iterator[SeenBuzz]:
    """The buzzes of the race that was decided last: before that nobody is told who is in it."""
    for place, each in enumerate(now.raced):
        late = each.pressed - now.raced[0].pressed
        yield SeenBuzz(each.player, late, each.allowance, now.by_lot and not place)


def _answers(events: Sequence[Event], viewer: Viewer) -> Iterator[SeenAnswer]:
    words = 0
    for event in events:
        match event:
            case RaceWon():
                words = event.words
            case Given():
                own = viewer.role == "moderator" or viewer.player == event.player
                yield SeenAnswer(
                    event.player,
                    words,
                    event.outcome,
                    event.text if own else None,
                    event.ask if own else "",
                )


def _parts(match: Match, events: Sequence[Event]) -> Iterator[SeenPart]:
    asked: PartAsked | None = None
    for event in events:
        match event:
            case PartAsked():
                asked = event
            case PartGiven():
                yield SeenPart(event.team, event.part, _part(match, event.part), event.outcome)
                asked = None
    if asked:
        yield SeenPart(asked.team, asked.part, _part(match, asked.part))


def _part(match: Match, part: int) -> str:
    return bonus_now(match).parts[part - 1].fields["text"]


def _ended(setting: Setting, score: Score, number: int) -> SeenEnd:
    played = next(each for each in score.tossups if each.number == number)
    bonus = sum(bool(each.parts) for each in score.tossups if each.number <= number)
    item = setting.tossups[number - 1]
    return SeenEnd(
        number,
        item.id,
        item.fields["text"],
        printed_line(item),
        played.answers,
        played.parts,
        tuple(map(printed_line, setting.bonuses[bonus - 1].parts)) if played.parts else (),
    )


def _line_now(match: Match) -> str:
    if match.now.stage == "bonus":
        return printed_line(bonus_now(match).parts[match.now.part - 1])
    return printed_line(match.setting.tossups[match.now.number - 1])


def _protests(events: Sequence[Event], finished: set[int]) -> Iterator[SeenProtest]:
    ruled = {each.protest: each for each in events if isinstance(each, Ruled) and each.protest}
    for each in events:
        if isinstance(each, Protested) and each.number in finished:
            ruling = ruled.get(each.protest)
            yield SeenProtest(
                each.protest,
                each.by,
                each.number,
                each.player,
                each.reason,
                ruling.outcome if ruling else None,
                ruling.reason if ruling else "",
            )
