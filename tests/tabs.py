"""A tab of the writing page without a browser: what it says over its connection, and what it hears."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any

from sqlalchemy import select
from websockets.sync.client import ClientConnection, connect

from contest_night import Night, Person
from zellig.store.database.tables.writing import STROKES

TAB, OTHER = "tab-number-one", "tab-number-two"


class Tab:
    """A tab in which somebody types at the end of the text."""

    def __init__(
        self, served: Night, writer: Person, draft: str, tab: str = TAB, *, take: bool = False
    ) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in writer.client.cookies.items())
        address = f"{served.address.replace('http', 'ws')}/api/v1/workshops/towns/drafts/{draft}/live"
        headers = {"Cookie": cookie, "Origin": served.address}
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(connect(address, additional_headers=headers))
        self.say(do="open", tab=tab, take=take)
        self.opened = self.hear("opened")
        self.text: str = self.opened["draft"]["fields"].get("text", "")
        self.number: int = self.opened["kept"]

    def close(self) -> None:
        self._open.close()

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, told: str, has: str = "") -> dict[str, Any]:
        """The next message of a kind; with `has`, of a look at the newest text that has this."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=30))
            if message["told"] == told and (
                not has or (message["of"] == self.number and has in message["look"])
            ):
                return message

    def type(self, new: str) -> None:
        """Type; the next messages are about it."""
        at = len(self.text)
        self.text += new
        self.send(
            {
                "stroke": "typed",
                "field": "text",
                "start": at,
                "end": at,
                "text": new,
                "length": len(self.text),
            }
        )

    def send(self, *strokes: dict[str, Any]) -> None:
        self.say(do="send", first=self.number + 1, strokes=strokes)
        self.number += len(strokes)


def typed(start: int, end: int, new: str, length: int) -> dict[str, Any]:
    return {"stroke": "typed", "field": "text", "start": start, "end": end, "text": new, "length": length}


def begin(writer: Person) -> str:
    return str(writer.post("/workshops/towns/drafts")["draft"])


def rows(served: Night, draft: str) -> list[tuple[str, int]]:
    with served.house.database.reading() as connection:
        query = select(STROKES.c.tab, STROKES.c.sequence).where(STROKES.c.draft == draft)
        return [tuple(row) for row in connection.execute(query.order_by(STROKES.c.number))]
