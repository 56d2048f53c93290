"""The arena of `zellig serve --demo`: a season that can be joined, on sentences of our own."""

from __future__ import annotations

from datetime import datetime
from importlib.resources import files

from sqlalchemy import Connection

from zellig.games.arena.season.records import Season
from zellig.performers import Role
from zellig.server.accounts import Account
from zellig.server.arena.entrants import Registering, register
from zellig.server.arena.keeping import Arenas, bring_texts, found_arena, open_season, read_texts

ARENA, SEASON = "demo", "first"
ENTRANTS: tuple[tuple[Role, str], ...] = (  # all of them need nothing but what Zellig brings
    ("curator", "uniform"),
    ("curator", "length"),
    ("breaker", "word-shuffle"),
    ("breaker", "copy"),
    ("chooser", "random"),
)


def furnish_arena(connection: Connection, now: datetime, organiser: Account) -> None:
    """An arena with a season that is open, and performers of ours that play when a worker is there."""
    arenas = Arenas()
    content = files(__package__).joinpath("data/arena.txt").read_bytes()
    found_arena(connection, now, organiser, ARENA, "The canteen: tell the fake")
    standing = arenas.of(connection, ARENA)
    number = len(read_texts("arena.txt", content))
    texts = bring_texts(connection, now, ARENA, standing, organiser, "arena.txt", content, number)
    season = Season(name=SEASON, corpus="", rounds=40, time_limit=5.0, tie_rule="void")
    open_season(connection, now, ARENA, arenas.of(connection, ARENA), organiser, season, texts, people=10)
    for role, name in ENTRANTS:
        asked = Registering(role, name, performer=name)
        register(connection, now, ARENA, arenas.of(connection, ARENA), organiser, SEASON, asked)
