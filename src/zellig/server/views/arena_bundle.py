"""A season that has ended as a folder in a zip: `zellig arena replay` computes its ladder again."""

from __future__ import annotations

import io
import zipfile

from zellig.files import indented
from zellig.games.arena.season.figures import Ladder
from zellig.games.arena.season.play import GAMES, LADDER, SEASON
from zellig.games.arena.transcript import FILE
from zellig.server.accounts import names_of
from zellig.server.arena.games import games_of, lines_of
from zellig.server.arena.keeping import season_of
from zellig.server.arena.ladders import called, written_of
from zellig.server.problems import ForbiddenError
from zellig.server.state import House
from zellig.server.views.arenas import ladder_of


def bundle_of(house: House, arena: str, name: str) -> bytes:
    """The season, its entrants, all transcripts, those of people among them, and the ladder that is shown;
    refuses before it has ended."""
    with house.database.reading() as connection:
        standing = season_of(house.arenas.of(connection, arena), name)
    if not standing.ended:
        raise ForbiddenError(
            "transcripts are public when the season has ended", remedy="Wait until all games are played."
        )
    found = ladder_of(house, arena, name)
    packed = io.BytesIO()
    with house.database.reading() as connection:
        names = names_of(connection, {each.owner for each in standing.people_in})
        shown = called(found, standing, names)
        plain = Ladder(**{key: getattr(shown, key) for key in Ladder.__struct_fields__})  # without its moment
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(SEASON, indented(written_of(standing, names)))
            archive.writestr(LADDER, indented(plain))
            for game, kept in games_of(connection, arena, name).items():
                archive.writestr(
                    f"{GAMES}/{game.id}/{FILE}", kept.head + b"\n" + lines_of(connection, kept.id)
                )
    return packed.getvalue()
