"""Judging any file: people who say, blind, what the right answers are, and what that comes to."""
