"""The numbers of a contest; docs/reference/contest.md explains every key."""

from __future__ import annotations

import msgspec

from zellig.measures.agreement import Agreement
from zellig.measures.breaking import Denominator
from zellig.measures.comparing import Comparison
from zellig.measures.consistency import ContrastSets
from zellig.measures.doubt import Doubt
from zellig.measures.intervals import Bootstrap

Interval = tuple[float, float]

SCHEMA = 2
FEWEST = 20  # pairs of an entry; on fewer it has no tier, and nothing is called the hardest or the best


class Consistency(msgspec.Struct, frozen=True):
    """Do the answers to the two sides of a pair fit? Shares of pairs."""

    same_prediction: float
    expected_change: float | None
    expected_change_counted: int
    expected_change_left_out: int


class SystemScores(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the pairs of a contest say about one system."""

    broken: int
    broken_percent: float
    broken_interval: Interval
    original_wrong: int  # broken pairs whose original is the side that is answered wrong
    original_wrong_percent: float
    original_wrong_interval: Interval
    modified_wrong: int
    modified_wrong_percent: float
    modified_wrong_interval: Interval
    passed_percent: float
    passed_interval: Interval
    tier: int
    f1: float | None  # None: no item has one gold label
    f1_interval: Interval | None
    accuracy: float
    accuracy_interval: Interval
    accuracy_original: float
    accuracy_modified: float
    unparsed: int
    dev_accuracy: float | None
    consistency: Consistency
    contrast_sets: ContrastSets
    f1_macro: float | None = None  # None: the task has no labels
    f1_per_class: dict[str, float] | None = None


class EntryScores(msgspec.Struct, frozen=True):
    """What an entry's pairs do to systems."""

    author: str
    victim: str | None
    pairs: int
    break_rate: float
    interval: Interval
    score: float | None
    score_interval: Interval | None
    score_reason: str
    tier: int | None  # None: it has too few pairs


class PhenomenonScores(msgspec.Struct, frozen=True):
    """Pairs of one phenomenon, whoever brought them."""

    pairs: int
    asked: int  # of them, made by asking a system
    break_rate: float
    interval: Interval
    broken_percent: dict[str, float]
    intervals: dict[str, Interval]


class Scores(msgspec.Struct, frozen=True):
    """Every number of a contest."""

    task: str
    pairs: int  # all that were brought
    doubtful: int  # of them, those that a check speaks against, where anybody has looked: they count here
    originals: int
    denominator: Denominator
    as_published: bool
    bootstrap: Bootstrap
    left_out_of_f1: int
    systems: dict[str, SystemScores]
    breakers: dict[str, EntryScores]  # by name of the entry
    matrix: dict[str, dict[str, float]]  # by name of the entry and by system
    matrix_intervals: dict[str, dict[str, Interval]]
    phenomena: dict[str, PhenomenonScores]
    comparisons: list[Comparison]
    agreements: list[Agreement]
    warnings: list[str]
    doubts: dict[str, Doubt] = {}  # by system: why what it does says nothing of what it reads
    schema: int = SCHEMA
