"""Where a match stands after what has happened so far."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from zellig.games.match.events import (
    Buzzed,
    Ended,
    Event,
    Finished,
    Given,
    HalfOver,
    Overtime,
    PartAsked,
    PartGiven,
    Paused,
    RaceWon,
    ReadOn,
    Skipped,
    TossupAsked,
    WentOn,
)
from zellig.games.match.races import Receipt
from zellig.games.match.reading import Moment, Words, words_of_item
from zellig.games.match.setting import Setting

Stage = Literal["waiting", "reading", "racing", "answering", "bonus", "over"]


class Situation(msgspec.Struct, frozen=True):
    """A match at a moment; waiting: before the first tossup, between two, and in the break."""

    stage: Stage = "waiting"
    since: Moment = 0  # this stage, without what was paused
    paused: Moment | None = None
    number: int = 0  # of the tossup that is read, or was read last
    word: int = 0  # with which the reading began or went on; else so many have been read
    race: tuple[Receipt, ...] = ()
    raced: tuple[Receipt, ...] = ()  # the race on this tossup that was decided last, its winner first
    by_lot: bool = False  # was it?
    player: str = ""  # who answers,
    words: int = 0  # having heard so many words
    prompts: int = 0
    out: frozenset[str] = frozenset()  # teams that were wrong
    team: str = ""  # which is asked
    part: int = 0  # of the bonus
    controls: str = ""  # whose bonus it is
    bonuses: int = 0  # that were begun
    half: int = 1
    half_begun: Moment | None = None  # without what was paused
    regulation: int | None = None  # tossups before the overtime


def after(setting: Setting, now: Situation, event: Event) -> Situation:
    """Where it stands when this has happened, too."""
    match event:
        case TossupAsked() | ReadOn() | Finished() | Skipped():
            return _read(setting, now, event)
        case Buzzed() | RaceWon() | Given():
            return _answered(setting, now, event)
        case PartAsked() | PartGiven():
            return _bonus(now, event)
        case Paused() | WentOn():
            return _rested(setting, now, event)
        case HalfOver():
            return replace(now, since=event.at, half=now.half + 1, half_begun=None)
        case Overtime():
            return replace(now, regulation=now.number)
        case Ended():
            return replace(now, stage="over", since=event.at)
    return now  # protests and rulings change nothing but scores


def _read(setting: Setting, now: Situation, event: TossupAsked | ReadOn | Finished | Skipped) -> Situation:
    at = event.at
    match event:
        case TossupAsked():
            begun = at if now.half_begun is None else now.half_begun
            return Situation(
                "reading",
                at,
                number=event.number,
                bonuses=now.bonuses,
                half=now.half,
                half_begun=begun,
                regulation=now.regulation,
            )
        case ReadOn():
            return replace(now, stage="reading", since=at)
    # Of a finished tossup everybody sees the rest, of one that was skipped nobody hears more.
    read = len(words_now(setting, now)) if isinstance(event, Finished) else heard(setting, now, at)
    return replace(now, stage="waiting", since=at, word=read, race=(), player="", team="", part=0)


def _answered(setting: Setting, now: Situation, event: Buzzed | RaceWon | Given) -> Situation:
    at = event.at
    match event:
        case Buzzed():  # nobody pressed before the reading went on
            late = min(event.allowance, max(0, at - now.since))
            return replace(now, stage="racing", race=(*now.race, Receipt(event.player, at, late)))
        case RaceWon():
            return replace(
                now,
                stage="answering",
                since=at,
                word=heard(setting, now, at),
                race=(),
                raced=tuple(sorted(now.race, key=lambda each: each.player != event.player)),
                by_lot=event.by_lot,
                player=event.player,
                words=event.words,
            )
    if event.outcome == "prompt":
        return replace(now, since=at, prompts=now.prompts + 1)
    out = now.out if event.outcome == "right" else now.out | {setting.team_of(event.player)}
    return replace(now, stage="waiting", since=at, out=out, player="", prompts=0)


def _bonus(now: Situation, event: PartAsked | PartGiven) -> Situation:
    if isinstance(event, PartGiven):
        return replace(now, stage="waiting", since=event.at)
    first = not now.controls
    return replace(
        now,
        stage="bonus",
        since=event.at,
        team=event.team,
        part=event.part,
        controls=event.team if first else now.controls,
        bonuses=now.bonuses + first,
    )


def _rested(setting: Setting, now: Situation, event: Paused | WentOn) -> Situation:
    at = event.at
    if isinstance(event, Paused):  # a race goes by what was received, whatever happened since
        if now.stage != "reading":
            return replace(now, paused=at)
        words, read = words_now(setting, now), heard(setting, now, at)
        # After the last word the time to buzz runs: a pause stops it, and does not begin it anew.
        since = words.moment(now.since, now.word, read) if read == len(words) else now.since
        return replace(now, paused=at, word=read, since=since)
    rest = 0 if now.paused is None else at - now.paused
    begun = None if now.half_begun is None else now.half_begun + rest
    reads = now.stage == "reading" and now.word < len(words_now(setting, now))
    since = at if reads else now.since if now.race else now.since + rest
    return replace(now, paused=None, since=since, half_begun=begun)


def words_now(setting: Setting, now: Situation) -> Words:
    """The words of the tossup that is read."""
    return words_of_item(setting.tossups[now.number - 1], setting.rules.words_a_minute)


def heard(setting: Setting, now: Situation, moment: Moment) -> int:
    """How many words of the tossup have been read to everybody by this moment; a buzz stops the reading."""
    if now.stage != "racing" and (now.stage != "reading" or now.paused is not None):
        return now.word
    until = min([moment, *(each.at for each in now.race)])
    return words_now(setting, now).heard(now.since, now.word, until)
