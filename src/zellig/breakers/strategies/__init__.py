"""The strategies of 2017: each one a row of a data file and a small function."""

from zellig.breakers.strategies.strategy import Strategy, codes_for, strategies

__all__ = ["Strategy", "codes_for", "strategies"]
