"""A gate for the system you ship: the pairs of a run, limits to reach, a baseline not to fall behind."""

from zellig.games.breaking.gate.check import check_run
from zellig.games.breaking.gate.decision import Change, Decision, Demand, Example, Share

__all__ = ["Change", "Decision", "Demand", "Example", "Share", "check_run"]
