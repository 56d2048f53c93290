"""How probable a difference is by chance, in one way for every terminal, report and page."""

from __future__ import annotations

SMALLEST = 0.0001  # below it, a number says no more


def p_number(p: float) -> str:
    """Two digits, or that it is very small; never 0, which no test finds."""
    return f"< {SMALLEST:.4f}" if p < SMALLEST else f"{p:.2g}"


def p_in_words(p: float, corrected_for: int = 1) -> str:
    """`p = 0.037`, and for how many comparisons it is corrected where it is."""
    equals = "" if p < SMALLEST else "= "
    for_many = f", corrected for {corrected_for:,} comparisons" if corrected_for > 1 else ""
    return f"p {equals}{p_number(p)}{for_many}"


def how_tested(phenomena: int) -> str:
    """What two versions are compared by, on all pairs and on those of so many phenomena."""
    of_phenomena = f"; those of the {phenomena:,} phenomena are corrected for their number (Holm)"
    corrected = of_phenomena if phenomena > 1 else ""
    return f"p: exact paired permutation test by original. That of all pairs is one test{corrected}."
