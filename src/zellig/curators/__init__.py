"""Curators: performers that pick the real texts; one file each."""
