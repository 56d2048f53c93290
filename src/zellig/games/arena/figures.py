"""What came of a game, as `scores.json` has it; docs/reference/arena.md says what everything means."""

from __future__ import annotations

import msgspec

from zellig.measures.trend import Slope
from zellig.performers import Role
from zellig.seats.schedule import Phase

Interval = tuple[float, float]


class Share(msgspec.Struct, frozen=True):
    """S in some rounds, with its interval; both are None if there is no round."""

    rounds: int
    S: float | None = None
    interval: Interval | None = None


class Window(Share, frozen=True, kw_only=True):
    """A stretch of the curve."""

    start: int = msgspec.field(name="from")
    stop: int = msgspec.field(name="to")
    cumulative: float  # S from the first round on


class Canaries(msgspec.Struct, frozen=True):
    """S where a text comes for the first time, and where it comes again."""

    first: Share
    repeated: Share


class Perplexity(msgspec.Struct, frozen=True):
    """How surprised the chooser's model was by a word, in the rounds that had a fake."""

    rounds: int
    real: float
    fake: float


class Figures(Share, frozen=True, kw_only=True):
    """Everything that a transcript comes to."""

    no_fake: int  # scored rounds in which the chooser was not shown two texts
    with_fake: Share  # S of the others
    late: dict[Role, int]  # scored rounds without an answer that counts
    missing: dict[Role, dict[str, int]]  # the same by their reasons
    played: int  # rounds, whether scored or not, canaries included
    texts: int  # different ones
    voids: int
    by: dict[str, dict[str, Share]]  # by metadata and their values
    ungrouped: tuple[str, ...]  # metadata with too many values for a table
    curve: tuple[Window, ...]
    trend: dict[Phase, Slope]
    converged_at: int | None
    canary: Canaries | None
    perplexity: Perplexity | None
