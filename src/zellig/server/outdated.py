"""Scores that are older than what counts: rulings, reviews and submissions that came after them."""

from __future__ import annotations

from sqlalchemy import Connection, select

from zellig.games.contest.standing import Standing, stand
from zellig.games.contest.uploads import Kind
from zellig.server.contests import CONTEST
from zellig.server.submissions import submissions_that_count
from zellig.store.database.tables.contests import RESULTS

_SCORED: tuple[Kind, ...] = ("pairs", "predictions", "dev-predictions")


def is_outdated(connection: Connection, contest: str, standing: Standing, number: int) -> bool:
    """Does something else count by now in a round than in its newest scores?"""
    newest = standing.scored[number][-1]
    query = select(RESULTS.c.events, RESULTS.c.states).where(RESULTS.c.id == newest)
    row = connection.execute(query).one()
    counts = _counting(connection, contest, number)
    if counts != _counting(connection, contest, number, row.states):
        return True
    # Nothing else is decided by: of other events there may be many.
    decisions = [
        each for tag in ("ruled", "reviewed") for each in CONTEST.read_kind(connection, contest, tag)
    ]
    then = stand(each for each in decisions if each.number <= row.events)
    return _decided(then, counts) != _decided(standing, counts)


def _counting(connection: Connection, contest: str, number: int, until: int | None = None) -> frozenset[str]:
    """The submissions that count in the scores of a round."""
    found = [submissions_that_count(connection, contest, kind, number, until) for kind in _SCORED]
    found.append(submissions_that_count(connection, contest, "dev", until=until))
    return frozenset(each.id for some in found for each in some)


def _decided(standing: Standing, counts: frozenset[str]) -> tuple[object, ...]:
    """What organisers decided about the pairs of these submissions: the right answers, and what counts."""
    return (
        {
            side: ruling.accepted
            for side, ruling in standing.rulings.items()
            if side[0].partition("/")[0] in counts
        },
        {
            pair: review.counts
            for pair, review in standing.reviews.items()
            if pair.partition("/")[0] in counts
        },
    )
