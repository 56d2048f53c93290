"""The rules of a game, as `arena.toml` states them; everything but the performers has a default."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

import msgspec

from zellig.breakers.fakes.as_written import AsWritten
from zellig.decoding import decode_toml, fault
from zellig.errors import ZelligError
from zellig.files import read_whole
from zellig.performers import ROLES, Role

TieRule = Literal["free_point", "coin", "void"]
Revealed = Literal["opaque", "transparent"]

AS_WRITTEN = AsWritten.spec.name  # the breaker of pairs that are written already
PYTHON, COMMAND, WEB = "py:", "cmd:", ("http:", "https:")  # how the names of performers from outside begin
PAIRS = ("minimal-pairs:", "grammaticality")  # corpora that bring the fakes along
PERSON = "person"  # somebody at this terminal, who is asked round by round
REMEDY = "See docs/arena.md."
MOST_ROUNDS = 10_000_000  # a transcript of gigabytes
LONGEST_LIMIT = 86_400.0  # seconds: a day
BATCH = 256  # rounds that a performer is given at once, unless a clock runs or somebody observes
OWN_KEYS = ("name", "resources", "batch", "isolated")  # of a performer's table; the others are parameters


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the rules."""


class Schedule(Table, frozen=True):
    """The rounds before those that are scored, and what is seen of which."""

    transparent: int = 0  # rounds whose outcome is shown
    opaque: int = 0  # rounds whose outcome is not
    transparent_to: tuple[Role, ...] = ("chooser",)
    scored: Revealed = "opaque"  # transparent: everybody sees the outcome of scored rounds, too
    adapt: bool = False  # performers may go on learning in opaque rounds that are scored
    every: int = 1  # rounds between two observations


class Shown(Table, frozen=True):
    """Who is told the metadata of a text."""

    breaker: bool = True
    chooser: bool = False


class Guards(Table, frozen=True):
    """What is made alike in both texts, so that trivial cues do not decide."""

    white_space: bool = True
    tokenisation: bool = False
    casing: bool = False
    length: float = 2.0  # a fake that is so many times longer or shorter (in words) is refused; 0: any length


class Canary(Table, frozen=True):
    """Rounds that repeat an earlier text, to see whether somebody remembers it."""

    share: float = 0.0


class Seating(msgspec.Struct, frozen=True):
    """A performer as the rules name it."""

    name: str
    params: dict[str, Any] = {}
    resources: tuple[str, ...] = ()  # what it was made with, declared by who brings it
    batch: int | None = None  # rounds at once under a time limit, if it declares that it can
    isolated: bool = True  # in a process of its own


class Play(Table, frozen=True, kw_only=True):
    """How it is played, whoever plays."""

    rounds: int
    seed: int = 2012
    tie_rule: TieRule = "free_point"
    time_limit: float | None = None  # seconds for a round, for each performer
    pipeline: bool = False  # the chooser is one step behind
    secret: str = ""  # mixed into the order of the texts, for games with performers from outside
    collusion: tuple[Role, ...] = ()
    schedule: Schedule = Schedule()
    metadata: Shown = Shown()
    guards: Guards = Guards()
    canary: Canary = Canary()


