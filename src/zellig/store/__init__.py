"""Run directories: what a run is, what it made, and what it took."""
