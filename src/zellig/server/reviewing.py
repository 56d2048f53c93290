"""Pairs that a check wants looked at: an organiser sees them, and decides whether each counts.

What is not decided on when the scores are computed counts; a decision is an event, and a later one on the
same pair replaces it. A pair that does not count is still answered and judged, so that no answers get holes.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime

import msgspec
from sqlalchemy import Connection

from zellig.checks.findings import Finding
from zellig.errors import ZelligError
from zellig.games.contest import events
from zellig.games.contest.standing import Standing
from zellig.items import Relation
from zellig.server.accounts import Account
from zellig.server.contests import allow, append
from zellig.server.gathering import brought_pairs, rules_of
from zellig.server.pair_keys import pair_called, submission_of, team_of_pair
from zellig.server.problems import NotFoundError
from zellig.server.submissions import findings_of


class ToReview(msgspec.Struct, frozen=True):
    """A pair with what was found about it, and what an organiser has decided."""

    pair: str
    team: str  # its id
    original: dict[str, str]
    original_answers: tuple[str, ...]
    modified: dict[str, str]
    modified_answers: tuple[str, ...]
    promise: Relation
    rationale: str
    findings: list[Finding]
    decision: events.Reviewed | None


def to_review(
    connection: Connection, contest: str, standing: Standing, number: int, account: Account
) -> list[ToReview]:
    """The pairs of a round that have to be looked at: those of one's own team, or all for an organiser; the
    undecided ones first."""
    own = standing.team_of(account.id)
    if "organiser" in standing.roles_of(account.id):
        return _all(connection, contest, standing, number)
    return [each for each in _all(connection, contest, standing, number) if own and each.team == own.id]


def count_undecided(connection: Connection, contest: str, standing: Standing, number: int) -> int:
    """How many pairs of a round nobody has decided on."""
    return sum(each.decision is None for each in _all(connection, contest, standing, number))


def undecided_in_words(number: int) -> list[str]:
    """The warning about so many pairs; none about none."""
    if not number:
        return []
    if number == 1:
        return ["1 pair has to be looked at, and nobody has decided: it counts."]
    return [f"{number:,} pairs have to be looked at, and nobody has decided: they count."]


def review(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account,
    number: int,
    decision: events.Reviewed,
    *,
    doubted: bool,
) -> None:
    """Decide whether a pair that has to be looked at counts; one that does not needs a reason. `doubted`:
    something was found about it (`is_doubted`)."""
    allow(connection, now, contest, standing, account, "review", number)
    if not decision.counts and not decision.reason:
        raise ZelligError(
            "a pair that does not count needs a reason", field="reason", remedy="Say why, for its team."
        )
    if not doubted or team_of_pair(connection, contest, number, decision.pair) is None:
        raise NotFoundError(
            "there is no such pair to be looked at in this round",
            field="pair",
            remedy="Look at the list of pairs to be looked at; about any other pair, rule.",
        )
    append(connection, now, contest, account.id, decision)


def is_doubted(connection: Connection, contest: str, standing: Standing, key: str) -> bool:
    """Is there such a pair, with something found about it that has to be looked at?"""
    pair = pair_called(connection, contest, standing, key)
    return pair is not None and any(
        each.pair == pair.id and each.severity == "review"
        for each in findings_of(connection, submission_of(key))
    )


def _all(connection: Connection, contest: str, standing: Standing, number: int) -> list[ToReview]:
    found = []
    for brought in brought_pairs(connection, contest, rules_of(standing), number):
        doubts: defaultdict[str, list[Finding]] = defaultdict(list)
        for each in findings_of(connection, brought.submission):
            if each.severity == "review":
                doubts[each.pair].append(each)
        found += [
            ToReview(
                brought.key(pair),
                brought.team,
                pair.original.fields,
                pair.original.accepted,
                pair.modified.fields,
                pair.modified.accepted,
                pair.promise,
                pair.rationale,
                doubts[pair.id],
                standing.reviews.get(brought.key(pair)),
            )
            for pair in brought.pairs
            if pair.id in doubts
        ]
    return sorted(found, key=lambda each: (each.decision is not None, each.pair))