class Rules(Play, frozen=True, kw_only=True):
    """One game."""

    corpus: str
    breaker: Seating
    chooser: Seating
    curator: Seating = Seating("uniform")

    @property
    def seats(self) -> dict[Role, Seating]:
        """Who plays, by role."""
        return {"curator": self.curator, "breaker": self.breaker, "chooser": self.chooser}

    @property
    def total(self) -> int:
        """All rounds, scored or not."""
        return self.schedule.transparent + self.schedule.opaque + self.rounds

    @property
    def game(self) -> str:
        """A name that no other game has."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:12]


class _Corpus(Table, frozen=True):
    name: str


class _Written(Play, frozen=True, kw_only=True):
    """`arena.toml` as it is written: the tables of performers hold their parameters, too."""

    corpus: _Corpus
    chooser: dict[str, Any]
    breaker: dict[str, Any] = {}
    curator: dict[str, Any] = {}


def read_rules(path: Path) -> Rules:
    """The rules of a file; refuses what cannot be played."""
    return rules_of(read_tables(path), path)


def read_tables(path: Path) -> dict[str, Any]:
    """The tables of a file as plain values."""
    return decode_toml(read_whole(path), dict[str, Any], path=path, what="TOML", remedy=REMEDY)


def rules_of(written: Mapping[str, Any], path: Path) -> Rules:
    """The rules in plain values as TOML has them; refuses what cannot be played."""
    try:
        found = msgspec.convert(written, _Written)
    except msgspec.ValidationError as error:
        raise ZelligError(fault(error), path=path, remedy=REMEDY) from None
    corpus = found.corpus.name
    if not found.breaker and not corpus.startswith(PAIRS):
        raise ZelligError("there is no [breaker]", path=path, remedy=REMEDY)
    plain: dict[str, Any] = {name: getattr(found, name) for name in _Written.__struct_fields__}
    plain["curator"] = found.curator or {"name": "uniform"}
    plain["breaker"] = found.breaker or {"name": AS_WRITTEN}
    seats: dict[str, Any] = {name: seating(plain[name], name, path) for name in ROLES}
    rules = Rules(**{**plain, **seats, "corpus": corpus})
    refuse_nonsense(rules, path)
    return rules


def seating(table: Mapping[str, Any], role: str, path: Path) -> Seating:
    """A performer's table; what is no key of ours is a parameter of the performer."""
    own = {name: value for name, value in table.items() if name in OWN_KEYS}
    params = {name: value for name, value in table.items() if name not in OWN_KEYS}
    resources = own.get("resources", [])
    own["resources"] = [resources] if isinstance(resources, str) else resources
    try:
        return msgspec.convert({**own, "params": params}, Seating)
    except msgspec.ValidationError as error:
        raise ZelligError(fault(error), path=path, field=role, remedy=REMEDY) from None


def wants_secret(rules: Rules) -> bool:
    """Can somebody whose code is not ours work out the order of the texts from the seeds it is given?"""
    outside = (PYTHON, COMMAND, *WEB)
    return not rules.secret and any(seat.name.startswith(outside) for seat in rules.seats.values())


def refuse_nonsense(rules: Rules, path: Path) -> None:
    """Refuse rules, whoever wrote them, by which no game can be played."""
    schedule = rules.schedule
    nonsense = {
        f"rounds must be 1 to {MOST_ROUNDS:,}": not 1 <= rules.rounds <= MOST_ROUNDS,
        "seed must be 0 or more": rules.seed < 0,
        f"time_limit must be a number of seconds above 0, {LONGEST_LIMIT:,g} at most": rules.time_limit
        is not None
        and not 0 < rules.time_limit <= LONGEST_LIMIT,
        f"schedule.transparent and schedule.opaque must be 0 to {MOST_ROUNDS:,}": not all(
            0 <= rounds <= MOST_ROUNDS for rounds in (schedule.transparent, schedule.opaque)
        ),
        f"schedule.every must be 1 to {MOST_ROUNDS:,}": not 1 <= schedule.every <= MOST_ROUNDS,
        "guards.length must be 0 (any length) or at least 1": rules.guards.length != 0
        and not 1 <= rules.guards.length < math.inf,
        "canary.share must be from 0 to 0.5": not 0 <= rules.canary.share <= 0.5,
        "canaries repeat a text, and a pair that is written has one fake only": rules.canary.share > 0
        and rules.breaker.name == AS_WRITTEN,
        f"batch must be 1 to {MOST_ROUNDS:,}": any(
            seat.batch is not None and not 1 <= seat.batch <= MOST_ROUNDS for seat in rules.seats.values()
        ),
        "collusion must name two or three roles": len(set(rules.collusion)) == 1,
        "two performers have one address, so they could agree": any(
            _together(rules, pair) and not set(pair) <= set(rules.collusion)
            for pair in combinations(rules.seats, 2)
        ),
    }
    for what, wrong in nonsense.items():
        if wrong:
            raise ZelligError(what, path=path, remedy=REMEDY)


def _together(rules: Rules, pair: tuple[Role, Role]) -> bool:
    """Are two performers at one address?"""
    first, second = (rules.seats[role].name.rstrip("/") for role in pair)
    return first == second and first.startswith(WEB)
