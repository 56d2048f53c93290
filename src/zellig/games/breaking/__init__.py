"""Breakers against systems on the items of a corpus: what breaks whom, and a gate for the system you ship."""

from zellig.games.breaking.breaking import Breaking
from zellig.games.breaking.plan import Plan
from zellig.games.breaking.play import Played, play

__all__ = ["Breaking", "Plan", "Played", "play"]
