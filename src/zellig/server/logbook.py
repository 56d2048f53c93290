"""Events in the database: written one after the other, they add up to what a contest or a workshop is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import datetime
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, Table, bindparam, func, select
from sqlalchemy.exc import IntegrityError

from zellig.errors import ZelligError
from zellig.games.events import Happened
from zellig.server.problems import ConflictError, NotFoundError
from zellig.store.database.connecting import writes


class Sum(Protocol):
    """What events add up to; it knows the number of the last."""

    @property
    def last(self) -> int: ...


E = TypeVar("E")
S = TypeVar("S", bound=Sum)


TAG = "event"  # the key of an event that has the name of its kind
SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?")


class Kind(Generic[E, S]):
    """What has events: its tables, how an event is kept, and what events come to."""

    def __init__(
        self,
        word: str,
        things: Table,
        events: Table,
        *,
        encode: Callable[[E], bytes],
        decode: Callable[[str], E],
        stand: Callable[[Iterable[Happened[E]], S | None], S],
    ) -> None:
        self.word, self.things, self.events = word, things, events
        self.encode, self.decode, self.stand = encode, decode, stand
        columns = events.c
        self._after = (  # nearly every request asks for what is new: the query is made once
            select(columns.number, columns.at, columns.actor, columns.body)
            .where(columns[word] == bindparam("name"), columns.number > bindparam("after"))
            .order_by(columns.number)
        )
        last = select(func.max(columns.number)).where(columns[word] == things.c.id).scalar_subquery()
        self._lasts = select(things.c.id, last).order_by(things.c.id)
        self._held = select(things.c.id).where(things.c.id == bindparam("name")).with_for_update()

    def read(
        self, connection: Connection, name: str, after: int = 0, limit: int | None = None
    ) -> list[Happened[E]]:
        """The events of one in their order."""
        query = self._after if limit is None else self._after.limit(limit)
        return self._happened(connection, query, {"name": name, "after": after})

    def read_kind(self, connection: Connection, name: str, tag: str) -> list[Happened[E]]:
        """The events of one that are of a kind, in their order; no other is taken apart."""
        query = self._after.where(self._is(tag))
        return self._happened(connection, query, {"name": name, "after": 0})

    def newest(
        self, connection: Connection, name: str, before: int, limit: int, tag: str = ""
    ) -> list[Happened[E]]:
        """The last events before a number, the newest first; those of a kind, or of all."""
        query = self._after.where(self.events.c.number < before).order_by(None)
        if tag:
            query = query.where(self._is(tag))
        query = query.order_by(self.events.c.number.desc()).limit(limit)
        return self._happened(connection, query, {"name": name, "after": 0})

    def lasts(self, connection: Connection) -> list[tuple[str, int]]:
        """All there are, by name, each with the number of its last event."""
        return [(name, last or 0) for name, last in connection.execute(self._lasts)]

    def count(self, connection: Connection, name: str) -> int:
        """How many events there are of one."""
        query = select(func.count()).select_from(self.events).where(self.events.c[self.word] == name)
        return connection.execute(query).scalar_one()

    def _is(self, tag: str) -> ColumnElement[bool]:
        """Is an event of a kind? Its name is what an event begins with."""
        return self.events.c.body.startswith(f'{{"{TAG}":"{tag}"', autoescape=True)

    def _happened(
        self, connection: Connection, query: Select[Any], given: dict[str, object]
    ) -> list[Happened[E]]:
        rows = connection.execute(query, given)
        return [Happened(number, at, actor, self.decode(body)) for number, at, actor, body in rows]

    def append(self, connection: Connection, now: datetime, name: str, actor: str | None, *events: E) -> None:
        """Write events. Writers of one wait for each other, so that no event comes before a lower number that
        others have not seen yet."""
        self.lock(connection, name)
        for each in events:
            row = {self.word: name, "at": now, "actor": actor, "body": self.encode(each).decode()}
            connection.execute(self.events.insert().values(row))

    def begin(self, connection: Connection, now: datetime, name: str, actor: str, event: E) -> None:
        """Make a new one with its first event; refuses a name that is taken, or fits into no address."""
        if not SLUG.fullmatch(name):
            raise ZelligError(
                f"{name!r} cannot stand in an address",
                field=self.word,
                remedy="Choose a name of a to z, 0 to 9 and -, e.g. breaking-2027.",
            )
        try:
            with connection.begin_nested():
                connection.execute(self.things.insert().values(id=name, created_at=now))
        except IntegrityError:
            raise ConflictError(
                f"there is a {self.word} {name!r} already", remedy="Choose another name."
            ) from None
        self.append(connection, now, name, actor, event)

    def lock(self, connection: Connection, name: str) -> None:
        """Be the only one who writes events of this one, until the transaction ends."""
        if connection.dialect.name != "sqlite":  # where who writes is alone anyway
            connection.execute(self._held, {"name": name})


class Logbook(Generic[E, S]):
    """What things of a kind are, kept by each process up to the last event that it has read."""

    def __init__(self, kind: Kind[E, S]) -> None:
        self._kind = kind
        self._kept: dict[str, S] = {}
        self._lock = Lock()

    def of(self, connection: Connection, name: str) -> S:
        """What one is in this transaction; refuses one that is not there."""
        before = self._kept.get(name)
        happened = self._kind.read(connection, name, before.last if before else 0)
        if not happened and before is None:
            raise NotFoundError(
                f"there is no {self._kind.word} {name!r}", remedy=f"Look at the list of {self._kind.word}s."
            )
        standing = self._kind.stand(happened, before)
        if not writes(connection):  # what a transaction has written may never come to be
            with self._lock:
                kept = self._kept.get(name)
                if kept is None or kept.last < standing.last:
                    self._kept[name] = standing
        return standing

    def every(self, connection: Connection) -> dict[str, S]:
        """What all of them are, by name; events are read of those alone that have new ones."""
        found: dict[str, S] = {}
        for name, last in self._kind.lasts(connection):
            kept = self._kept.get(name)
            found[name] = kept if kept is not None and kept.last == last else self.of(connection, name)
        return found

    def held(self, connection: Connection, name: str) -> S:
        """What one is for who is about to write events: nobody else does until the transaction ends."""
        self._kind.lock(connection, name)
        return self.of(connection, name)


def title_of(given: str) -> str:
    """A title as it is shown; refuses what cannot be one."""
    shown = " ".join(given.split())
    if not 1 <= len(shown) <= 200 or not shown.isprintable():
        raise ZelligError(
            "a title has 1 to 200 characters that can be seen", field="title", remedy="Choose another."
        )
    return shown
