"""The build-it/break-it contest: breakers bring pairs, systems answer both sides of each."""

from zellig.games.contest.contest import Contest
from zellig.games.contest.folder import Layout, read_contest
from zellig.games.contest.score import score_contest

__all__ = ["Contest", "Layout", "read_contest", "score_contest"]
