"""Breakers that make fakes of real texts, for the arena above all; docs/reference/fakes.md has them all."""
