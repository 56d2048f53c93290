"""Ladders of seasons: computed beside what is asked of a server, kept, and shown with their moment."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from datetime import datetime
from pathlib import Path
from threading import Lock, Thread
from typing import NamedTuple

import msgspec
from jinja2.utils import LRUCache

from zellig.engine import apart
from zellig.games.arena.season.figures import Ladder
from zellig.games.arena.season.plan import plan
from zellig.games.arena.season.reckoning import Outcome, Reckoning, reckoning, reckonings
from zellig.games.arena.season.records import Planned
from zellig.games.arena.season.recount import Written, recounted
from zellig.games.arena.standing import SeasonStanding
from zellig.server.arena.games import KeptGame, games_of, rounds_of
from zellig.server.arena.jobs import Score, Scores, in_quarantine
from zellig.server.arena.keeping import Arenas
from zellig.server.arena.player import as_played
from zellig.store.database import Database, open_database

LARGE = 2_000  # rounds: above that it takes longer than a process takes to start

log = logging.getLogger(__name__)


class Asked(NamedTuple):
    """The season whose ladder is computed."""

    where: Path | str
    arena: str
    season: str


class LadderThen(Ladder, frozen=True, kw_only=True):
    """A ladder, when what it tells of was read, and whether games have been completed since: then the next
    one is being computed."""

    at: datetime
    behind: bool = False


class State(NamedTuple):
    """What a ladder hangs on, of what may be known: complete games, or all when the season has ended."""

    ended: bool
    passed: tuple[str, ...]
    withdrawn: frozenset[str]
    people: int
    games: int
    rounds: int


class Ladders:
    """What a process has computed; nobody waits for a ladder of a season that goes on but the first."""

    def __init__(self) -> None:
        self._kept = LRUCache(16)
        self._running: dict[tuple[str, str], Future[LadderThen]] = {}
        self._lock = Lock()

    def of(
        self,
        key: tuple[str, str],
        state: State,
        compute: Callable[[], LadderThen],
        patience: float | None = None,
    ) -> LadderThen:
        """The ladder of a season; raises TimeoutError if it is not there after so many seconds.

        One that is behind is given while the next is computed, but for the last: of a season that has ended
        there is only one ladder.
        """
        until = None if patience is None else time.monotonic() + patience
        while True:
            with self._lock:
                kept: tuple[State, LadderThen] | None = self._kept.get(key)
                if kept is not None and kept[0] == state:
                    return kept[1]
                running = self._running.get(key)
                if running is None:
                    running = self._running[key] = Future()
                    Thread(target=self._run, args=(key, state, compute, running), daemon=True).start()
            if kept is not None and not state.ended:
                return msgspec.structs.replace(kept[1], behind=True)
            running.result(None if until is None else max(0.0, until - time.monotonic()))

    def _run(
        self,
        key: tuple[str, str],
        state: State,
        compute: Callable[[], LadderThen],
        running: Future[LadderThen],
    ) -> None:
        try:
            found = compute()
        except BaseException as error:
            log.exception("the ladder of %s could not be computed", " ".join(key))
            with self._lock:
                del self._running[key]
            running.set_exception(error)
        else:
            with self._lock:
                del self._running[key]
                self._kept[key] = state, found
            running.set_result(found)


def state_of(standing: SeasonStanding, began: Mapping[Planned, KeptGame]) -> State:
    """What the ladder of a season hangs on now."""
    told = [kept.played for planned, kept in began.items() if is_told(standing, planned, kept)]
    people, withdrawn = len(standing.people_in), frozenset(standing.withdrawn)
    return State(standing.ended, standing.passed, withdrawn, people, len(told), sum(told))


def is_told(standing: SeasonStanding, planned: Planned, kept: KeptGame) -> bool:
    """Of games that are not complete nothing is told before the season has ended, so that nobody learns what
    came of a round."""
    of_people = any(each.id in planned for each in standing.people_in)
    return standing.ended or kept.played >= (standing.of_people if of_people else standing.season).total


def compute(database: Database, now: datetime, asked: Asked, rounds: int) -> LadderThen:
    """The ladder of what is played now; that of many rounds by a process of its own, so that this one goes on
    serving others."""
    found = apart(compute_apart, asked) if rounds >= LARGE else _computed(database, asked)
    return LadderThen(**{key: getattr(found, key) for key in Ladder.__struct_fields__}, at=now)


def compute_apart(asked: Asked) -> Ladder:
    """The same with a connection to the database of its own, in a process that ends with it."""
    database = open_database(asked.where)
    try:
        return _computed(database, asked)
    finally:
        database.close()


def _computed(database: Database, asked: Asked) -> Ladder:
    with database.reading() as connection:
        standing = Arenas().of(connection, asked.arena).seasons[asked.season]
        began = games_of(connection, asked.arena, asked.season)
        score = Scores().of(connection, asked.arena, standing)
        told = {game: kept for game, kept in began.items() if is_told(standing, game, kept)}
        return recounted(
            written_of(standing),
            lambda game: rounds_of(connection, told[game].id) if game in told else (),
            reckonings_of(standing, score),
        )


def written_of(standing: SeasonStanding, names: Mapping[str, str] | None = None) -> Written:
    """A season as `season.json` has it; people are called by the names of their accounts, if these are given.

    People have no name in it otherwise: what an account is called changes when it is closed.
    """
    people = [
        msgspec.structs.replace(each, name=(names or {}).get(each.owner, "")) for each in standing.people_in
    ]
    return Written(
        standing.season,
        [as_played(each) for each in [*standing.performers, *people]],
        plan(standing.season, standing.performers),
        standing.people,
        list(standing.sittings.values()),
    )


def reckonings_of(standing: SeasonStanding, score: Score) -> dict[Planned, Reckoning]:
    """What became of all rounds that were planned; games of people come last."""
    gone = in_quarantine(standing, score)
    planned = plan(standing.season, standing.performers)
    found = reckonings(standing.season, planned, {}, standing.withdrawn, gone)
    rest: Outcome = "withdrawn" if standing.closed else "open"
    for sitting in standing.sittings.values():
        found[sitting.planned] = reckoning(standing.of_people, sitting.planned, (), rest)
    for game, nothing in found.items():
        if game in score.reckonings:
            found[game] = _with_rest(score.reckonings[game][1], nothing)
    return found


def _with_rest(played: Reckoning, planned: Reckoning) -> Reckoning:
    """The reckoning of a game of which nobody plays the rest any more."""
    (rest,) = planned.outcomes  # nothing of it was counted there
    outcomes = dict(played.outcomes)
    if left := outcomes.pop("open", 0):
        outcomes[rest] = outcomes.get(rest, 0) + left
    return msgspec.structs.replace(played, outcomes=outcomes)


def called(found: LadderThen, standing: SeasonStanding, names: Mapping[str, str]) -> LadderThen:
    """A ladder with the names that accounts have now, and with those as withdrawn who are."""
    rungs = {
        role: tuple(
            msgspec.structs.replace(rung, state="withdrawn") if rung.id in standing.withdrawn else rung
            for rung in of_role
        )
        for role, of_role in found.rungs.items()
    }
    people = tuple(msgspec.structs.replace(each, name=names.get(each.owner, "")) for each in found.people)
    return msgspec.structs.replace(found, rungs=rungs, people=people)
