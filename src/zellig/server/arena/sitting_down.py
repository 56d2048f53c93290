"""Sitting down to a game in the arena: with whom, and which of their rounds one is given.

Who chooses is given rounds with a fake, of texts that they do not know: they are picked one by one.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from sqlalchemy import Connection

from zellig.games.arena import events
from zellig.games.arena.rounds import Round, is_tie
from zellig.games.arena.rules import Guards
from zellig.games.arena.season.records import Entrant, Planned, Sitting
from zellig.games.arena.standing import ArenaStanding, SeasonStanding
from zellig.performers import ROLES, Role
from zellig.seats.seating import Seating
from zellig.server.accounts import Account
from zellig.server.arena.games import KeptGame, games_of, rounds_of
from zellig.server.arena.keeping import ARENA, refuse_closed, season_of
from zellig.server.arena.knowing import known_texts, refuse_informed
from zellig.server.arena.people import turn_of
from zellig.server.problems import ConflictError
from zellig.server.secrets import new_id


def sit_down(
    connection: Connection,
    now: datetime,
    arena: str,
    standing: ArenaStanding,
    account: Account,
    name: str,
    role: Role,
    gone: set[str],
) -> Sitting:
    """The game that somebody is at in a role, or a new one with performers that are not `gone`; refuses where
    nobody can be played with yet."""
    season = season_of(standing, name)
    refuse_closed(season)
    if not season.people:
        raise ConflictError("people do not play in this season", remedy="Register a performer.")
    if role == "chooser":
        refuse_informed(season, account)
    sitting = season.sitting_of(account.id, role)
    if sitting is not None and turn_of(connection, season, sitting, role).round is not None:
        return sitting
    me = season.person(account.id, role)
    noted: list[events.Event] = []
    if me is None:
        me = Entrant(f"person-{new_id()[:8].lower()}", role, "", Seating("person"), account.id, "person")
        noted.append(events.EntrantRegistered(name, me))
    sitting = _new_game(connection, arena, season, me, gone)
    sat = events.PersonSatDown(
        name, sitting.game, me.id, *sitting.planned, source=sitting.source, rounds=sitting.rounds
    )
    ARENA.append(connection, now, arena, account.id, *noted, sat)
    return sitting


def _new_game(
    connection: Connection, arena: str, season: SeasonStanding, me: Entrant, gone: set[str]
) -> Sitting:
    """With those with whom people have played least; nobody plays twice with the same, nor with performers of
    their own."""
    games = games_of(connection, arena, season.season.name)
    known = known_texts(connection, season, me, games) if me.role == "chooser" else set()
    for planned, kept in _opponents(season, me, games, gone):
        if rounds := _rounds_for(connection, season, me.role, kept, known):
            if me.role == "curator":  # whose texts are their own: the breaker has shown that it makes fakes
                return Sitting(new_id(), me.id, planned)
            return Sitting(new_id(), me.id, planned, kept.id, rounds)
    raise ConflictError(
        "there is nobody to play with yet, or nobody whose texts you do not know",
        remedy="Come back when more performers have played.",
    )


def _opponents(
    season: SeasonStanding, me: Entrant, games: dict[Planned, KeptGame], gone: set[str]
) -> list[tuple[Planned, KeptGame]]:
    """The games that somebody may be given next, and whose rounds they are, the best first."""
    there = [each for each in season.performers if each.id not in season.withdrawn | gone]
    others = {each.id for each in there if each.owner != me.owner or each.kind == "here"}
    met = Counter(each for sitting in season.sittings.values() for each in sitting.planned)
    mine = {sitting.planned for sitting in season.sittings.values() if sitting.entrant == me.id}
    found: dict[Planned, KeptGame] = {}
    for planned, kept in games.items():
        machines = {planned.by(role) for role in ROLES if role != me.role}
        given = planned._replace(**{me.role: me.id})
        if set(planned) <= set(season.passed) and machines <= others and given not in mine:
            found.setdefault(given, kept)
    return sorted(found.items(), key=lambda each: (sum(met[who] for who in each[0]), each[0]))


def _rounds_for(
    connection: Connection, season: SeasonStanding, role: Role, kept: KeptGame, known: set[str]
) -> tuple[int, ...]:
    """The first rounds of a game that can be given to a person: as many as a game of a person has, or none.

    No text comes twice, and nobody plays with a breaker that makes no fakes.
    """
    guards, enough = season.season.guards, season.of_people.total
    seen, found = set(known), []
    for played in rounds_of(connection, kept.id):
        if played.real in seen or (role != "breaker" and not _has_fake(played, guards)):
            continue
        seen.add(played.real)
        found.append(played.n)
        if len(found) == enough:
            return tuple(found)
    return ()


def _has_fake(played: Round, guards: Guards) -> bool:
    return "breaker" not in played.missing and not is_tie(played, guards)
