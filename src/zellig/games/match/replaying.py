"""A match again from its events: what anybody did is done again, and whatever the rules and the answer lines
do not make of it (a verdict, a bonus, an overtime, the end) is refused."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from zellig.errors import ZelligError
from zellig.games.match.events import (
    Buzzed,
    Event,
    Finished,
    Given,
    PartGiven,
    Paused,
    Protested,
    RaceWon,
    Ruled,
    Skipped,
    TossupAsked,
    WentOn,
)
from zellig.games.match.playing import (
    Match,
    answer,
    ask,
    buzz,
    due,
    go_on,
    may_buzz,
    passing,
    protest,
    race_won,
    rule,
    skip,
)
from zellig.games.match.setting import Setting

_REMEDY = "The transcript was edited, or belongs to another match."


def replayed(setting: Setting, events: Sequence[Event]) -> Match:
    """The match that these events are; refuses the first that cannot be, by its number."""
    match, at = Match(setting), 0
    while at < len(events):
        late = match.events and events[at].at < match.events[-1].at
        derived = [] if late else _derived(match, events[at])
        if not derived:
            raise _refused(at + 1, "cannot follow those before it")
        there = events[at : at + len(derived)]
        for number, (found, wanted) in enumerate(zip(there, derived, strict=False), start=at + 1):
            if _without_words(found) != _without_words(wanted):
                raise _refused(number, _what_differs(found, wanted))
        if len(there) < len(derived):
            raise _refused(len(events), "is the last, and the rules make something follow it")
        match, at = match.with_events(there), at + len(derived)
    return match


def _derived(match: Match, event: Event) -> Sequence[Event]:
    """What comes of what somebody did, or of the clock: the event itself, and all that follows from it at
    once; nothing, if it cannot be or follows from something else alone."""
    try:
        return _done_again(match, event)
    except ZelligError:  # it was not allowed
        return []


def _done_again(match: Match, event: Event) -> Sequence[Event]:
    now, at = match.now, event.at
    match event:
        case TossupAsked():
            return ask(match, at)
        case Buzzed():
            return buzz(match, event.player, at, event.allowance)
        case RaceWon() if now.stage == "racing" and now.paused is None:
            return [race_won(match, at)]
        case Given() if now.stage == "answering":
            return answer(match, event.player, event.text, at, event.confidence)
        case PartGiven() if now.stage == "bonus":
            anybody = next(each.id for each in match.setting.players if each.team == now.team)
            return answer(match, anybody, event.text, at)
        case Finished() if now.stage == "reading":
            return _nobody_buzzed(match, event)
        case Skipped():
            return skip(match, at, event.reason)
        case Paused() if now.paused is None and now.number and now.stage != "over":
            return [event]
        case WentOn():
            return go_on(match, at)
        case Protested():
            return protest(match, event.protest, event.by, event.number, event.player, event.reason, at)
        case Ruled():
            return rule(
                match, event.by, event.number, event.player, event.outcome, event.reason, at, event.protest
            )
    return []


def _nobody_buzzed(match: Match, event: Finished) -> Sequence[Event]:
    """The end of a tossup that was read to its end: when the time was over, by the clock and a line."""
    over = due(match, {})
    if over is None or not 0 <= event.at - over <= match.setting.rules.fairness.most:
        return []
    return passing(match, event.at, dict.fromkeys(may_buzz(match), event.at - over))


def _without_words(event: Event) -> Event:
    """An event without why a verdict is as it is: another version may say that in other words."""
    return replace(event, why="") if isinstance(event, Given | PartGiven) else event


def _what_differs(found: Event, wanted: Event) -> str:
    verdicts = Given | PartGiven
    if not isinstance(found, verdicts) or not isinstance(wanted, verdicts) or found.outcome == wanted.outcome:
        return "cannot follow those before it"
    by_line = f"by the answer line and the rules it is {wanted.outcome}"
    return f"says that {found.text!r} is {found.outcome}, and {by_line}"


def _refused(number: int, what: str) -> ZelligError:
    return ZelligError(f"event {number} {what}", line=number, remedy=_REMEDY)
