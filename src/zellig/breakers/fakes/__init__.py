"""Breakers that make fakes of real texts, for the arena above all; docs/fakes.md has them all."""
