"""Contrast sets: transformations of clauses, one file for each phenomenon."""
