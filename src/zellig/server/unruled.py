"""What judging leaves to be ruled: verdicts alone change no right answer, and nobody is to overlook that."""

from __future__ import annotations

from sqlalchemy import Connection

from zellig.games.contest.standing import Standing
from zellig.server.gathering import brought_pairs, rules_of
from zellig.server.judged import judged_sides


def count_unruled(connection: Connection, contest: str, standing: Standing, number: int) -> int:
    """How many sides of pairs that are scored the judges see otherwise than promised, or do not agree about,
    without a ruling."""
    scored = {
        brought.key(pair)
        for brought in brought_pairs(connection, contest, rules_of(standing), number)
        for pair in brought.pairs
    }
    return sum(
        each.pair in scored and each.ruled is None and (each.deviates or each.state == "conflict")
        for _, each in judged_sides(connection, contest, standing, number)
    )


def unruled_in_words(number: int) -> list[str]:
    """The warning about so many sides; none about none."""
    if not number:
        return []
    texts = "1 judged text has" if number == 1 else f"{number:,} judged texts have"
    return [
        f"{texts} another answer than promised, or judges who do not agree, and no ruling: what was promised "
        "is scored."
    ]
