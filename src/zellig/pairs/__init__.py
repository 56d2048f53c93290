"""Pairs: their edits and diffs, and the checks an uploaded pair has to pass."""
