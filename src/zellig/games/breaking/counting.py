"""Which pairs count for what is said of a system: in a report, beside another version, in a gate.

A pair that a check speaks against may not keep its promise, so a wrong answer to it says nothing. One that
was made by asking a system was kept because it broke that one, so it is no sample of language either. Who
counts otherwise, and why, is in docs/concepts/break-and-pass.md.
"""

from __future__ import annotations

import numpy as np

from zellig.games.contest.contest import Contest, Entry
from zellig.items import Pair
from zellig.measures.outcomes import Bools

FEWEST = 20  # pairs without which nothing is said


def is_valid(entry: Entry, pair: Pair) -> bool:
    """Does no check speak against a pair of this entry? Where nobody has looked, none does."""
    return pair.id not in (entry.faults or {})


def valid_pairs(contest: Contest) -> Bools:
    """(pairs): does no check speak against it?"""
    return np.array([is_valid(entry, pair) for entry, _, pair in contest.rows()], dtype=bool)


def searched_pairs(contest: Contest) -> Bools:
    """(pairs): was it made by asking a system?"""
    return np.repeat(
        np.array([entry.victim is not None for entry in contest.entries], dtype=bool),
        [len(entry.pairs) for entry in contest.entries],
    )


def counted_pairs(contest: Contest) -> Bools:
    """(pairs): is it valid, and made without asking any system?"""
    return np.asarray(valid_pairs(contest) & ~searched_pairs(contest))
