"""Edit histories out of the database, one text at a time: they may be long. What their edits did is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jinja2.utils import LRUCache
from sqlalchemy import Connection, Table, func, select

from zellig.games.writing.histories import History, Told, aliases, exported, history, told_by
from zellig.games.writing.standing import Standing, Text
from zellig.server.accounts import Account
from zellig.server.workshops import kept_of, only_for, seen_of
from zellig.store.database import Database
from zellig.store.database.tables.writing import LOOKS, STROKES

KEPT = 10_000  # texts, of all workshops


def histories_for(database: Database, standing: Standing, account: Account) -> Iterator[History]:
    """The histories that somebody may have: an editor all, a writer their own; refuses others."""
    names = aliases(standing)
    return (_history(database, text, names[text.writer]) for text in _texts_for(standing, account))


class MovedTexts:
    """What the edits of texts did, kept by each process. Strokes and looks are written once: as long as none
    has come to a draft, what is told of its text stays."""

    def __init__(self) -> None:
        self._kept: LRUCache = LRUCache(KEPT)

    def of(self, database: Database, standing: Standing, account: Account) -> list[Told]:
        """What is told of the texts whose histories somebody may have; refuses others."""
        texts = _texts_for(standing, account)
        with database.reading() as connection:
            sizes = _sizes(connection, [text.event.draft for text in texts])
        return [self._told(database, text, sizes[text.event.draft]) for text in texts]

    def _told(self, database: Database, text: Text, size: tuple[int, int]) -> Told:
        before: tuple[tuple[int, int], Told] | None = self._kept.get(text.event.text)
        if before is not None and before[0] == size:
            return before[1]
        told = told_by(_history(database, text, ""))
        self._kept[text.event.text] = size, told
        return told


def _texts_for(standing: Standing, account: Account) -> list[Text]:
    only_for(standing, account, "writer", "editor")
    return exported(standing, "" if "editor" in standing.roles_of(account.id) else account.id)


def _history(database: Database, text: Text, writer: str) -> History:
    draft = text.event.draft
    with database.reading() as connection:
        return history(text, writer, kept_of(connection, draft), seen_of(connection, draft))


def _sizes(connection: Connection, drafts: Sequence[str]) -> dict[str, tuple[int, int]]:
    """By draft how many strokes it has, and how many looks were shown of it."""
    strokes, looks = (_rows_of(connection, table, drafts) for table in (STROKES, LOOKS))
    return {draft: (strokes.get(draft, 0), looks.get(draft, 0)) for draft in drafts}


def _rows_of(connection: Connection, table: Table, drafts: Sequence[str]) -> dict[str, int]:
    draft = table.c.draft
    query = select(draft, func.count().label("rows")).where(draft.in_(drafts)).group_by(draft)
    return {row.draft: row.rows for row in connection.execute(query)}
