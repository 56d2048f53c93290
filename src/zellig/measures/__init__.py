"""Measures: pure functions from what happened to numbers with intervals."""
