"""The tables of the database, one file for each subject."""

from zellig.store.database.tables import accounts, contests, endpoints, judging, mails, uploads, writing
from zellig.store.database.tables.columns import TABLES

__all__ = ["TABLES", "accounts", "contests", "endpoints", "judging", "mails", "uploads", "writing"]
