"""The rules of a game, as `arena.toml` states them; everything but the performers has a default."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from itertools import chain, combinations
from pathlib import Path
from typing import Literal

import msgspec

from zellig import corpora
from zellig.breakers.fakes.as_written import AsWritten
from zellig.decoding import decode_toml, fault
from zellig.errors import ZelligError
from zellig.files import read_whole
from zellig.performers import Role
from zellig.seats.schedule import Schedule
from zellig.seats.seating import Seating, seating_of

TieRule = Literal["free_point", "coin", "void"]

AS_WRITTEN = AsWritten.spec.name  # the breaker of pairs that are written already
PAIRS = ("minimal-pairs:", "grammaticality")  # corpora that bring the fakes along
REMEDY = "See docs/reference/arena.md."
MOST_ROUNDS = 10_000_000  # a transcript of gigabytes
LONGEST_LIMIT = 86_400.0  # seconds: a day
BATCH = 256  # rounds that a performer is given at once, unless a clock runs or somebody observes

Tables = Mapping[str, object]  # of TOML, as plain values


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the rules."""


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


class Conditions(Table, frozen=True, kw_only=True):
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

    @property
    def total(self) -> int:
        """All rounds of a game, scored or not."""
        return self.schedule.transparent + self.schedule.opaque + self.rounds


class Rules(Conditions, frozen=True, kw_only=True):
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
    def files_named(self) -> list[Path]:
        """The files and folders that the corpus and the names of the performers speak of."""
        of_seats = (seat.files_named for seat in self.seats.values())
        return [*corpora.files_named(self.corpus), *chain.from_iterable(of_seats)]

    @property
    def has_person(self) -> bool:
        """Does somebody play at this terminal?"""
        return any(seat.is_person for seat in self.seats.values())

    @property
    def game(self) -> str:
        """A name that no other game has."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:12]


class _Corpus(Table, frozen=True):
    name: str


class _Written(Conditions, frozen=True, kw_only=True):
    """`arena.toml` as it is written: the tables of performers hold their parameters, too."""

    corpus: _Corpus
    chooser: dict[str, object]
    breaker: dict[str, object] = {}
    curator: dict[str, object] = {}


def read_rules(path: Path) -> Rules:
    """The rules of a file; refuses what cannot be played."""
    return rules_of(read_tables(path), path)


def read_tables(path: Path) -> dict[str, object]:
    """The tables of a file as plain values."""
    return decode_toml(read_whole(path), dict[str, object], path=path, what="TOML", remedy=REMEDY)


def rules_of(written: Tables, path: Path | None = None) -> Rules:
    """The rules in plain values as TOML has them; refuses what cannot be played."""
    try:
        found = msgspec.convert(written, _Written)
    except msgspec.ValidationError as error:
        raise ZelligError(fault(error), path=path, remedy=REMEDY) from None
    corpus = found.corpus.name
    if not found.breaker and not corpus.startswith(PAIRS):
        raise ZelligError("there is no [breaker]", path=path, remedy=REMEDY)
    conditions = {name: getattr(found, name) for name in Conditions.__struct_fields__}
    rules = Rules(
        **conditions,
        corpus=corpus,
        curator=seating_of(found.curator or {"name": "uniform"}, "curator", path, REMEDY),
        breaker=seating_of(found.breaker or {"name": AS_WRITTEN}, "breaker", path, REMEDY),
        chooser=seating_of(found.chooser, "chooser", path, REMEDY),
    )
    refuse_nonsense(rules, path)
    return rules


def wants_secret(rules: Rules) -> bool:
    """Can somebody whose code is not ours work out the order of the texts from the seeds it is given?"""
    return not rules.secret and any(seat.is_from_outside for seat in rules.seats.values())


def refuse_nonsense(rules: Rules, path: Path | None) -> None:
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
    first, second = (rules.seats[role].address for role in pair)
    return first == second != ""
