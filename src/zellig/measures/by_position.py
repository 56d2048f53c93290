"""How often guessers are right when a part of a question was heard; several of them on the same questions.

Differences have intervals by bootstrap over questions, whose draws all systems, points and groups share; so
they are paired.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig.measures.by_group import Figure, figure_of
from zellig.measures.comparing import LEVEL, Comparison, Contenders, compare
from zellig.measures.intervals import Block, bootstrap_sums, share_interval
from zellig.measures.significance import holm
from zellig.measures.tracks import Tracks
from zellig.measures.two_samples import TwoSamples, two_shares

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]

Points = Mapping[str, float | Floats]  # name: the share that was heard, of all questions or of each
QUARTERS: Points = {"0.25": 0.25, "0.5": 0.5, "0.75": 0.75, "1.0": 1.0}
BINS = 20  # of a curve


class Place(NamedTuple):
    """Where systems are looked at: on which questions, when how much of them was heard."""

    group: str
    point: str


class Accuracies(NamedTuple):
    """Of every system at every place; and of every two, corrected for all these comparisons at once."""

    figures: dict[Place, dict[str, Figure]]
    comparisons: dict[Place, list[Comparison]]


def accuracy_by_position(
    systems: Mapping[str, Tracks],
    points: Points,
    groups: Mapping[str, Ints],
    replicates: int,
    seed: int,
) -> Accuracies:
    """Accuracies at points, on groups of questions (all, a category, a phenomenon) that may overlap.

    A group without questions is left out.
    """
    questions = len(next(iter(systems.values())))
    right = {  # (systems, questions)
        point: np.array([tracks.right_at(heard) for tracks in systems.values()])
        for point, heard in points.items()
    }
    kept = {name: rows for name, rows in groups.items() if len(rows)}
    columns = np.vstack([*right.values(), np.ones((1, questions))]).T
    drawn = bootstrap_sums(
        [Block(rows, columns[rows]) for rows in kept.values()], questions, replicates, seed
    )
    figures: dict[Place, dict[str, Figure]] = {}
    contenders: dict[Place, Contenders] = {}
    for (group, rows), sums in zip(kept.items(), drawn, strict=True):
        hits, counts = sums[:, :-1].reshape(replicates, len(points), len(systems)), sums[:, -1]
        for number, (point, found) in enumerate(right.items()):
            here = found[:, rows]
            rated = {
                name: figure_of(here[s].astype(float), np.ones(len(rows)), hits[:, number, s], counts, rows)
                for s, name in enumerate(systems)
            }
            place = Place(group, point)
            figures[place] = rated
            replicated = np.stack([figure.replicates for figure in rated.values()], axis=1)
            contenders[place] = Contenders(here, rows, replicated)
    return Accuracies(figures, compare(list(systems), contenders))


class CurvePoint(msgspec.Struct, frozen=True):
    """A part of the way through questions, and how often the guesses within it were right."""

    start: float
    stop: float
    accuracy: float
    interval: tuple[float, float]
    guesses: int

    @property
    def middle(self) -> float:
        """Where it is drawn."""
        return (self.start + self.stop) / 2


def accuracy_curve(tracks: Tracks, bins: int = BINS) -> list[CurvePoint]:
    """Accuracy over the share that was heard, in bins of equal width; bins without a guess are left out.

    All guesses within a bin count, as in the figures of the paper; those about one question stay together.
    """
    questions, _ = np.nonzero(tracks.own)
    # A guess at the end of a bin is in it, so that the whole question is in the last.
    bin_of = np.maximum(np.ceil(tracks.positions[tracks.own] * bins - 1e-9).astype(int) - 1, 0)
    hits, counts = np.zeros((2, len(tracks), bins))
    np.add.at(hits, (questions, bin_of), tracks.right[tracks.own])
    np.add.at(counts, (questions, bin_of), 1.0)
    return [
        CurvePoint(
            start=number / bins,
            stop=(number + 1) / bins,
            accuracy=float(hits[:, number].sum() / counts[:, number].sum()),
            interval=share_interval(hits[:, number], counts[:, number], np.arange(len(tracks))),
            guesses=int(counts[:, number].sum()),
        )
        for number in np.flatnonzero(counts.any(axis=0)).tolist()
    ]


class Apart(msgspec.Struct, frozen=True):
    """How a system does on two sets of different questions, such as ordinary and adversarial ones."""

    system: str
    point: str
    compared: TwoSamples
    adjusted_p: float  # corrected for all systems and points

    @property
    def apart(self) -> bool:
        """Do the data separate the two?"""
        return self.adjusted_p < LEVEL


def compare_sets(first: Mapping[str, Tracks], second: Mapping[str, Tracks], points: Points) -> list[Apart]:
    """Every system that heard both sets, at every point: Fisher's exact test, each question one trial."""
    found = [
        (name, point, two_shares(tracks.right_at(heard), second[name].right_at(heard)))
        for name, tracks in first.items()
        if name in second
        for point, heard in points.items()
    ]
    adjusted = holm([compared.p for _, _, compared in found])
    return [Apart(*row, p) for row, p in zip(found, adjusted, strict=True)]
