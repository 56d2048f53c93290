"""Edit histories out of the database, one text at a time: they may be long."""

from __future__ import annotations

from collections.abc import Iterator

from zellig.games.writing.histories import History, aliases, exported, history
from zellig.games.writing.standing import Standing
from zellig.server.accounts import Account
from zellig.server.workshops import kept_of, only_for, seen_of
from zellig.store.database import Database


def histories_for(database: Database, standing: Standing, account: Account) -> Iterator[History]:
    """The histories that somebody may have: an editor all, a writer their own; refuses others."""
    only_for(standing, account, "writer", "editor")
    own = "" if "editor" in standing.roles_of(account.id) else account.id
    return _read(database, standing, own)


def _read(database: Database, standing: Standing, own: str) -> Iterator[History]:
    names = aliases(standing)
    for text in exported(standing, own):
        draft = text.event.draft
        with database.reading() as connection:
            found = history(text, names[text.writer], kept_of(connection, draft), seen_of(connection, draft))
        if found is not None:
            yield found
