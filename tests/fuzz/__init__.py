"""Fuzzing: readers, folders and messages are given mutated input, and answer it or refuse it in a sentence.

See docs/reference/fuzzing.md.
"""
