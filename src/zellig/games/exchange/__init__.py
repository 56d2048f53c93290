"""Pairs for the programs of others: as a data set, and as tasks that other harnesses run."""
