"""What is to be done next in a season: a game of performers, one of a person, or to end it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec
from jinja2.utils import LRUCache
from sqlalchemy import Connection, or_, select, update

from zellig.games.arena import events
from zellig.games.arena.season.plan import plan
from zellig.games.arena.season.reckoning import Reckoning, may_play, quarantined, reckoning
from zellig.games.arena.season.records import Planned, Sitting
from zellig.games.arena.standing import SeasonStanding
from zellig.server.arena.entrants import forget_tokens
from zellig.server.arena.games import KeptGame, games_of, lines_of, reached, rounds_in
from zellig.server.arena.keeping import ARENA
from zellig.server.leasing import LEASE
from zellig.store.database.tables.arenas import ARENA_SEASONS


class SeasonRow(msgspec.Struct, frozen=True):
    """A season as a job."""

    id: str
    arena: str
    season: str


@dataclass
class Score:
    """The reckonings of the games that were looked at, each with how many rounds it is about."""

    reckonings: dict[Planned, tuple[int, Reckoning]] = field(default_factory=dict)


class Scores:
    """The reckonings of seasons, of which a process remembers those of games that have not come on."""

    def __init__(self) -> None:
        self._kept = LRUCache(16)

    def of(self, connection: Connection, arena: str, standing: SeasonStanding) -> Score:
        """The reckonings of a season."""
        key = (arena, standing.season.name)
        before: Score = self._kept.get(key) or Score()
        score = Score(dict(before.reckonings))  # another thread may look at the one that is kept
        count(connection, standing, games_of(connection, arena, standing.season.name), score)
        self._kept[key] = score
        return score


@dataclass(frozen=True)
class Job:
    """A game to be played, or to be gone on with; or that the season is over."""

    planned: Planned | None = None
    kept: KeptGame | None = None
    sitting: Sitting | None = None
    over: bool = False


def next_job(connection: Connection, arena: str, standing: SeasonStanding, score: Score) -> Job | None:
    """What is to be done next; None if there is nothing now."""
    season = standing.season
    games = games_of(connection, arena, season.name)
    count(connection, standing, games, score)
    gone = in_quarantine(standing, score)
    for sitting in unplayed(connection, standing, games):
        return Job(sitting.planned, games.get(sitting.planned), sitting)
    for planned in plan(season, standing.performers):
        kept = games.get(planned)
        played = kept.played if kept else 0
        # One that has begun is played to its end, whoever is gone meanwhile: who is gone misses its rounds.
        if played < season.total and (kept or may_play(planned, standing.withdrawn, gone)):
            return Job(planned, kept)
    return Job(over=True) if standing.closed else None


def in_quarantine(standing: SeasonStanding, score: Score) -> set[str]:
    """Who is not asked any more, by the games of performers: whoever replays them decides the same."""
    sittings = {each.planned for each in standing.sittings.values()}
    done = (each for planned, (_, each) in score.reckonings.items() if planned not in sittings)
    return quarantined(standing.season, done)


def gone_for_people(standing: SeasonStanding, score: Score) -> set[str]:
    """Who is not given to people to play with: who misses too many rounds, theirs among them."""
    return quarantined(standing.season, (each for _, each in score.reckonings.values()))


def count(
    connection: Connection,
    standing: SeasonStanding,
    games: dict[Planned, KeptGame],
    score: Score,
) -> None:
    """Take the reckonings of the games that have come on."""
    sittings = {each.planned for each in standing.sittings.values()}
    for planned, kept in games.items():
        if score.reckonings.get(planned, (0, None))[0] != kept.played:
            season = standing.of_people if planned in sittings else standing.season
            found = reckoning(season, planned, rounds_in(lines_of(connection, kept.id)))
            score.reckonings[planned] = kept.played, found


def unplayed(
    connection: Connection, standing: SeasonStanding, games: dict[Planned, KeptGame]
) -> Iterable[Sitting]:
    """The games of people who have done more than was played."""
    if not standing.sittings:
        return
    moves = reached(connection, list(standing.sittings))
    for sitting in standing.sittings.values():
        kept = games.get(sitting.planned)
        if moves.get(sitting.game, 0) > (kept.played if kept else 0):
            yield sitting


def waiting_seasons(connection: Connection, now: datetime) -> list[SeasonRow]:
    """The seasons that go on, and that nobody holds."""
    return [_row(row) for row in connection.execute(_free(now)).mappings()]


def lease_season(connection: Connection, now: datetime, worker: str, row: SeasonRow) -> bool:
    """Hold a season; says whether one has it."""
    query = _free(now).where(ARENA_SEASONS.c.id == row.id).with_for_update(skip_locked=True)
    if connection.execute(query).first() is None:
        return False
    mine = update(ARENA_SEASONS).where(ARENA_SEASONS.c.id == row.id)
    connection.execute(mine.values(leased_by=worker, leased_until=now + LEASE))
    return True


def renew_season(connection: Connection, now: datetime, worker: str, row: SeasonRow) -> bool:
    """Hold a season for longer; says whether it is still one's own."""
    held = _held(worker, row).values(leased_until=now + LEASE)
    return bool(connection.execute(held).rowcount)


def let_go(connection: Connection, worker: str, row: SeasonRow) -> None:
    """Leave a season to whoever looks for work next."""
    connection.execute(_held(worker, row).values(leased_by=None, leased_until=None))


def end_season(
    connection: Connection, now: datetime, row: SeasonRow, standing: SeasonStanding, score: Score
) -> None:
    """Write down that all rounds are accounted for: the transcripts are public from now on, and tokens
    are forgotten."""
    ended = update(ARENA_SEASONS).where(ARENA_SEASONS.c.id == row.id, ARENA_SEASONS.c.ended_at.is_(None))
    if connection.execute(ended.values(ended_at=now, leased_by=None, leased_until=None)).rowcount:
        gone = tuple(sorted(in_quarantine(standing, score)))
        ARENA.append(connection, now, row.arena, None, events.SeasonEnded(row.season, gone))
        forget_tokens(connection, row.arena, row.season)


def _free(now: datetime) -> Any:
    return (
        select(ARENA_SEASONS)
        .where(
            ARENA_SEASONS.c.ended_at.is_(None),
            or_(ARENA_SEASONS.c.leased_until.is_(None), ARENA_SEASONS.c.leased_until < now),
        )
        .order_by(ARENA_SEASONS.c.id)
    )


def _held(worker: str, row: SeasonRow) -> Any:
    return update(ARENA_SEASONS).where(ARENA_SEASONS.c.id == row.id, ARENA_SEASONS.c.leased_by == worker)


def _row(row: Any) -> SeasonRow:
    return SeasonRow(*(row[key] for key in SeasonRow.__struct_fields__))
