"""What a workshop is at a moment: the sum of its events up to then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import singledispatch
from typing import Literal

from zellig.games.writing import events
from zellig.games.writing.distribution import Asked
from zellig.games.writing.events import Event, HandedIn, Happened
from zellig.games.writing.rules import Role, WorkshopRules
from zellig.items import Item

State = Literal["handed in", "taken", "sent back", "rejected", "replaced", "withdrawn"]
WAITS: tuple[State, ...] = ("handed in", "sent back")  # until its writer hands in another version
WITHDRAWABLE: tuple[State, ...] = (*WAITS, "taken")


@dataclass(frozen=True)
class Reading:
    """How far a blind reader is with a question, and what they said; a prompt asks for more."""

    heard: int = 0  # characters
    said: tuple[events.Answered, ...] = ()

    @property
    def over(self) -> bool:
        """Has an answer been judged for good?"""
        return bool(self.said) and self.said[-1].judgement.outcome != "prompt"

    @property
    def right(self) -> bool:
        return bool(self.said) and self.said[-1].judgement.right


@dataclass(frozen=True)
class SetKept:
    """A set of packets, as an editor has put it."""

    title: str
    distribution: Asked
    packets: tuple[tuple[str, ...], ...]  # the names of texts, in order


@dataclass(frozen=True)
class Text:
    """A text that was handed in, and what has become of it."""

    number: int  # of its event
    at: datetime
    writer: str
    event: HandedIn
    state: State = "handed in"
    reason: str = ""
    decided_by: str | None = None
    replaced_by: str = ""  # the version that was taken when this one stood
    tags: dict[str, tuple[str, ...]] = field(default_factory=dict)  # of second readers, by account
    offered: dict[str, Mapping[str, str]] = field(default_factory=dict)  # phenomena of the rules when its
    # writer handed it in and when each reader tagged it, by account: of others nobody said that it has none
    readings: dict[str, Reading] = field(default_factory=dict)  # of those who do not know the answer

    @property
    def question(self) -> Item | None:
        """What it asks, unless it is a pair."""
        return self.event.question if isinstance(self.event, events.QuestionHandedIn) else None


@dataclass(frozen=True)
class Standing:
    """Everything that the events of a workshop come to."""

    title: str = ""
    rules: WorkshopRules | None = None
    roles: dict[str, frozenset[Role]] = field(default_factory=dict)  # by account
    have_edited: frozenset[str] = frozenset()  # accounts that edit no more, and have seen all answers
    consents: dict[str, frozenset[str]] = field(default_factory=dict)  # licences by account
    texts: dict[str, Text] = field(default_factory=dict)
    told: dict[str, frozenset[str]] = field(default_factory=dict)  # texts that something which was not handed
    # in was found to be like, by the account that was told
    versions: dict[str, tuple[str, ...]] = field(default_factory=dict)  # the names of texts, by draft
    sets: dict[str, SetKept] = field(default_factory=dict)
    last: int = 0  # number of the last event

    def roles_of(self, account: str | None) -> frozenset[Role]:
        """The roles of an account: where everybody may write, everybody who has one is a writer."""
        if account is None:
            return frozenset()
        everybody: frozenset[Role] = frozenset({"writer"} if self.rules and self.rules.everybody else ())
        return self.roles.get(account, frozenset()) | everybody


def withdrawable(standing: Standing, draft: str) -> list[str]:
    """The versions of a draft that its writer can take back."""
    return _versions(standing, draft, WITHDRAWABLE)


def stand(happened: Iterable[Happened], before: Standing | None = None) -> Standing:
    """What the events come to, after those that `before` is the sum of."""
    standing = before or Standing()
    # Copied once, and not for each event, which may change these; what came before stays as it was.
    standing = replace(standing, texts=dict(standing.texts), versions=dict(standing.versions))
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
def _(event: events.RulesChanged, standing: Standing, happened: Happened) -> Standing:
    return replace(standing, rules=event.rules)


@_after.register
def _(event: events.RoleGiven, standing: Standing, happened: Happened) -> Standing:
    return replace(standing, roles=_with(standing, event.account, event.role))


@_after.register
def _(event: events.RoleTaken, standing: Standing, happened: Happened) -> Standing:
    left = standing.roles.get(event.account, frozenset()) - {event.role}
    edited = standing.have_edited | ({event.account} if event.role == "editor" else frozenset())
    return replace(standing, roles={**standing.roles, event.account: left}, have_edited=edited)


@_after.register
def _(event: events.Consented, standing: Standing, happened: Happened) -> Standing:
    account = happened.actor or ""
    given = standing.consents.get(account, frozenset()) | {event.licence}
    return replace(standing, consents={**standing.consents, account: given})


@_after.register(events.QuestionHandedIn)
@_after.register(events.PairHandedIn)
def _(event: HandedIn, standing: Standing, happened: Happened) -> Standing:
    writer = happened.actor or ""
    text = Text(happened.number, happened.at, writer, event, offered={writer: _phenomena(standing)})
    for name in _versions(standing, event.draft, WAITS):
        standing.texts[name] = replace(standing.texts[name], state="replaced")
    standing.texts[event.text] = text
    standing.versions[event.draft] = (*standing.versions.get(event.draft, ()), event.text)
    return standing


@_after.register
def _(event: events.LikenessTold, standing: Standing, happened: Happened) -> Standing:
    account = happened.actor or ""
    told = standing.told.get(account, frozenset()) | {*event.texts}
    return replace(standing, told={**standing.told, account: told})


@_after.register
def _(event: events.Decided, standing: Standing, happened: Happened) -> Standing:
    state: State = "taken" if event.taken else "rejected" if event.final else "sent back"
    draft = standing.texts[event.text].event.draft
    if event.taken:  # of a draft one version counts, and stands where the one before stood
        for name in _versions(standing, draft, ("taken",)):
            if name != event.text:
                standing = _out_of_sets(standing, name, (event.text,))
                standing.texts[name] = replace(standing.texts[name], state="replaced", replaced_by=event.text)
    elif standing.texts[event.text].state == "taken":  # and comes back if this one should not have been
        before = tuple(
            name
            for name in _versions(standing, draft, ("replaced",))
            if standing.texts[name].replaced_by == event.text
        )
        standing = _out_of_sets(standing, event.text, before)
        for name in before:
            standing.texts[name] = replace(standing.texts[name], state="taken", replaced_by="")
    standing.texts[event.text] = replace(
        standing.texts[event.text], state=state, reason=event.reason, decided_by=happened.actor
    )
    return standing


@_after.register
def _(event: events.Withdrawn, standing: Standing, happened: Happened) -> Standing:
    standing = _out_of_sets(standing, event.text, ())
    standing.texts[event.text] = replace(standing.texts[event.text], state="withdrawn", reason="")
    return standing


@_after.register
def _(event: events.Tagged, standing: Standing, happened: Happened) -> Standing:
    reader = happened.actor or ""
    if "editor" in standing.roles_of(reader) or reader in standing.have_edited:
        return standing  # they have seen what its writer says; earlier versions of Zellig let them tag
    text = standing.texts[event.text]
    tags = {**text.tags, reader: event.phenomena}
    standing.texts[event.text] = replace(
        standing.texts[event.text], tags=tags, offered={**text.offered, reader: _phenomena(standing)}
    )
    return standing


@_after.register(events.ClueHeard)
@_after.register(events.Answered)
def _(event: events.ClueHeard | events.Answered, standing: Standing, happened: Happened) -> Standing:
    readings, reader = standing.texts[event.text].readings, happened.actor or ""
    reading = readings.get(reader, Reading())
    if isinstance(event, events.ClueHeard):
        reading = replace(reading, heard=event.upto)
    else:
        reading = replace(reading, said=(*reading.said, event))
    standing.texts[event.text] = replace(standing.texts[event.text], readings={**readings, reader: reading})
    return standing


@_after.register
def _(event: events.SetMade, standing: Standing, happened: Happened) -> Standing:
    made = SetKept(event.title, event.distribution, event.packets)
    return replace(standing, sets={**standing.sets, event.set: made})


@_after.register
def _(event: events.QuestionMoved, standing: Standing, happened: Happened) -> Standing:
    before = standing.sets[event.set]
    packets = [[each for each in packet if each != event.text] for packet in before.packets]
    if event.packet:
        packets[event.packet - 1].insert(event.number - 1, event.text)
    moved = replace(before, packets=tuple(map(tuple, packets)))
    return replace(standing, sets={**standing.sets, event.set: moved})


def _phenomena(standing: Standing) -> Mapping[str, str]:
    return standing.rules.phenomena if standing.rules else {}


def _versions(standing: Standing, draft: str, states: tuple[State, ...]) -> list[str]:
    """The versions of a draft that are in one of these states."""
    return [name for name in standing.versions.get(draft, ()) if standing.texts[name].state in states]


def _out_of_sets(standing: Standing, text: str, instead: tuple[str, ...]) -> Standing:
    """A text stands in no set any more, and in its places others, if there are any."""
    sets = {
        name: replace(
            each,
            packets=tuple(
                tuple(new for old in packet for new in (instead if old == text else (old,)))
                for packet in each.packets
            ),
        )
        for name, each in standing.sets.items()
    }
    return replace(standing, sets=sets)


def _with(standing: Standing, account: str, role: Role) -> dict[str, frozenset[Role]]:
    return {**standing.roles, account: standing.roles.get(account, frozenset()) | {role}}
