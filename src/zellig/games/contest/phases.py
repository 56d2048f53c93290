"""What may be done in a contest at a moment, by whom: pure functions of its rules, with the clock handed in.

The table of acts is `data/acts.toml`. A phase is open from its first moment to just before its last; what may
be done since a phase may be done for good, in its own round and whenever a later one is played.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec.structs import replace

from zellig.errors import ZelligError
from zellig.games.contest.rules import PHASES, Phase, Role, Window, check_timeline, in_zone, name_of, place_of

Act = Literal[
    "get-training",
    "get-dev",
    "put-dev-predictions",
    "get-starter",
    "get-dev-predictions",
    "put-pairs",
    "get-blind-pairs",
    "put-predictions",
    "put-endpoint",
    "judge",
    "see-judged",
    "appeal",
    "rule",
    "see-reviews",
    "review",
    "score",
    "publish",
    "see-board",
    "get-bundle",
]
Cause = Literal["draft", "role", "early", "late"]

LEAST_LEFT = timedelta(hours=1)  # of a phase that opens later than was planned

_LOOKS = ("get-", "see-")  # acts that change nothing


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"phases": "in"}):
    """A row of the table of acts."""

    what: str
    roles: tuple[Role, ...]
    everybody: bool = False  # also for people without a role, unless the rules say otherwise
    phases: tuple[Phase, ...] = ()  # in which it may be done
    since: Phase | None = None  # from which on it may be done


class Refusal(msgspec.Struct, frozen=True):
    """Why something may not be done, and what would have been allowed."""

    cause: Cause
    sentence: str
    remedy: str


@cache
def acts() -> Mapping[Act, When]:
    """The table of acts."""
    raw = files(__package__).joinpath("data/acts.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(raw), dict[Act, When])


def open_window(timeline: Sequence[Window], now: datetime) -> Window | None:
    """The window that is open now; that of publication only until something else opens."""
    found = [each for each in timeline if each.opens <= now and (each.closes is None or now < each.closes)]
    return found[-1] if found else None


def next_window(timeline: Sequence[Window], now: datetime) -> Window | None:
    """The window that opens next."""
    return next((each for each in timeline if each.opens > now), None)


def latest_window(timeline: Sequence[Window], now: datetime) -> Window | None:
    """The window that opened last, whether it is still open or not."""
    return next((each for each in reversed(timeline) if each.opens <= now), None)


def extend(timeline: Sequence[Window], window: Window, closes: datetime) -> tuple[Window, ...]:
    """The timeline with a window that closes later; what follows opens when it has closed.

    Refuses to close anything earlier, or to leave nothing of a later window.
    """
    if window.closes is None or closes <= window.closes:
        raise ZelligError(
            f"{name_of(window)} closes at {_time(window.closes)}, and an extension closes later",
            remedy="Give a later time.",
        )
    before, after = timeline[: timeline.index(window)], timeline[timeline.index(window) + 1 :]
    found = (
        *before,
        replace(window, closes=closes),
        *(replace(each, opens=max(each.opens, closes)) for each in after),
    )
    check_timeline(found)
    return found


def refuse_squeezed(before: Sequence[Window], after: Sequence[Window]) -> None:
    """Refuse a timeline in which a window is cut to less than an hour, or than half of it if that is less."""
    for window, left in zip(before, after, strict=True):
        if window.closes is None or left.closes is None or left.opens == window.opens:
            continue
        length = window.closes - window.opens
        if left.closes - left.opens < min(LEAST_LEFT, length / 2):
            raise ZelligError(
                f"{name_of(window)} would open at {_time(left.opens)} and close at {_time(left.closes)}",
                field="closes",
                remedy=f"Extend {name_of(window)} first, e.g. until {_time(left.opens + length)}.",
            )


def refuse_act(
    act: Act,
    roles: Collection[Role],
    timeline: Sequence[Window],
    now: datetime,
    number: int = 1,
    kept: Collection[Act] = (),
) -> Refusal | None:
    """Why who has these roles may not do this now in a round; None if it is allowed.

    A timeline without windows is that of a contest that has not been opened. What the rules keep for those
    who take part (`kept`) is not for everybody.
    """
    when = acts()[act]
    looks = act.startswith(_LOOKS)
    if "organiser" in roles and looks:
        return None
    if not set(roles) & set(when.roles) and not (when.everybody and act not in kept):
        return Refusal(
            "role",
            f"{when.what} is not for {_listed(roles)}",
            f"It is for {_listed(when.roles)}; the organiser gives roles.",
        )
    if not timeline:
        return Refusal("draft", "the contest has not been opened", "Wait until the organiser opens it.")
    return _too_early_or_late(when, timeline, now, number)


def _too_early_or_late(when: When, timeline: Sequence[Window], now: datetime, number: int) -> Refusal | None:
    if when.since:
        asked = (number, PHASES.index(when.since))
        first = next((each for each in timeline if place_of(each) >= asked), None)
        if first is None:
            return Refusal(
                "early", f"{when.what}: no phase of this contest has that", _outlook(timeline, now)
            )
        return None if first.opens <= now else _early(when, first)
    windows = [each for each in timeline if each.round == number and each.phase in when.phases]
    if any(each.opens <= now and (each.closes is None or now < each.closes) for each in windows):
        return None
    coming = [each for each in windows if each.opens > now]
    if coming:
        return _early(when, coming[0])
    if windows:
        last = windows[-1]
        return Refusal(
            "late",
            f"{when.what} could be brought until {_time(last.closes)}, when {name_of(last)} closed",
            _outlook(timeline, now),
        )
    return Refusal("early", f"{when.what}: there is no such phase in this round", _outlook(timeline, now))


def _early(when: When, window: Window) -> Refusal:
    return Refusal(
        "early",
        f"{when.what}: it is too early",
        f"The phase {name_of(window)} opens at {_time(window.opens)}.",
    )


def _outlook(timeline: Sequence[Window], now: datetime) -> str:
    """What is allowed now, or when something will be."""
    if (window := open_window(timeline, now)) is not None:
        until = f", until {_time(window.closes)}" if window.closes else ""
        return f"The phase {name_of(window)} is open{until}."
    if (window := next_window(timeline, now)) is not None:
        return f"The phase {name_of(window)} opens at {_time(window.opens)}."
    return "The contest is over."


def _listed(roles: Collection[Role]) -> str:
    names = [f"a {role}" if role[0] not in "aeiou" else f"an {role}" for role in roles]
    return " or ".join(names) or "somebody without a role in this contest"


def _time(moment: datetime | None) -> str:
    return in_zone(moment).strftime("%Y-%m-%d %H:%M UTC") if moment else "no time"
