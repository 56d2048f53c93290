"""Tournaments: rounds of matches with the same teams, in a design that can tell kinds of questions apart."""
