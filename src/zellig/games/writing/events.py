"""What happens in a workshop: events that are written once, each with who and when, and never changed.

Strokes of drafts are rows of their own; all else that a workshop is follows from its events (`standing`).
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from zellig.checks.findings import Finding
from zellig.checks.questions.findings import QuestionFinding
from zellig.games.writing.rules import Role, WorkshopRules
from zellig.items import Item, Pair


class _Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="event"):
    """One thing that happened; `tag` is its name in the database."""


class Founded(_Event, frozen=True, tag="founded"):
    """Somebody founded a workshop, and is its editor."""

    title: str
    rules: WorkshopRules


class RoleGiven(_Event, frozen=True, tag="role-given"):
    """An account has a role."""

    account: str
    role: Role


class Consented(_Event, frozen=True, tag="consented"):
    """The actor agrees that what they submit may be published under the licence."""

    licence: str


class _HandedIn(_Event, frozen=True):
    """A draft was handed in; it may be, several times."""

    text: str  # the name of what was handed in
    draft: str
    strokes: int  # of the draft that were counted


class QuestionHandedIn(_HandedIn, frozen=True, kw_only=True, tag="question-handed-in"):
    """A question, with what the check found and what its writer says makes it hard."""

    question: Item
    findings: tuple[QuestionFinding, ...] = ()
    phenomena: tuple[str, ...] = ()


class PairHandedIn(_HandedIn, frozen=True, kw_only=True, tag="pair-handed-in"):
    """A pair, with what the one check found."""

    pair: Pair
    findings: tuple[Finding, ...] = ()


class Decided(_Event, frozen=True, tag="decided"):
    """An editor took a text, or sent it back; a later decision replaces it."""

    text: str
    taken: bool
    reason: str


class Withdrawn(_Event, frozen=True, tag="withdrawn"):
    """Its writer took a text back."""

    text: str


Event = Founded | RoleGiven | Consented | QuestionHandedIn | PairHandedIn | Decided | Withdrawn


HandedIn = QuestionHandedIn | PairHandedIn


class Happened(msgspec.Struct, frozen=True):
    """An event with its number, the moment, and who did it."""

    number: int
    at: datetime
    actor: str | None
    event: Event


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Event).decode
