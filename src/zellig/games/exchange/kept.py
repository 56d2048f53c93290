"""Which pairs are handed on as tests of others: those that no check speaks against."""

from __future__ import annotations

from zellig.errors import ZelligError
from zellig.games.breaking.counting import is_valid
from zellig.games.contest.contest import Contest, Entry
from zellig.items import Pair
from zellig.notices import note
from zellig.texts import counted


def kept_pairs(contest: Contest) -> list[tuple[Entry, Pair]]:
    """The pairs with who brings them; says how many are left out, and refuses if all are."""
    found = [(entry, pair) for entry, _, pair in contest.rows() if is_valid(entry, pair)]
    if not found:
        raise ZelligError(
            "a check speaks against every pair", remedy="Export a table, and look at `findings`."
        )
    if left_out := len(contest.pairs) - len(found):
        note(f"{counted(left_out, 'pair')} left out: a check speaks against what was promised")
    return found
