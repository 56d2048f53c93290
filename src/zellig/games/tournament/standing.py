"""What a tournament is after its events, and what somebody may do in it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

import msgspec
from msgspec.structs import replace

from zellig.games.events import Happened
from zellig.games.match.rules import Rules
from zellig.games.tournament.events import (
    About,
    Begun,
    Event,
    Forfeited,
    Forgotten,
    Founded,
    Joined,
    Left,
    Published,
    RoundMade,
    Withdrawn,
)
from zellig.games.tournament.plan import Entrant, Member, Plan, Questions, Seen
from zellig.games.tournament.tournament import Forfeit

Right = Literal["see", "join", "leave", "organise", "download"]


class Standing(msgspec.Struct, frozen=True):
    """What a tournament is."""

    last: int = 0
    organiser: str = ""
    at: datetime | None = None
    founded: Founded | None = None
    withdrawn: frozenset[str] = frozenset()  # teams
    people: tuple[Joined, ...] = ()
    begun: bool = False
    known: tuple[Seen, ...] = ()  # by the teams, when it began
    rounds: tuple[RoundMade, ...] = ()
    forfeits: tuple[Forfeit, ...] = ()
    published: bool = False

    @property
    def title(self) -> str:
        return self._founded.name

    @property
    def about(self) -> About:
        return self._founded.about

    @property
    def rules(self) -> Rules:
        return self._founded.rules

    @property
    def teams(self) -> list[str]:
        return [each.name for each in self._founded.teams if each.name not in self.withdrawn]

    @property
    def plan(self) -> Plan:
        """The plan with all who play by now. Where teams have withdrawn, there may be more packets than
        rounds: the last ones are not read."""
        found = self._founded
        entrants = tuple(
            Entrant(team.name, (*self._members(team.name), *team.programs), team.group)
            for team in found.teams
            if team.name not in self.withdrawn
        )
        names = {name for team in entrants for name in (team.name, *(each.name for each in team.players))}
        plan = Plan(
            found.name,
            entrants,
            _questions(found),
            found.phases,
            found.rules.name,
            found.seed,
            tuple(dict.fromkeys(each for each in (*found.seen, *self.known) if each.who in names)),
            found.licence,
        )
        read = plan.questions.packets[: plan.rounds]
        return replace(plan, questions=replace(plan.questions, packets=read)) if self.withdrawn else plan

    def _members(self, team: str) -> tuple[Member, ...]:
        return tuple(Member(each.name) for each in self.people if each.team == team)

    def person(self, account: str) -> Joined | None:
        return next((each for each in self.people if each.account == account), None)

    @property
    def _founded(self) -> Founded:
        assert self.founded is not None  # noqa: S101 -- it is the first event of all
        return self.founded


def stand(happened: Iterable[Happened[Event]], before: Standing | None) -> Standing:
    """What a tournament is when these have happened, too."""
    now = before or Standing()
    for each in happened:
        now = replace(_after(now, each), last=each.number)
    return now


def _after(now: Standing, happened: Happened[Event]) -> Standing:
    match happened.event:
        case Founded() as event:
            return replace(now, organiser=happened.actor or "", at=happened.at, founded=event)
        case Joined() as event:
            return replace(now, people=(*now.people, event))
        case Left(account):
            return replace(now, people=tuple(each for each in now.people if each.account != account))
        case Forgotten(account, name):
            people = (replace(each, name=name) if each.account == account else each for each in now.people)
            return replace(now, people=tuple(people))
        case Withdrawn(team):
            stay = tuple(each for each in now.people if each.team != team)
            return replace(now, withdrawn=now.withdrawn | {team}, people=stay)
        case Begun(seen):
            return replace(now, begun=True, known=seen)
        case RoundMade() as event:
            return replace(now, rounds=(*now.rounds, event))
        case Forfeited(round_, team, reason):
            return replace(now, forfeits=(*now.forfeits, Forfeit(round_, team, reason)))
        case Published():
            return replace(now, published=True)


def _questions(found: Founded) -> Questions:
    """What is read, by names that tell nothing: the questions themselves are kept elsewhere."""
    if not found.packets:
        return Questions(control="control", challenge="challenge", spares=found.spares)
    packets = tuple(f"packet {number}" for number in range(1, found.packets + 1))
    return Questions(packets, reserve="reserve" if found.reserve else "")


def rights(standing: Standing, account: str, *, operator: bool = False) -> frozenset[Right]:
    """What somebody may do in a tournament: the one place where that is decided. Who organises has the
    questions, so nobody does both that and play."""
    found: set[Right] = set()
    plays = standing.person(account) is not None
    organises = (account == standing.organiser or operator) and not plays
    if standing.about.spectators or plays or organises:
        found.add("see")
    if not standing.begun:
        if plays:
            found.add("leave")
        elif account != standing.organiser:
            found.add("join")  # with a link of the organiser
    if organises:
        found.add("organise")
    if standing.published and "see" in found:
        found.add("download")
    return frozenset(found)
