"""Rooms in which matches are played live: what goes over their connections, and what decides."""
