"""Pairs: their edits and diffs, how near they are to others, and how they are read and shown."""
