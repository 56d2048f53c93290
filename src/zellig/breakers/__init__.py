"""Breakers: one file each."""
