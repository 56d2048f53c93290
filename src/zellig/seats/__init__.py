"""Seats: where performers play; here, in a process of their own, behind an address, at this terminal."""
