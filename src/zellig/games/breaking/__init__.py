"""Breakers against systems on the items of a corpus: what breaks whom, and a gate for the system you ship."""

from zellig.games.breaking.plan import Plan
from zellig.games.breaking.play import Played, play

__all__ = ["Plan", "Played", "play"]
