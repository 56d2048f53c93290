"""Two systems, or two versions of one, on the pairs that they share: newly passed, no longer passed.

Which pairs count, `counting` says: a search keeps what broke the system that it asked, which would speak
against it beside any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

import msgspec
import numpy as np

from zellig.doors import option
from zellig.errors import ZelligError
from zellig.games.breaking.counting import counted_pairs, valid_pairs
from zellig.games.breaking.gate.decision import REPLICATES, SEED, rows_by_phenomenon
from zellig.games.breaking.stored import read_stored
from zellig.games.contest.contest import Confidences, Contest, Entry
from zellig.items import Pair, pair_hash
from zellig.measures.by_group import figures_by_group
from zellig.measures.comparing import Comparison, compare_groups
from zellig.measures.outcomes import Answers, Bools, Outcomes

State = Literal["newly passed", "no longer passed", "passed by both", "passed by neither"]
STATES: tuple[State, ...] = (  # by who passed: neither, the first, the second, both
    "passed by neither",
    "no longer passed",
    "newly passed",
    "passed by both",
)

_ALL = ""  # among groups by phenomenon: all pairs

T = TypeVar("T")

Interval = tuple[float, float]
Key = tuple[str, str]  # phenomenon, and the hash of what a pair claims


class Change(msgspec.Struct, frozen=True):
    """The second version beside the first, on all pairs or on those of a phenomenon."""

    phenomenon: str | None
    pairs: int
    passed: tuple[int, int]  # pairs with both sides right, by version
    no_longer_passed: int  # passed by the first, and not by the second
    newly_passed: int  # the other way round
    original_wrong: int  # of those no longer passed: the original is answered wrong now
    difference: float  # percent passed, second minus first
    interval: Interval | None
    adjusted_p: float  # of the exact paired test: of all pairs as it is, of a phenomenon corrected (Holm)
    corrected_for: int  # how many phenomena that is
    apart: bool  # the data separate the two
    still_needed: int | None  # more pairs that would; None if they seem equal


@dataclass(frozen=True)
class ComparedRuns:
    """Two versions on the pairs that they share."""

    contest: Contest  # the shared pairs, answered by both
    states: Sequence[State]  # of each pair
    every: Change
    phenomena: Sequence[Change]
    # Pairs left out, each for one reason:
    only_first: int  # the second was not asked about it
    only_second: int
    searched: int  # valid, and made by asking a system
    doubtful: int  # a check speaks against its validity

    @property
    def names(self) -> tuple[str, str]:
        """What the versions are called."""
        first, second = self.contest.systems
        return first, second


class _Place(NamedTuple):
    """A pair of a contest: its entry, and its position there."""

    entry: Entry
    position: int
    pair: Pair


@dataclass(frozen=True)
class _Version:
    """A system, and where the pairs are that it was asked about."""

    contest: Contest
    system: str
    places: dict[Key, _Place]


def compare_folders(folders: Sequence[Path], systems: Sequence[str] = ()) -> ComparedRuns:
    """Compare two runs, or two systems of one, as they lie in folders."""
    if not 1 <= len(folders) <= 2 or len(systems) > 2:
        raise ZelligError(
            f"{len(folders)} runs and {len(systems)} systems are named",
            remedy="Name two runs, or one run and two systems.",
        )
    places = list(dict.fromkeys(folder.resolve() for folder in folders))
    runs = [read_stored(place) for place in places]
    for place, run in zip(places, runs, strict=True):
        if not run.systems:
            raise ZelligError(
                "no system has answered these pairs", path=place, remedy="Name the folder of a run."
            )
    names = (
        [place.name for place in places]
        if len({place.name for place in places}) == 2
        else ("first", "second")
    )
    return compare_runs(runs[0], runs[-1], systems, names)


def compare_runs(
    first: Contest, second: Contest, systems: Sequence[str] = (), names: Sequence[str] = ("first", "second")
) -> ComparedRuns:
    """Compare a system in one run with a system in another, or two systems of one run.

    `systems` names one for both or one for each; where a run has one system only, it need not be named.
    `names` tell the two apart where both systems have one name.
    """
    if first.task.name != second.task.name:
        raise ZelligError(
            f"one run is about {first.task.name}, the other about {second.task.name}",
            remedy="Compare runs of one task.",
        )
    old, new = (
        _Version(contest, _system(contest, wanted), _by_key(contest, counted_pairs(contest)))
        for contest, wanted in ((first, systems[:1]), (second, systems[-1:]))
    )
    if first is second and old.system == new.system:
        raise ZelligError("a system is compared with itself", remedy="Name two systems, or two runs.")
    shared = [key for key in old.places if key in new.places]
    if not shared:
        raise ZelligError(
            "the two share no valid pair that was made without asking a system",
            remedy="Compare runs of the same breakers on the same items.",
        )
    same = old.system == new.system
    titles = [
        f"{each.system} ({name})" if same else each.system
        for each, name in zip((old, new), names, strict=True)
    ]
    contest = _shared_contest(dict(zip(titles, (old, new), strict=True)), shared)
    every, *phenomena = _changes(contest)
    claims = _Claims.of(first), _Claims.of(second)
    left_out = (claims[0].every | claims[1].every) - set(shared)
    doubtful = left_out & (claims[0].doubtful | claims[1].doubtful)
    searched = (left_out & (claims[0].searched | claims[1].searched)) - doubtful
    only = left_out - doubtful - searched
    return ComparedRuns(
        contest,
        [STATES[before + 2 * now] for before, now in contest.outcomes.passed.T.tolist()],
        every,
        sorted(phenomena, key=lambda each: (each.adjusted_p, -each.pairs)),  # one pair says nothing
        len(only & claims[0].every),
        len(only & claims[1].every),
        len(searched),
        len(doubtful),
    )


class _Claims(NamedTuple):
    """What the pairs of a run claim; of what does not count there, why: one reason for each."""

    every: set[Key]
    searched: set[Key]
    doubtful: set[Key]

    @classmethod
    def of(cls, run: Contest) -> _Claims:
        valid = valid_pairs(run)
        every, sound, counted = (
            set(_by_key(run, wanted)) for wanted in (np.ones_like(valid), valid, counted_pairs(run))
        )
        return cls(every, sound - counted, every - sound)


def _system(contest: Contest, wanted: Sequence[str]) -> str:
    """The system that is meant."""
    if not wanted and len(contest.systems) == 1:
        return contest.systems[0]
    if not wanted or wanted[0] not in contest.systems:
        what = f"there is no system {wanted[0]!r} in the run" if wanted else "the run has several systems"
        raise ZelligError(
            what, remedy=f"Name one of them with {option('systems')}: {', '.join(contest.systems)}."
        )
    return wanted[0]


def _by_key(contest: Contest, wanted: Bools) -> dict[Key, _Place]:
    """The pairs that are wanted, each claim once."""
    found: dict[Key, _Place] = {}
    for (entry, position, pair), is_wanted in zip(contest.rows(), wanted, strict=True):
        if is_wanted:
            found.setdefault((pair.phenomenon, pair_hash(pair)), _Place(entry, position, pair))
    return found


def _shared_contest(versions: Mapping[str, _Version], shared: Sequence[Key]) -> Contest:
    """The shared pairs in the entries of the first version, answered by both."""
    first = next(iter(versions.values()))
    entries: dict[str, list[Key]] = {}
    for key in shared:
        entries.setdefault(first.places[key].entry.author, []).append(key)
    return Contest(
        first.contest.task,
        [Entry(author, [first.places[key].pair for key in keys]) for author, keys in entries.items()],
        {
            title: {
                author: Answers(*_aligned(each, each.contest.answers, keys))
                for author, keys in entries.items()
            }
            for title, each in versions.items()
        },
        confidences={
            title: {
                author: Confidences(*_aligned(each, each.contest.confidences, keys))
                for author, keys in entries.items()
            }
            for title, each in versions.items()
            if each.contest.confidences
        },
    )


def _aligned(
    version: _Version, of: Mapping[str, Mapping[str, tuple[Sequence[T], Sequence[T]]]], keys: Sequence[Key]
) -> tuple[list[T], list[T]]:
    """What is known of both sides of some pairs, in their order."""
    places = [version.places[key] for key in keys]
    original, modified = (
        [of[version.system][place.entry.name][side][place.position] for place in places] for side in (0, 1)
    )
    return original, modified


def _changes(contest: Contest) -> list[Change]:
    """All pairs, then each phenomenon."""
    what = contest.outcomes
    groups = {_ALL: np.arange(what.pairs), **rows_by_phenomenon(contest.pairs)}
    figures = figures_by_group(what, groups, REPLICATES, SEED)
    found = compare_groups(what, "passed", what.passed, groups, figures, _ALL)
    return [_change(name, row, what.of(groups[name])) for name, (row,) in found.items()]


def _change(name: str, row: Comparison, what: Outcomes) -> Change:
    old, new = what.passed
    return Change(
        name or None,
        what.pairs,
        (int(old.sum()), int(new.sum())),
        no_longer_passed=row.only_first,
        newly_passed=row.only_second,
        original_wrong=int((old & ~what.right[1, 0]).sum()),
        difference=-100 * row.difference + 0.0,  # which makes zero of minus zero
        interval=row.interval and (-100 * row.interval[1] + 0.0, -100 * row.interval[0] + 0.0),
        adjusted_p=row.adjusted_p,
        corrected_for=row.corrected_for,
        apart=row.apart,
        still_needed=row.still_needed,
    )
