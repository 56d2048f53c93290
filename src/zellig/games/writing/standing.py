"""What a workshop is at a moment: the sum of its events up to then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import singledispatch
from typing import Literal

from zellig.games.writing import events
from zellig.games.writing.events import Event, HandedIn, Happened
from zellig.games.writing.rules import Role, WorkshopRules

State = Literal["handed in", "taken", "sent back", "withdrawn"]


@dataclass(frozen=True)
class Text:
    """A text that was handed in, and what has become of it."""

    number: int  # of its event
    at: datetime
    writer: str
    event: HandedIn
    state: State = "handed in"
    reason: str = ""


@dataclass(frozen=True)
class Standing:
    """Everything that the events of a workshop come to."""

    title: str = ""
    rules: WorkshopRules | None = None
    roles: dict[str, frozenset[Role]] = field(default_factory=dict)  # by account
    consents: dict[str, frozenset[str]] = field(default_factory=dict)  # licences by account
    texts: dict[str, Text] = field(default_factory=dict)
    last: int = 0  # number of the last event

    def roles_of(self, account: str | None) -> frozenset[Role]:
        """The roles of an account: where everybody may write, everybody who has one is a writer."""
        if account is None:
            return frozenset()
        everybody: frozenset[Role] = frozenset({"writer"} if self.rules and self.rules.everybody else ())
        return self.roles.get(account, frozenset()) | everybody


def stand(happened: Iterable[Happened], before: Standing | None = None) -> Standing:
    """What the events come to, after those that `before` is the sum of."""
    standing = before or Standing()
    for each in happened:
        standing = replace(_after(each.event, standing, each), last=each.number)
    return standing


@singledispatch
def _after(event: Event, standing: Standing, happened: Happened) -> Standing:
    raise TypeError(f"nobody knows what becomes of a workshop after {event!r}")


@_after.register
def _(event: events.Founded, standing: Standing, happened: Happened) -> Standing:
    founded = replace(standing, title=event.title, rules=event.rules)
    return replace(founded, roles=_with(founded, happened.actor or "", "editor"))


@_after.register
def _(event: events.RoleGiven, standing: Standing, happened: Happened) -> Standing:
    return replace(standing, roles=_with(standing, event.account, event.role))


@_after.register
def _(event: events.Consented, standing: Standing, happened: Happened) -> Standing:
    account = happened.actor or ""
    given = standing.consents.get(account, frozenset()) | {event.licence}
    return replace(standing, consents={**standing.consents, account: given})


@_after.register(events.QuestionHandedIn)
@_after.register(events.PairHandedIn)
def _(event: HandedIn, standing: Standing, happened: Happened) -> Standing:
    text = Text(happened.number, happened.at, happened.actor or "", event)
    return replace(standing, texts={**standing.texts, event.text: text})


@_after.register
def _(event: events.Decided, standing: Standing, happened: Happened) -> Standing:
    state: State = "taken" if event.taken else "sent back"
    return _changed(standing, event.text, state=state, reason=event.reason)


@_after.register
def _(event: events.Withdrawn, standing: Standing, happened: Happened) -> Standing:
    return _changed(standing, event.text, state="withdrawn", reason="")


def _changed(standing: Standing, text: str, **what: object) -> Standing:
    return replace(standing, texts={**standing.texts, text: replace(standing.texts[text], **what)})  # type: ignore[arg-type]


def _with(standing: Standing, account: str, role: Role) -> dict[str, frozenset[Role]]:
    return {**standing.roles, account: standing.roles.get(account, frozenset()) | {role}}
