"""The build-it/break-it contest: breakers bring pairs, systems answer both sides of each."""

from zellig.games.contest.asking import ask_too
from zellig.games.contest.contest import Contest, Entry
from zellig.games.contest.folder import Layout, read_contest
from zellig.games.contest.score import score_contest
from zellig.games.contest.scores import Scores

__all__ = ["Contest", "Entry", "Layout", "Scores", "ask_too", "read_contest", "score_contest"]
