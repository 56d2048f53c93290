"""The rules of a contest as data: when its phases are, who may bring how much, and who sees what."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Annotated, Literal, get_args

import msgspec

from zellig.checks.policy import Policy, default_policy
from zellig.errors import ZelligError

Phase = Literal["build", "break", "predict", "judge", "appeal", "score", "publish"]
Role = Literal["organiser", "builder", "breaker", "judge", "program", "observer"]

PHASES: tuple[Phase, ...] = get_args(Phase)
ROLES: tuple[Role, ...] = get_args(Role)

FIRST_YEAR, LAST_YEAR = 1970, 2999

Count = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
Some = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]


class Window(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a phase is open: from its first moment to just before its last; that of publication stays open."""

    phase: Phase
    opens: datetime
    closes: datetime | None = None
    round: Count = 1


class Quotas(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much a team may bring in a round."""

    uploads: Count = 20  # of each kind that were taken; what the platform spoilt never counts
    pairs: Count = 1000  # in the submission that counts
    pairs_per_phenomenon: Count | None = None
    megabytes: Count = 20  # of one upload


class Judging(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many people have to say what the right answer is."""

    judges: Count = 3  # verdicts that every item gets, unless so many agree before
    agree: Count = 2  # verdicts that are enough if they agree
    most: Count = 5  # verdicts after which an organiser decides
    originals: bool = False  # are the originals judged, too?
    also: tuple[Literal["starter", "dev"], ...] = ()  # items of the organiser that are judged as well
    share: Annotated[float, msgspec.Meta(gt=0, le=1)] = 1.0  # of the pairs that are judged


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is agreed before a contest is opened."""

    task: str
    timeline: tuple[Window, ...]
    quotas: Quotas = Quotas()
    judging: Judging = Judging()
    dev_predictions: Literal["nobody", "breakers"] = "breakers"  # who sees them, without names
    licence: str = "CC BY 4.0"  # under which texts are brought
    policy: Policy = msgspec.field(default_factory=default_policy)
    bundle: Literal["everybody", "participants"] = "everybody"  # who gets it, once it is published
    remind_hours: Annotated[int, msgspec.Meta(ge=0, le=24 * 365)] = 24  # before a phase closes; 0: nobody


def check_rules(rules: Rules) -> None:
    """Refuse rules that no contest can go by."""
    check_timeline(rules.timeline)
    judging = rules.judging
    if not judging.agree <= judging.judges <= judging.most:
        raise ZelligError(
            f"{judging.agree} judges who agree, {judging.judges} judges and at most {judging.most} do not go "
            "together",
            field="judging.agree" if judging.agree > judging.judges else "judging.most",
            remedy="No more have to agree (agree) than are asked (judges), and no more are asked than there "
            "may be at all (most).",
        )


def check_timeline(timeline: Sequence[Window]) -> None:
    """Refuse a timeline whose phases are out of order, overlap or never end."""
    if not timeline:
        raise ZelligError(
            "there is no phase",
            field="timeline",
            remedy="Name at least one phase with the time when it opens.",
        )
    for place, window in enumerate(timeline):
        _check_window(place, window)
    for place, (before, after) in enumerate(pairwise(timeline), 1):
        names = f"{name_of(before)} and {name_of(after)}"
        if place_of(after) <= place_of(before):
            raise _refused(
                place,
                "opens",
                f"{names} are in the wrong order",
                f"The order in each round is: {', '.join(PHASES)}; each at most once.",
            )
        if before.closes is not None and after.opens < before.closes:
            raise _refused(place, "opens", f"{names} overlap", "Let the one open when the other has closed.")


def _check_window(place: int, window: Window) -> None:
    named = name_of(window)
    for key in ("opens", "closes"):
        moment: datetime | None = getattr(window, key)
        if moment is None:
            continue
        if moment.tzinfo is None:
            raise _refused(
                place,
                key,
                f"{named}: a time has no zone",
                "Write it with its zone, e.g. 2026-11-17T18:00:00Z.",
            )
        if not FIRST_YEAR <= moment.year <= LAST_YEAR:
            raise _refused(
                place, key, f"{named}: nobody lives in the year {moment.year}", "Give another time."
            )
    if window.closes is None and window.phase != "publish":
        raise _refused(place, "closes", f"{named} never closes", "Say when; only publication stays open.")
    if window.closes is not None and window.closes <= window.opens:
        raise _refused(place, "closes", f"{named} closes before it opens", "Let it close later.")


def name_of(window: Window) -> str:
    """What a window is called: its phase, with the round where there are several."""
    return window.phase if window.round == 1 else f"{window.phase} of round {window.round}"


def place_of(window: Window) -> tuple[int, int]:
    """By which windows are ordered."""
    return window.round, PHASES.index(window.phase)


def in_zone(moment: datetime) -> datetime:
    """A time in UTC, in which all are kept and compared."""
    return moment.astimezone(UTC)


def _refused(place: int, key: str, what: str, remedy: str) -> ZelligError:
    return ZelligError(what, field=f"timeline[{place}].{key}", remedy=remedy)
