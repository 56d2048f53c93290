"""Shares over time as a drawing: lines, bands and phases in one SVG that needs no script."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 46, 650, 26, 254  # of the plot
LETTER = 7.0  # a letter is about so wide: a label that does not fit its phase is left out
COLOURS, DASHES = 6, 4  # that curve.css has


class Line(NamedTuple):
    """Shares over rounds, or over what the axes say."""

    name: str
    points: Sequence[tuple[float, float]]  # round, share
    band: Sequence[tuple[float, float, float]] = ()  # round, low, high
    colour: int = 0
    dash: int = 0

    @property
    def style(self) -> str:
        """Its classes in curve.css."""
        return f"colour-{self.colour % COLOURS} dash-{self.dash % DASHES}"


class Axes(NamedTuple):
    """What is drawn over what."""

    across: str = "round"
    up: str = "S"
    chance: bool = True  # does half of them right mean nothing?


class Phase(NamedTuple):
    """Some rounds with a name."""

    name: str
    start: int
    stop: int


def drawn(
    number: int,
    title: str,
    lines: Sequence[Line],
    rounds: int,
    phases: Sequence[Phase] = (),
    converged: int | None = None,
    axes: Axes = Axes(),  # noqa: B008  (a constant)
) -> Markup:
    """The drawing; `number` tells it from the others of its page, the title is for screen readers too."""
    parts = [
        f'<svg class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="curve-{number} '
        f'curve-text-{number}"><title id="curve-{number}">{escape(title)}</title>'
        f'<desc id="curve-text-{number}">{escape(_in_words(lines))}</desc>',
        *(_phase(phase, odd, rounds) for odd, phase in enumerate(phases)),
        *_axes(rounds, axes),
        *(_band(line, rounds) for line in lines if line.band),
        *(_line(line, rounds) for line in lines),
        "" if converged is None else _converged(converged, rounds),
        "</svg>",
    ]
    return Markup("\n".join(part for part in parts if part))  # noqa: S704  (names are escaped)


def _x(at: float, rounds: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * at / rounds, 1)


def _y(share: float) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * share, 1)


def _axes(rounds: int, axes: Axes) -> list[str]:
    parts = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        kind = "chance" if share == 0.5 and axes.chance else "grid"
        parts.append(f'<line class="{kind}" x1="{LEFT}" x2="{RIGHT}" y1="{_y(share)}" y2="{_y(share)}"/>')
        parts.append(f'<text class="tick left" x="{LEFT - 6}" y="{_y(share) + 4}">{share:g}</text>')
    if axes.chance:
        parts.append(f'<text class="tick start" x="{RIGHT + 6}" y="{_y(0.5) + 4}">chance</text>')
    for at in ticks(rounds):
        x = _x(at, rounds)
        parts.append(f'<line class="axis" x1="{x}" x2="{x}" y1="{BOTTOM}" y2="{BOTTOM + 5}"/>')
        parts.append(f'<text class="tick" x="{x}" y="{BOTTOM + 19}">{at:,}</text>')
    parts.append(f'<line class="axis" x1="{LEFT}" x2="{RIGHT}" y1="{BOTTOM}" y2="{BOTTOM}"/>')
    middle = (LEFT + RIGHT) / 2
    parts.append(f'<text class="tick" x="{middle}" y="{HEIGHT - 8}">{escape(axes.across)}</text>')
    parts.append(f'<text class="tick start" x="{LEFT - 24}" y="{TOP - 12}">{escape(axes.up)}</text>')
    return parts


def ticks(end: int) -> list[int]:
    """Round numbers from 0 up to `end`, six steps at most."""
    raw = max(1.0, end / 6)
    size = 10 ** math.floor(math.log10(raw))
    step = next(int(size * factor) for factor in (1, 2, 5, 10) if size * factor >= raw)
    return list(range(0, end + 1, step))


def _phase(phase: Phase, odd: int, rounds: int) -> str:
    left, right = _x(phase.start, rounds), _x(phase.stop, rounds)
    width, height = round(right - left, 1), BOTTOM - TOP
    found = ""
    if odd % 2:
        found = f'<rect class="phase" x="{left}" y="{TOP}" width="{width}" height="{height}"/>'
    if phase.start:
        found += f'<line class="border" x1="{left}" x2="{left}" y1="{TOP - 14}" y2="{BOTTOM}"/>'
    if LETTER * len(phase.name) < width:
        found += f'<text class="tick" x="{(left + right) / 2:.1f}" y="{TOP - 6}">{escape(phase.name)}</text>'
    return found


def _line(line: Line, rounds: int) -> str:
    kind = f"line {line.style}"
    at = [(_x(x, rounds), _y(share)) for x, share in line.points]
    if len(at) == 1:  # a line of one point would not be seen
        return f'<circle class="{kind}" cx="{at[0][0]}" cy="{at[0][1]}" r="3"/>'
    return f'<polyline class="{kind}" points="{" ".join(f"{x},{y}" for x, y in at)}"/>'


def _band(line: Line, rounds: int) -> str:
    above = [f"{_x(x, rounds)},{_y(high)}" for x, _, high in line.band]
    below = [f"{_x(x, rounds)},{_y(low)}" for x, low, _ in reversed(line.band)]
    return f'<polygon class="band {line.style}" points="{" ".join([*above, *below])}"/>'


def _converged(at: int, rounds: int) -> str:
    x = _x(at, rounds)
    side, shift = ("right", -6) if x > (LEFT + RIGHT) / 2 else ("start", 6)
    return (
        f'<line class="converged" x1="{x}" x2="{x}" y1="{TOP}" y2="{BOTTOM}"/>'
        f'<text class="tick {side}" x="{x + shift}" y="{BOTTOM - 8}">steady from round {at:,} on</text>'
    )


def _in_words(lines: Sequence[Line]) -> str:
    """Where every line begins and ends."""
    return " ".join(
        f"{line.name}: from {line.points[0][1]:.2f} to {line.points[-1][1]:.2f}."
        for line in lines
        if line.points
    )
