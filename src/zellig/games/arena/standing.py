"""What an arena is at a moment: the sum of its events up to then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Literal

import msgspec

from zellig.games.arena import events
from zellig.games.arena.events import Event, Happened
from zellig.games.arena.season.records import Entrant, Planned, Season, Sitting, for_people
from zellig.performers import Role

State = Literal["waits", "refused", "plays", "withdrawn"]


@dataclass(frozen=True)
class Texts:
    """Texts that an organiser brought."""

    filename: str
    number: int


@dataclass(frozen=True)
class Entered:
    """An entrant, and how it stands with the check."""

    entrant: Entrant
    state: State = "waits"
    words: str = "It will be tried out in a moment."


@dataclass(frozen=True)
class SeasonStanding:
    """A season: who has entered, and who has passed the check, in the order in which they did."""

    season: Season
    texts: str
    people: int  # rounds of a game of a person
    entered: dict[str, Entered] = field(default_factory=dict)
    passed: tuple[str, ...] = ()
    sittings: dict[str, Sitting] = field(default_factory=dict)
    closed: bool = False
    ended: bool = False
    quarantined: tuple[str, ...] = ()  # once it has ended

    @property
    def performers(self) -> list[Entrant]:
        """Those whose games are planned, in the order in which they came."""
        return [self.entered[each].entrant for each in self.passed]

    @property
    def of_people(self) -> Season:
        """The rules of games in which a person plays."""
        return for_people(self.season, max(1, self.people))

    @property
    def people_in(self) -> list[Entrant]:
        """The people who play."""
        return [each.entrant for each in self.entered.values() if each.entrant.kind == "person"]

    @property
    def withdrawn(self) -> set[str]:
        return {name for name, each in self.entered.items() if each.state == "withdrawn"}

    def person(self, account: str, role: Role) -> Entrant | None:
        """What somebody is in this season in a role."""
        return next((each for each in self.people_in if (each.owner, each.role) == (account, role)), None)

    def sitting_of(self, account: str, role: Role) -> Sitting | None:
        """The last game that somebody began in a role."""
        me = self.person(account, role)
        found = [each for each in self.sittings.values() if me is not None and each.entrant == me.id]
        return found[-1] if found else None


@dataclass(frozen=True)
class ArenaStanding:
    """Everything that the events of an arena come to."""

    title: str = ""
    organiser: str = ""
    texts: dict[str, Texts] = field(default_factory=dict)
    seasons: dict[str, SeasonStanding] = field(default_factory=dict)  # by name, the newest last
    last: int = 0  # number of the last event


def stand(happened: Iterable[Happened], before: ArenaStanding | None = None) -> ArenaStanding:
    """What the events come to, after those that `before` is the sum of."""
    standing = before or ArenaStanding()
    for each in happened:
        standing = replace(_after(each.event, standing, each), last=each.number)
    return standing


@singledispatch
def _after(event: Event, standing: ArenaStanding, happened: Happened) -> ArenaStanding:
    raise TypeError(f"nobody knows what becomes of an arena after {event!r}")


@_after.register
def _(event: events.Founded, standing: ArenaStanding, happened: Happened) -> ArenaStanding:
    return replace(standing, title=event.title, organiser=happened.actor or "")


@_after.register
def _(event: events.TextsBrought, standing: ArenaStanding, happened: Happened) -> ArenaStanding:
    return replace(standing, texts={**standing.texts, event.texts: Texts(event.filename, event.number)})


@_after.register
def _(event: events.SeasonOpened, standing: ArenaStanding, happened: Happened) -> ArenaStanding:
    opened = SeasonStanding(event.season, event.texts, event.people)
    return replace(standing, seasons={**standing.seasons, event.season.name: opened})


@_after.register
def _(event: events.EntrantRegistered, standing: ArenaStanding, happened: Happened) -> ArenaStanding:
    entered = (
        Entered(event.entrant, "plays", "") if event.entrant.kind == "person" else Entered(event.entrant)
    )
    before = standing.seasons[event.season]
    return _with(standing, replace(before, entered={**before.entered, event.entrant.id: entered}))


@_after.register
def _(event: events.EntrantChecked, standing: ArenaStanding, happened: Happened) -> ArenaStanding:
    before = standing.seasons[event.season]
    found = before.entered[event.entrant]
    if found.state != "waits" or before.ended:  # withdrawn meanwhile, or too late to play
        return standing
    state: State = "plays" if event.works else "refused"
    entered = {**before.entered, event.entrant: replace(found, state=state, words=event.words)}
    passed = (*before.passed, event.entrant) if event.works else before.passed
    return _with(standing, replace(before, entered=entered, passed=passed))


@_after.register
def _(event: events.EntrantWithdrawn, standing: ArenaStanding, happened: Happened) -> ArenaStanding:
    before = standing.seasons[event.season]
    found = before.entered[event.entrant]
    gone = replace(
        found,
        entrant=msgspec.structs.replace(found.entrant, withdrawn=True),
        state="withdrawn",
        words="It was withdrawn.",
    )
    return _with(standing, replace(before, entered={**before.entered, event.entrant: gone}))


@_after.register
def _(event: events.PersonSatDown, standing: ArenaStanding, happened: Happened) -> ArenaStanding:
    before = standing.seasons[event.season]
    planned = Planned(event.curator, event.breaker, event.chooser)
    sitting = Sitting(event.game, event.entrant, planned, event.source, event.rounds)
    return _with(standing, replace(before, sittings={**before.sittings, event.game: sitting}))


@_after.register
def _(event: events.SeasonClosed, standing: ArenaStanding, happened: Happened) -> ArenaStanding:
    return _with(standing, replace(standing.seasons[event.season], closed=True))


@_after.register
def _(event: events.SeasonEnded, standing: ArenaStanding, happened: Happened) -> ArenaStanding:
    ended = replace(standing.seasons[event.season], ended=True, quarantined=event.quarantined)
    return _with(standing, ended)


def _with(standing: ArenaStanding, season: SeasonStanding) -> ArenaStanding:
    return replace(standing, seasons={**standing.seasons, season.season.name: season})
