"""The reports of a game in the arena and of a grid of games: one HTML file each that needs no network."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from zellig import __version__
from zellig.files import write_text
from zellig.games.arena.figures import Figures, Window
from zellig.games.arena.grid import GameRow, Played
from zellig.games.arena.grid_scores import Cell, names_of
from zellig.games.arena.rounds import Round, shown
from zellig.games.arena.rules import Guards, Rules
from zellig.games.arena.transcript import FILE, read_head, rounds_of
from zellig.measures.trend import Slope
from zellig.pairs.diff import Segment, segments
from zellig.performers import ROLES
from zellig.report.arena_words import (
    canary_in_words,
    game_in_words,
    rules_in_words,
    trend_in_a_word,
    trends_in_words,
    ungrouped_in_words,
)
from zellig.report.curve import COLOURS, Line, Phase, drawn
from zellig.report.page import template
from zellig.terminal import visible

REPORT = "report.html"
EXAMPLES = 100  # rounds that the chooser won, and as many that it lost
LONGEST = 1000  # characters of a text that are shown
WIDE = 12  # windows of a curve that stands beside others
GROUPS = {"change": "what the breaker did", "label": "answer of the text's own task"}


class Curves(msgspec.Struct, frozen=True):
    """The games against a breaker, in one drawing."""

    breaker: str
    svg: str
    lines: list[Line]


class Trending(msgspec.Struct, frozen=True):
    """The line through S in a phase of a game, and what that says: nothing, if it may as well be level."""

    cell: Cell
    phase: str
    slope: Slope
    verdict: str


class Example(msgspec.Struct, frozen=True):
    """A round to look at, with the texts as the chooser saw them."""

    n: int
    won: bool
    canary: bool
    by_coin: bool
    phenomenon: str
    real: list[Segment]
    fake: list[Segment]
    confidence: float | None
    about: list[str]


class Examples(msgspec.Struct, frozen=True):
    """Rounds to look at, and of how many they are."""

    lost: int
    won: int
    rounds: list[Example]


def write_game(folder: Path, figures: Figures) -> None:
    """Write the report of a game, with the figures of its transcript, into its folder."""
    write_text(folder / REPORT, game_html(folder, figures))


def game_html(folder: Path, figures: Figures) -> str:
    """The report of the game in a folder, with the figures of its transcript, as one string of HTML."""
    head = read_head(folder / FILE)
    rules = head.rules
    return template("arena.html").render(
        title=f"{head.players['chooser'].spec.name} against {head.players['breaker'].spec.name}",
        version=__version__,
        game=head.game,
        players=head.players,
        rules=rules,
        rules_in_words=rules_in_words(rules),
        figures=figures,
        words=game_in_words(figures),
        trends=trends_in_words(figures),
        canary=canary_in_words(figures),
        ungrouped=ungrouped_in_words(figures),
        curve=game_curve(figures, rules),
        groups=GROUPS,
        examples=_Sample(head.game, rules.guards).of(rounds_of(folder / FILE)),
    )


def write_grid(folder: Path, played: Played) -> None:
    """Write the report of a grid that was played in a folder, and those of its games."""
    grid = played.figures
    games = {row.cell: row for row in grid.games}
    for cell, row in games.items():
        write_game(folder / row.folder, played.scores[cell])
    page = template("arena_grid.html").render(
        title="Grid of the arena",
        version=__version__,
        rules=read_head(folder / grid.games[0].folder / FILE).rules,
        grid=grid,
        games=games,
        names={role: names_of(role, games) for role in ROLES},
        curves=grid_curves(games, played.scores, folder),
        trends=grid_trends(games),
        report=REPORT,
    )
    write_text(folder / REPORT, page)


# -- curves


def game_curve(figures: Figures, rules: Rules) -> str:
    """S by windows with their intervals, and from the beginning to each round."""
    curve = figures.curve
    if not curve:
        return ""
    windows = Line(
        "by window",
        [(_middle(row), row.S or 0.0) for row in curve],
        [(_middle(row), *(row.interval or (0.0, 1.0))) for row in curve],
    )
    cumulative = Line("from the first round on", [(row.stop, row.cumulative) for row in curve], colour=1)
    return drawn(0, "S over time", [windows, cumulative], rules.total, phases(rules), figures.converged_at)


def grid_curves(games: Mapping[Cell, GameRow], figures: Mapping[Cell, Figures], folder: Path) -> list[Curves]:
    """For each breaker one drawing, with a line for each of its games."""
    choosers, curators = names_of("chooser", games), names_of("curator", games)
    curves = []
    for number, breaker in enumerate(names_of("breaker", games)):
        lines = []
        for cell in (each for each in games if each.breaker == breaker):
            rules = read_head(folder / games[cell].folder / FILE).rules
            windows = wide(figures[cell].curve, WIDE)
            name = f"{cell.chooser}, {cell.curator}" if len(curators) > 1 else cell.chooser
            lap, colour = divmod(choosers.index(cell.chooser), COLOURS)
            if windows:
                lines.append(Line(name, windows, colour=colour, dash=lap + curators.index(cell.curator)))
        svg = drawn(number, f"S over time against {breaker}", lines, rules.total, phases(rules))
        curves.append(Curves(breaker, svg, lines))
    return curves


def grid_trends(games: Mapping[Cell, GameRow]) -> list[Trending]:
    """For each game and phase the line through S, in the order of the drawings."""
    breakers = names_of("breaker", games)
    cells = sorted(games, key=lambda cell: breakers.index(cell.breaker))
    return [
        Trending(cell, phase, slope, trend_in_a_word(slope))
        for cell in cells
        for phase, slope in games[cell].trend.items()
    ]


def phases(rules: Rules) -> list[Phase]:
    """The parts of a game that have rounds."""
    first, second = rules.schedule.transparent, rules.schedule.transparent + rules.schedule.opaque
    parts = [Phase("transparent", 0, first), Phase("opaque", first, second)]
    return [phase for phase in [*parts, Phase("scored", second, rules.total)] if phase.start < phase.stop]


def wide(curve: Sequence[Window], most: int) -> list[tuple[float, float]]:
    """The curve in at most so many windows: lines that stand beside others must be calm."""
    size = -(-len(curve) // most) or 1
    points = []
    for start in range(0, len(curve), size):
        rows = curve[start : start + size]
        rounds = sum(row.rounds for row in rows)
        won = sum((row.S or 0.0) * row.rounds for row in rows)
        points.append(((rows[0].start + rows[-1].stop) / 2, won / rounds))
    return points


def _middle(row: Window) -> float:
    return (row.start + row.stop) / 2


# -- rounds


class _Sample:
    """Rounds to look at: some that the chooser won and some that it lost, from all over the game."""

    def __init__(self, game: str, guards: Guards) -> None:
        self._chance = random.Random(game)  # noqa: S311  (a sample to look at)
        self._guards = guards
        self._kept: dict[bool, list[Round]] = {False: [], True: []}
        self.seen = {False: 0, True: 0}

    def of(self, rounds: Iterable[Round]) -> Examples:
        """The examples, and of how many they are."""
        for played in rounds:
            if played.phase == "scored" and played.pair.promise == "flip" and played.choice is not None:
                self._add(played)
        both = [*self._kept[False], *self._kept[True]]
        shown_rounds = [_example(played, self._guards) for played in sorted(both, key=lambda each: each.n)]
        return Examples(self.seen[False], self.seen[True], shown_rounds)

    def _add(self, played: Round) -> None:
        """Every round of an outcome is as likely to be kept as any other (reservoir sampling)."""
        won = played.point is True
        kept = self._kept[won]
        self.seen[won] += 1
        if len(kept) < EXAMPLES:
            kept.append(played)
        elif (place := self._chance.randrange(self.seen[won])) < EXAMPLES:
            kept[place] = played


def _example(played: Round, guards: Guards) -> Example:
    texts = [_cut(text) for text in shown(played, guards)]
    parts = segments(texts[1 - played.fake], texts[played.fake])
    about = [
        f"{name}: {value:.4g}" if isinstance(value, float) else f"{name}: {_cut(str(value))}"
        for name, value in played.pair.original.metadata.items()
        if isinstance(value, str | int | float)
    ]
    return Example(
        n=played.n,
        won=played.point is True,
        canary=played.repeats is not None,
        by_coin="chooser" in played.missing,
        phenomenon=played.pair.phenomenon,
        real=[(kind, visible(text)) for kind, text in parts if kind != "inserted"],
        fake=[(kind, visible(text)) for kind, text in parts if kind != "deleted"],
        confidence=played.confidence,
        about=[visible(each) for each in about],
    )


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
