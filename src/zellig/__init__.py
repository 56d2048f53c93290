"""Zellig finds out where a language system breaks, and proves it with pairs."""

__version__ = "0.1.0"
