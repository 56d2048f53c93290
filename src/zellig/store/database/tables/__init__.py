"""The tables of the database, one file for each subject."""

from zellig.store.database.tables import (
    accounts,
    arenas,
    contests,
    endpoints,
    judging,
    mails,
    rooms,
    tournaments,
    uploads,
    writing,
)
from zellig.store.database.tables.columns import TABLES

__all__ = [
    "TABLES",
    "accounts",
    "arenas",
    "contests",
    "endpoints",
    "judging",
    "mails",
    "rooms",
    "tournaments",
    "uploads",
    "writing",
]
