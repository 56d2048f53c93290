"""Pairs by their keys, as verdicts, appeals and rulings name them.

What a submission holds never changes, so it is read before a turn begins, and nobody waits for it. Which
submissions count may change until then: that is asked in the turn, and takes no reading of files.
"""

from __future__ import annotations

from sqlalchemy import Connection

from zellig.games.contest.standing import Standing
from zellig.games.contest.uploads import Kind
from zellig.items import Pair
from zellig.server.gathering import read_pairs, rules_of
from zellig.server.submissions import contents, submissions_of, submissions_that_count

_OF_PAIRS: tuple[Kind, ...] = ("pairs", "to-judge")


def submission_of(key: str) -> str:
    """The submission that a pair is in."""
    return key.partition("/")[0]


def pair_called(connection: Connection, contest: str, standing: Standing, key: str) -> Pair | None:
    """The pair of a key; None if no submission of the contest that was accepted holds one."""
    submission, _, name = key.partition("/")
    found = [
        each
        for each in submissions_of(connection, contest, submission=submission)
        if each.state == "accepted" and each.kind in _OF_PAIRS
    ]
    for upload in contents(connection, found).values():
        for pair in read_pairs(connection, upload, rules_of(standing)):
            if pair.id == name:
                return pair
    return None


def team_of_pair(connection: Connection, contest: str, number: int, key: str) -> str | None:
    """The team whose pair this is, if it counts in a round."""
    for each in submissions_that_count(connection, contest, "pairs", number):
        if each.id == submission_of(key):
            return each.team
    return None


def is_put_to_judges(connection: Connection, contest: str, key: str) -> bool:
    """Did the organiser put the pair to judges?"""
    found = submissions_that_count(connection, contest, "to-judge")
    return any(each.id == submission_of(key) for each in found)
