"""Tournaments on the server: kept by their events, played in rooms, one for each game."""
