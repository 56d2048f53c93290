"""The report of a season of the arena: one HTML file that needs no network."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from markupsafe import Markup

from zellig import __version__
from zellig.files import write_text
from zellig.games.arena.season.figures import Ladder, Rung
from zellig.games.arena.season.records import Season
from zellig.performers import Role
from zellig.report.curve import COLOURS, Line, drawn
from zellig.report.page import template

REPORT = "report.html"


class Curve(msgspec.Struct, frozen=True):
    """S of the entrants of a role over time, in one drawing."""

    role: Role
    svg: Markup
    lines: list[Line]


def write_season(folder: Path, season: Season, found: Ladder) -> None:
    """Write the report of a season into its folder."""
    write_text(folder / REPORT, season_html(season, found))


def season_html(season: Season, found: Ladder) -> str:
    """The report of a season, as one string of HTML."""
    return template("season.html").render(
        title=season.name,
        version=__version__,
        season=season,
        ladder=found,
        curves=[
            _curve(place, role, rungs, season) for place, (role, rungs) in enumerate(found.rungs.items())
        ],
        judged=[each for each in found.collusion if not each.unknown],
        unjudged=sorted({each.unknown for each in found.collusion if each.unknown}),
    )


def _curve(number: int, role: Role, rungs: Sequence[Rung], season: Season) -> Curve:
    lines = []
    for place, rung in enumerate(rungs):
        points = [
            ((tenth + 0.5) * season.total / len(rung.windows), window.S)
            for tenth, window in enumerate(rung.windows)
            if window.S is not None
        ]
        if points:
            lap, colour = divmod(place, COLOURS)
            lines.append(Line(rung.name, points, colour=colour, dash=lap))
    return Curve(role, drawn(number, f"S over time, {role}s", lines, season.total), lines)
