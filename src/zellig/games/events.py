"""What events of contests and workshops have in common: written once, with who and when, never changed."""

from __future__ import annotations

from datetime import datetime
from typing import Generic, TypeVar

import msgspec

E = TypeVar("E")


class GameEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="event"):
    """One thing that happened; `tag` is its name in the database."""


class Consented(GameEvent, frozen=True, tag="consented"):
    """The actor agrees that what they bring may be published under the licence."""

    licence: str


class Happened(msgspec.Struct, Generic[E], frozen=True):
    """An event with its number, the moment, and who did it; nobody is the platform itself."""

    number: int
    at: datetime
    actor: str | None
    event: E
