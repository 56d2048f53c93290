"""What a tournament is to be, as its file (TOML) states it: teams, questions, rounds, who has seen what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from zellig import corpora
from zellig.buzzers import program
from zellig.decoding import decode_toml
from zellig.errors import ZelligError
from zellig.files import read_whole
from zellig.games.match.rules import SETS

REMEDY = "docs/reference/tournaments.md has the keys."

Pairing = Literal["round robin", "swiss", "bracket"]
How = Literal["wrote", "edited", "played"]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Count = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the plan."""


class Member(_Table, frozen=True):
    """A player of a team."""

    name: Name
    program: str = ""  # SYSTEM or SYSTEM+BUZZER; empty: a person


class Entrant(_Table, frozen=True):
    """A team."""

    name: Name
    players: Annotated[tuple[Member, ...], msgspec.Meta(min_length=1)]
    group: str = ""  # of ability, such as "experts"


class Phase(_Table, frozen=True):
    """Rounds that are paired in one way."""

    pairing: Pairing
    rounds: Count | None = None  # of a Swiss phase; the others know how many they need
    best: Annotated[int, msgspec.Meta(ge=2, le=1000)] | None = None  # teams that go on; None: all
    name: str = ""


class Questions(_Table, frozen=True):
    """What is read: one packet a round, or packets that are drawn of two sets of the same categories."""

    packets: tuple[str, ...] = ()
    control: str = ""
    challenge: str = ""
    reserve: str = ""  # beside packets, in place of what a team has seen; of two sets the rest serves
    spares: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0  # more tossups of each packet, to break ties


class Seen(_Table, frozen=True):
    """Questions that a team or a player knows."""

    who: Name
    how: How
    questions: tuple[str, ...]  # their ids


class Plan(_Table, frozen=True):
    """A tournament before it begins."""

    name: Name
    teams: tuple[Entrant, ...]  # the best first, if seeds are to mean something
    questions: Questions
    phases: Annotated[tuple[Phase, ...], msgspec.Meta(min_length=1)] = (Phase("round robin"),)
    rules: str = "acf"
    seed: Annotated[int, msgspec.Meta(ge=0, lt=2**32)] = 2017
    seen: tuple[Seen, ...] = ()
    licence: str = "that of the questions"

    @property
    def rounds(self) -> int:
        return sum(rounds_of(phase, entrants(self, place)) for place, phase in enumerate(self.phases))

    @property
    def files_named(self) -> list[Path]:
        """The files and folders that it speaks of."""
        asked = self.questions
        named = (*asked.packets, asked.control, asked.challenge, asked.reserve)
        programs = (each.program for team in self.teams for each in team.players)
        rules = [] if self.rules in SETS else [Path(self.rules)]
        return [
            *rules,
            *chain.from_iterable(corpora.files_named(each) for each in named if each),
            *chain.from_iterable(program.files_named(each) for each in programs if each),
        ]

    def team_of(self, player: str) -> str:
        return next(team.name for team in self.teams if player in {each.name for each in team.players})


def read_plan(path: Path) -> Plan:
    """The plan in a file; refuses what cannot be played."""
    plan = decode_toml(read_whole(path), Plan, path=path, what="the plan of a tournament", remedy=REMEDY)
    try:
        check_plan(plan)
    except ZelligError as error:
        raise ZelligError(error.what, path=path, field=error.field, remedy=error.remedy) from None
    return plan


def check_plan(plan: Plan) -> None:
    """Refuse what cannot be played."""
    if len(plan.teams) < 2:
        raise ZelligError("a tournament has two teams or more", field="teams", remedy="Name them.")
    names = [*(team.name for team in plan.teams), *_members(plan)]
    if twice := sorted(name for name, times in Counter(names).items() if times > 1):
        raise ZelligError(
            f"two teams or players are called {twice[0]!r}", field="teams", remedy="Give each its own name."
        )
    _refuse_phases(plan)
    _refuse_questions(plan)
    for each in plan.seen:
        if each.who not in names:
            raise ZelligError(
                f"{each.who!r} is neither a team nor a player", field="seen", remedy="Name one of the plan."
            )


def entrants(plan: Plan, phase: int) -> int:
    """How many teams play in a phase."""
    return plan.phases[phase].best or (entrants(plan, phase - 1) if phase else len(plan.teams))


def rounds_of(phase: Phase, teams: int) -> int:
    """How many rounds a phase of so many teams has."""
    match phase.pairing:
        case "round robin":
            return teams - 1 + teams % 2
        case "bracket":
            return (teams - 1).bit_length()
    return phase.rounds or 0


def _members(plan: Plan) -> Iterable[str]:
    return (each.name for team in plan.teams for each in team.players)


def _refuse_phases(plan: Plan) -> None:
    before = len(plan.teams)
    for place, phase in enumerate(plan.phases):
        if (phase.rounds is None) == (phase.pairing == "swiss"):
            swiss = phase.pairing == "swiss"
            raise ZelligError(
                f"a {phase.pairing} phase {'needs a number of rounds' if swiss else 'has its own rounds'}",
                field="phases",
                remedy="Write rounds = 4, for one." if swiss else "Leave rounds out.",
            )
        if phase.best is not None and (place == 0 or phase.best > before):
            raise ZelligError(
                f"phase {place + 1} is for the best {phase.best}, and nobody knows who they are"
                if place == 0
                else f"phase {place + 1} is for {phase.best} teams, and {before} play before it",
                field="phases",
                remedy="Let fewer go on, and all begin.",
            )
        before = phase.best or before


def _refuse_questions(plan: Plan) -> None:
    asked = plan.questions
    sets = bool(asked.control), bool(asked.challenge)
    if any(sets) == bool(asked.packets) or any(sets) != all(sets):
        raise ZelligError(
            "questions are packets, or a control and a challenge set",
            field="questions",
            remedy="Name packets, one a round, or both sets.",
        )
    if asked.packets and len(asked.packets) != plan.rounds:
        raise ZelligError(
            f"there are {plan.rounds} rounds and {len(asked.packets)} packets",
            field="questions",
            remedy="Name one packet for each round.",
        )
    if asked.packets and asked.spares:
        what = "packets have their own spare tossups"
        raise ZelligError(what, field="questions", remedy="Leave spares out.")
    if asked.reserve and not asked.packets:
        what = "of two sets, what is not drawn is the reserve"
        raise ZelligError(what, field="questions", remedy="Leave reserve out.")
