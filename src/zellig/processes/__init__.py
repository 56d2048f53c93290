"""Programs that Zellig starts: what they are given, how they are talked to, and how they are ended."""

from zellig.processes.environment import clean_environment
from zellig.processes.program import Program, start

__all__ = ["Program", "clean_environment", "start"]
