"""Who plays seasons where there are several, and one of them cannot be played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from arena_night import TEXTS, Table, table
from contest_night import night
from databases import Databases
from zellig.server.arena.player import SeasonPlayer
from zellig.store.database.tables.arenas import ARENA_GAMES, ARENA_SEASONS

OURS = [("curator", "uniform"), ("breaker", "copy"), ("breaker", "same-tag"), ("chooser", "random")]


@pytest.fixture
def spread(new_databases: Databases, tmp_path: Path) -> Iterator[Table]:
    with night(new_databases.new("sqlite"), tmp_path, private_endpoints=True) as served:
        yield table(served)


def _open(spread: Table, arena: str) -> None:
    """A season of two games, with performers of ours."""
    given = {"season": "first", "texts": spread.texts, "rounds": 4, "time_limit": 5.0}
    if arena != "canteen":
        spread.organiser.post("/arenas", {"arena": arena, "title": "Another"})
        path = f"/arenas/{arena}/texts"
        made = spread.organiser.send("POST", path, params={"filename": "t.txt"}, content=TEXTS.encode())
        given["texts"] = made.json()["texts"]
    spread.organiser.post(f"/arenas/{arena}/seasons", given)
    for role, name in OURS:
        body = {"role": role, "name": name, "performer": name}
        spread.organiser.post(f"/arenas/{arena}/seasons/first/entrants", body)
    spread.check()


def _games(spread: Table) -> list[str]:
    """The arenas of all games that were begun."""
    with spread.night.house.database.reading() as connection:
        return sorted(connection.execute(select(ARENA_GAMES.c.arena)).scalars())


def test_a_season_that_cannot_be_played_does_not_keep_the_others_waiting(
    spread: Table, caplog: pytest.LogCaptureFixture
) -> None:
    _open(spread, "canteen")
    nowhere = {"id": "0", "arena": "canteen", "season": "nowhere"}  # nothing is written of it
    with spread.night.house.database.writing() as connection:
        connection.execute(ARENA_SEASONS.insert().values(nowhere))
    spread.play()
    assert _games(spread) == ["canteen", "canteen"]
    assert "the season nowhere of canteen could not be played" in caplog.text


def test_seasons_are_served_in_turn(spread: Table) -> None:
    for arena in ("canteen", "cellar"):
        _open(spread, arena)
    player = SeasonPlayer(spread.night.house.database)
    assert player.work()
    assert player.work()
    assert _games(spread) == ["canteen", "cellar"]
