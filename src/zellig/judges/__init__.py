"""Judges: people and programs who say, blind, what the right answer is."""
