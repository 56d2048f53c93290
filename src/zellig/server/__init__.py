"""Contests online: the server and its worker; thin over the games and the database."""
