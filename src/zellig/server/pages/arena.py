"""The pages of the arena: what there is, its ladder, its games, how to enter, and where people play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import msgspec
from litestar import get
from litestar.params import QueryParameter
from sqlalchemy import Connection

from zellig.games.arena.standing import ArenaStanding, SeasonStanding
from zellig.performers import ROLES, Role
from zellig.registry import names
from zellig.seats.loading import GENERATOR, PERSON
from zellig.server.arena.entrants import KINDS
from zellig.server.arena.keeping import only_organisers, organises, season_of
from zellig.server.caller import Caller
from zellig.server.given import By, InHouse, Name
from zellig.server.pages.arena_words import next_step, rules_in_words
from zellig.server.pages.places import Tab
from zellig.server.pages.showing import Page, page
from zellig.server.problems import ForbiddenError, NotFoundError
from zellig.server.state import House
from zellig.server.views.arenas import (
    EntrantShown,
    SeasonShown,
    entrants_shown,
    games_shown,
    known_arenas,
    ladder_of,
    season_shown,
)

Of = Annotated[str | None, QueryParameter(name="season", max_length=64)]
PATIENCE = 0.5  # seconds that a page waits for a ladder that was not computed yet
DOES: dict[Role, str] = {
    "chooser": "Two texts, one of them a fake: name it.",
    "breaker": "Make a fake of a real text, so that choosers take it for real.",
    "curator": "Pick real texts that are hard to fake.",
}


class Stage:
    """An arena, seen by who asks, in one of its seasons."""

    def __init__(
        self, connection: Connection, house: House, caller: Caller, arena: str, season: str | None
    ) -> None:
        self.connection, self.house, self.caller, self.name = connection, house, caller, arena
        self.standing: ArenaStanding = house.arenas.of(connection, arena)
        every = list(self.standing.seasons)
        if season is not None:
            season_of(self.standing, season)
        self.season = season or (every[-1] if every else None)
        # Pages are of the newest season unless their address says otherwise.
        self.query = f"?season={self.season}" if every and self.season != every[-1] else ""

    @property
    def title(self) -> str:
        return self.standing.title

    @property
    def home(self) -> str:
        """The address of the arena."""
        return f"/arenas/{self.name}"

    @property
    def api(self) -> str:
        """Where its API is."""
        return f"/api/v1/arenas/{self.name}"

    @property
    def season_api(self) -> str:
        return f"{self.api}/seasons/{self.season}"

    @property
    def organises(self) -> bool:
        return organises(self.standing, self.caller.signed_in)

    @property
    def now(self) -> SeasonStanding | None:
        """The season that is shown."""
        return self.standing.seasons[self.season] if self.season else None

    @property
    def shown(self) -> SeasonShown | None:
        if self.season is None:
            return None
        return season_shown(self.connection, self.name, self.standing, self.season)

    @property
    def entrants(self) -> list[EntrantShown]:
        if self.season is None:
            return []
        return entrants_shown(self.connection, self.house, self.name, self.standing, self.season, self.caller)

    @property
    def names(self) -> dict[str, str]:
        """What entrants are called."""
        return {each.entrant: each.name for each in self.entrants}

    @property
    def tabs(self) -> Iterator[Tab]:
        """The pages that are for who asks."""
        yield Tab("Arena", f"{self.home}{self.query}")
        if self.now is not None:
            if self.now.people and not self.now.closed:
                yield Tab("Play", f"{self.home}/play")
            if not self.now.closed:
                yield Tab("Register", f"{self.home}/register")
            yield Tab("Ladder", f"{self.home}/ladder{self.query}")
            yield Tab("Games", f"{self.home}/games{self.query}")
        if self.organises:
            yield Tab("Organise", f"{self.home}/organise")

    def needed(self) -> SeasonStanding:
        """The season; refuses where there is none."""
        if self.now is None:
            raise NotFoundError("no season is open yet", remedy="Look at the page of the arena.")
        return self.now


@contextmanager
def stage_of(house: House, caller: Caller, arena: str, season: str | None = None) -> Iterator[Stage]:
    """An arena, read in one transaction."""
    with house.database.reading() as connection:
        yield Stage(connection, house, caller, arena, season)


@get("/arenas", sync_to_thread=True)
def show_arenas_page(house: InHouse, caller: By) -> Page:
    """All arenas."""
    return page("arenas.html", caller, arenas=known_arenas(house, caller))


@get("/new-arena", sync_to_thread=True)
def show_new_arena(caller: By) -> Page:
    """Found an arena; operators only."""
    if not caller.account.operator:
        raise ForbiddenError("only an operator founds arenas", remedy="Ask the operator of this server.")
    return page("new_arena.html", caller)


@get("/arenas/{arena:str}", sync_to_thread=True)
def show_arena_page(arena: Name, house: InHouse, caller: By, season: Of = None) -> Page:
    """An arena: the rules in plain words, how far the season is, and what to do next."""
    with stage_of(house, caller, arena, season) as stage:
        step = next_step(stage.now, caller.signed_in, stage.organises)
        words = rules_in_words(stage.now.season, stage.now.people) if stage.now else []
        return page("arena.html", caller, stage=stage, step=step, words=words)


@get("/arenas/{arena:str}/ladder", sync_to_thread=True)
def show_ladder_page(arena: Name, house: InHouse, caller: By, season: Of = None) -> Page:
    """The ladder: tiers and intervals, strengths, and for organisers what the test of collusion found."""
    with stage_of(house, caller, arena, season) as stage:
        name = stage.needed().season.name
    try:  # not within the transaction: it may take a while
        found = ladder_of(house, arena, name, PATIENCE)
    except TimeoutError:
        found = None
    with stage_of(house, caller, arena, name) as stage:
        return page("ladder.html", caller, stage=stage, ladder=found)


@get("/arenas/{arena:str}/games", sync_to_thread=True)
def show_games_page(arena: Name, house: InHouse, caller: By, season: Of = None) -> Page:
    """The games, what became of their rounds, and their transcripts when the season has ended."""
    with stage_of(house, caller, arena, season) as stage:
        games = games_shown(stage.connection, house, arena, stage.needed())
        return page("arena_games.html", caller, stage=stage, games=games)


@get("/arenas/{arena:str}/register", sync_to_thread=True)
def show_register_page(arena: Name, house: InHouse, caller: By) -> Page:
    """Enter a performer, with the commands to copy."""
    account = caller.account
    with stage_of(house, caller, arena) as stage:
        stage.needed()
        kinds: dict[Role, list[str]] = {
            role: [each for each in names(KINDS[role]) if each not in (PERSON, GENERATOR)] for role in ROLES
        }
        return page(
            "register.html",
            caller,
            stage=stage,
            mine=[each for each in stage.entrants if each.mine and each.kind != "person"],
            kinds=kinds if account.operator else {},
            roles=ROLES,
            address=house.settings.address,
        )


@get("/arenas/{arena:str}/play", sync_to_thread=True)
def show_play_page(arena: Name, house: InHouse, caller: By) -> Page:
    """Choose what to be."""
    caller.account  # noqa: B018 -- who has not signed in does that first
    with stage_of(house, caller, arena) as stage:
        stage.needed()
        return page("play.html", caller, stage=stage, does=DOES)


@get("/arenas/{arena:str}/play/{role:str}", sync_to_thread=True)
def show_turn_page(arena: Name, role: Name, house: InHouse, caller: By) -> Page:
    """Play a role: what is asked comes from the API, and nothing else is on the page."""
    caller.account  # noqa: B018
    with stage_of(house, caller, arena) as stage:
        season = stage.needed()
        if role not in ROLES:
            raise NotFoundError("there is no such role", remedy="Choose another.")
        told = {"length": season.season.guards.length, "limit": season.season.rounds}
        return page("turn.html", caller, stage=stage, role=role, does=DOES, rules=msgspec.to_builtins(told))


@get("/arenas/{arena:str}/organise", sync_to_thread=True)
def show_organise_page(arena: Name, house: InHouse, caller: By) -> Page:
    """Bring texts, open a season, close it."""
    caller.account  # noqa: B018
    with stage_of(house, caller, arena) as stage:
        only_organisers(stage.standing, caller.account)
        return page("arena_organise.html", caller, stage=stage)


HANDLERS = [
    show_arenas_page,
    show_new_arena,
    show_arena_page,
    show_ladder_page,
    show_games_page,
    show_register_page,
    show_play_page,
    show_turn_page,
    show_organise_page,
]
