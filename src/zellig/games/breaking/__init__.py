"""Breakers against systems on the items of a corpus: what breaks whom, and a gate for the system you ship."""

from zellig.games.breaking.breaking import Breaking
from zellig.games.breaking.comparing import ComparedRuns, compare_runs
from zellig.games.breaking.plan import Plan
from zellig.games.breaking.play import Played, play

__all__ = ["Breaking", "ComparedRuns", "Plan", "Played", "compare_runs", "play"]
