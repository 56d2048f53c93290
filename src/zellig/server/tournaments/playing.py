"""Tournaments as far as they were played in their rooms.

A match that has ended is that of its game as it stands now: rulings that come later count. What is computed
from matches is kept by each process for as long as they stay what they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from threading import Lock
from typing import NamedTuple

from jinja2.utils import LRUCache
from msgspec.structs import replace
from sqlalchemy import Connection, func, select

from zellig.errors import ZelligError
from zellig.games.match.playing import Match
from zellig.games.match.rooms import RoomState
from zellig.games.match.seeing import undecided
from zellig.games.tournament.figures import PlayFigures, figures_of
from zellig.games.tournament.questions import Pool
from zellig.games.tournament.records import playing_of
from zellig.games.tournament.standing import Standing
from zellig.games.tournament.tournament import Beginning, Game, Key, Tournament, advanced, refuse_another
from zellig.server.live.rooms.matches import Matches
from zellig.server.rooms import Rooms
from zellig.server.tournaments.keeping import pool_of
from zellig.store.database.connecting import writes
from zellig.store.database.tables.rooms import ROOM_EVENTS, ROOMS

KEPT = 16  # tournaments that a process remembers


class RoomNow(NamedTuple):
    """The room of a game."""

    room: str
    last: int  # of its events
    state: RoomState
    match: Match | None = None  # if it is over
    speakers: Mapping[str, str] = {}  # by player, the accounts of people
    misses: Mapping[str, int] = {}  # by name, the tossups to which a program said nothing that counts


class Played(NamedTuple):
    """A tournament, and where its games are."""

    tournament: Tournament
    rooms: dict[Key, RoomNow]
    unfit: dict[Key, str]  # matches that are over and cannot be taken, and why
    hangs_on: tuple[int, tuple[tuple[Key, int], ...]]  # its events, and those of matches that are over

    @property
    def misses(self) -> Counter[str]:
        """By program, the tossups of all matches that count to which it said nothing that counts."""
        return sum((Counter(self.rooms[key].misses) for key in self.tournament.matches), Counter())

    @property
    def undecided(self) -> list[str]:
        """Rooms of matches that count, with protests that wait for a ruling."""
        matches = self.tournament.matches
        return [self.rooms[key].room for key, match in matches.items() if undecided(match.events)]


class Playing:
    """What a process knows of tournaments."""

    def __init__(self, rooms: Rooms, matches: Matches) -> None:
        self._rooms, self._matches = rooms, matches
        self._pools, self._played, self._figures = LRUCache(KEPT), LRUCache(KEPT), LRUCache(KEPT)
        self._computing = Lock()

    def pool(self, connection: Connection, name: str) -> Pool:
        """The questions, which never change."""
        found: Pool | None = self._pools.get(name)
        if found is None:
            found = pool_of(connection, name)
            if not writes(connection):  # else it may be one that never comes to be
                self._pools[name] = found
        return found

    def of(self, connection: Connection, name: str, standing: Standing) -> Played:
        """A tournament in this transaction."""
        before: Played | None = self._played.get(name)
        rooms = self._looked_at(connection, standing, before.rooms if before else {})
        hangs_on = (standing.last, tuple((key, each.last) for key, each in rooms.items() if each.match))
        if before is not None and before.hangs_on == hangs_on:
            found = before._replace(rooms=rooms)
        else:
            beginning = Beginning(standing.plan, standing.rules, self.pool(connection, name))
            found = _played(standing, beginning, rooms, hangs_on)
        if not writes(connection):
            self._played[name] = found
        return found

    def figures(self, name: str, played: Played) -> PlayFigures:
        """How everybody played. It takes a while, so that only one computes at a time."""
        key = (name, played.hangs_on)
        with self._computing:
            found: PlayFigures | None = self._figures.get(key)
            if found is None:
                found = self._figures[key] = figures_of(playing_of(played.tournament))
            return found

    def _looked_at(
        self, connection: Connection, standing: Standing, before: dict[Key, RoomNow]
    ) -> dict[Key, RoomNow]:
        """The rooms of all games; those in which nothing has happened since are not read again."""
        places = {
            (made.round.number, number): room
            for made in standing.rounds
            for number, room in enumerate(made.rooms, start=1)
        }
        if not places:
            return {}
        events, here = ROOM_EVENTS.c, ROOMS.c.id
        last = select(func.max(events.number)).where(events.room == here).scalar_subquery()
        query = select(here, last).where(here.in_(places.values()))
        lasts: dict[str, int] = dict(connection.execute(query).all())
        found = {}
        for key, room in places.items():
            kept = before.get(key)
            if kept is None or kept.last != lasts[room]:
                now = self._rooms.of(connection, room)
                kept = RoomNow(room, lasts[room], now.state)
                if now.state == "over":
                    match = self._matches.of(connection, room, now)
                    speakers = {each.player.id: each.account for each in now.places}
                    misses = {each.player.name: now.misses[each.player.id] for each in now.places}
                    kept = kept._replace(match=match, speakers=speakers, misses=misses)
            found[key] = kept
        return found


def _as_entered(match: Match, speakers: Mapping[str, str], standing: Standing) -> Match:
    """A match with its people under the names by which they entered: a room may call them otherwise."""
    names = {each.account: each.name for each in standing.people}
    players = (replace(each, name=names.get(speakers[each.id], each.name)) for each in match.setting.players)
    return match._replace(setting=replace(match.setting, players=tuple(players)))


def _played(
    standing: Standing,
    beginning: Beginning,
    rooms: dict[Key, RoomNow],
    hangs_on: tuple[int, tuple[tuple[Key, int], ...]],
) -> Played:
    unfit: dict[Key, str] = {}

    def play(game: Game) -> Match | None:
        """The match of a game, as `zellig tournament take` takes one."""
        room = rooms[game.round, game.number]
        if room.match is None:
            return None
        match = _as_entered(room.match, room.speakers, standing)
        try:
            refuse_another(game, match)
        except ZelligError as error:
            unfit[game.round, game.number] = error.what
            return None
        return match

    made = [each.round for each in standing.rounds]
    return Played(advanced(beginning, standing.forfeits, play, made), rooms, unfit, hangs_on)
