"""One request, one transaction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from zellig.server.problems import RefusedError
from zellig.store.database import Database


@contextmanager
def turn(database: Database) -> Iterator[Connection]:
    """A transaction that is written as a whole, and not at all if it is refused; unless that it was refused
    is what has to be written."""
    refused: RefusedError | None = None
    with database.writing() as connection:
        try:
            yield connection
        except RefusedError as error:
            if not error.noted:
                raise
            refused = error
    if refused is not None:
        raise refused
