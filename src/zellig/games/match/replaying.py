"""A match again from its events: each is refused that could not have happened after those before it."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.errors import ZelligError
from zellig.games.match.events import (
    Asked,
    Buzzed,
    Event,
    Finished,
    Given,
    PartAsked,
    PartGiven,
    Protested,
    RaceWon,
    ReadOn,
    Ruled,
    Skipped,
)
from zellig.games.match.playing import Match, bonus_now, may_buzz, race_won
from zellig.games.match.setting import Setting


def replayed(setting: Setting, events: Sequence[Event]) -> Match:
    """The match that these events are; refuses the first that cannot be, by its number."""
    match = Match(setting)
    for number, event in enumerate(events, start=1):
        late = match.events and event.at < match.events[-1].at
        if late or not _can_be(match, event):
            raise ZelligError(
                f"event {number} cannot follow those before it",
                line=number,
                remedy="The transcript was edited, or belongs to another match.",
            )
        match = match.with_events([event])
    return match


def _can_be(match: Match, event: Event) -> bool:
    setting, now = match.setting, match.now
    if now.stage == "over" and not isinstance(event, Protested | Ruled):
        return False
    match event:
        case Asked():
            return now.stage == "waiting" and now.number + 1 == event.number <= len(setting.tossups)
        case Buzzed():
            racing = {each.player for each in now.race}
            return now.stage in ("reading", "racing") and event.player in {*may_buzz(match)} - racing
        case RaceWon():
            return now.stage == "racing" and event == race_won(match, event.at)
        case Given():
            return now.stage == "answering" and event.player == now.player
        case PartAsked():
            return _is_next_part(match, event)
        case PartGiven():
            return now.stage == "bonus" and (event.team, event.part) == (now.team, now.part)
        case ReadOn() | Finished() | Skipped():
            return now.number > 0
        case Protested() | Ruled():
            return event.player in {each.id for each in setting.players}
    return True


def _is_next_part(match: Match, event: PartAsked) -> bool:
    setting, now = match.setting, match.now
    if event.team not in {each.id for each in setting.teams} or now.number == 0:
        return False
    if not now.controls:
        return event.part == 1 and now.bonuses < len(setting.bonuses)
    return event.part in (now.part, now.part + 1) and event.part <= len(bonus_now(match).parts)
