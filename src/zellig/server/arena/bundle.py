"""A season that has ended as a folder in a zip: `zellig arena replay` computes its ladder again."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection

from zellig.files import write_json
from zellig.games.arena.season.plan import plan
from zellig.games.arena.season.play import GAMES, LADDER, SEASON, Written, recomputed
from zellig.games.arena.standing import SeasonStanding
from zellig.games.arena.transcript import FILE
from zellig.server.arena.games import games_of, lines_of
from zellig.server.arena.player import as_played
from zellig.server.problems import ForbiddenError

PEOPLE = "people"  # the folder of their games, which the ladder in the zip does not count


def bundle_of(connection: Connection, arena: str, standing: SeasonStanding) -> bytes:
    """The season, its entrants, all transcripts, and the ladder that those of performers come to; refuses
    before it has ended."""
    if not standing.ended:
        raise ForbiddenError(
            "transcripts are public when the season has ended", remedy="Wait until all games are played."
        )
    games = games_of(connection, arena, standing.season.name)
    planned = plan(standing.season, standing.performers)
    with TemporaryDirectory(prefix="zellig-season-") as place:
        folder = Path(place)
        entrants = [as_played(entrant) for entrant in standing.performers]
        write_json(folder / SEASON, Written(standing.season, entrants))
        for game, kept in games.items():
            path = folder / (GAMES if game in planned else PEOPLE) / game.id / FILE
            path.parent.mkdir(parents=True)
            path.write_bytes(kept.head + b"\n" + lines_of(connection, kept.id))
        write_json(folder / LADDER, recomputed(folder))
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(each for each in folder.rglob("*") if each.is_file()):
                archive.write(path, path.relative_to(folder).as_posix())
        return packed.getvalue()
