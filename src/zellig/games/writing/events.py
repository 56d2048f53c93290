"""What happens in a workshop: events that are written once, each with who and when, and never changed.

Strokes of drafts are rows of their own; all else that a workshop is follows from its events (`standing`).
"""

from __future__ import annotations

import msgspec

from zellig.checks.findings import Finding
from zellig.checks.questions.findings import QuestionFinding
from zellig.games import events
from zellig.games.events import GameEvent
from zellig.games.writing.distribution import Asked
from zellig.games.writing.heard import HeardPair, HeardQuestion
from zellig.games.writing.rules import Role, WorkshopRules
from zellig.items import Item, Pair
from zellig.tasks.task import Judgement

Consented = events.Consented


class Founded(GameEvent, frozen=True, tag="founded"):
    """Somebody founded a workshop, and is its editor."""

    title: str
    rules: WorkshopRules


class RulesChanged(GameEvent, frozen=True, tag="rules-changed"):
    """An editor changed what may be changed of the rules."""

    rules: WorkshopRules


class RoleGiven(GameEvent, frozen=True, tag="role-given"):
    """An account has a role."""

    account: str
    role: Role


class RoleTaken(GameEvent, frozen=True, tag="role-taken"):
    """An account has a role no more."""

    account: str
    role: Role


class _HandedIn(GameEvent, frozen=True):
    """A draft was handed in; it may be, several times."""

    text: str  # the name of what was handed in
    draft: str
    strokes: int  # of the draft that were counted


class QuestionHandedIn(_HandedIn, frozen=True, kw_only=True, tag="question-handed-in"):
    """A question, with what the check found and what its writer says makes it hard."""

    question: Item
    findings: tuple[QuestionFinding, ...] = ()
    phenomena: tuple[str, ...] = ()
    machines: dict[str, HeardQuestion] = msgspec.field(default_factory=dict)  # by the names of the systems


class PairHandedIn(_HandedIn, frozen=True, kw_only=True, tag="pair-handed-in"):
    """A pair, with what the one check found."""

    pair: Pair
    findings: tuple[Finding, ...] = ()
    machines: dict[str, HeardPair] = msgspec.field(default_factory=dict)


class LikenessTold(GameEvent, frozen=True, tag="likeness-told"):
    """The actor was told that a draft is like texts of others, and the draft was not handed in."""

    texts: tuple[str, ...]


class Decided(GameEvent, frozen=True, tag="decided"):
    """An editor took a text, sent it back, or rejected it for good; a later decision replaces it."""

    text: str
    taken: bool
    reason: str
    final: bool = False  # of one that is not taken: there is no second try


class Withdrawn(GameEvent, frozen=True, tag="withdrawn"):
    """Its writer took a text back."""

    text: str


class Tagged(GameEvent, frozen=True, tag="tagged"):
    """A second reader says what makes a question hard, without having seen what its writer said."""

    text: str
    phenomena: tuple[str, ...]


class ClueHeard(GameEvent, frozen=True, tag="clue-heard"):
    """A blind reader was shown a question up to a place, in characters."""

    text: str
    upto: int


class Answered(GameEvent, frozen=True, tag="answered"):
    """A blind reader said an answer, or none, when so many characters had been read; the task judged it."""

    text: str
    answer: str
    position: int
    judgement: Judgement


class SetMade(GameEvent, frozen=True, tag="set-made"):
    """An editor made a set of packets of accepted questions."""

    set: str
    title: str
    distribution: Asked
    packets: tuple[tuple[str, ...], ...]  # the names of texts, in order


class QuestionMoved(GameEvent, frozen=True, tag="question-moved"):
    """An editor put a question elsewhere in a set; in packet 0 it is out of it."""

    set: str
    text: str
    packet: int
    number: int  # both from 1


Event = (
    Founded
    | RulesChanged
    | RoleGiven
    | RoleTaken
    | Consented
    | QuestionHandedIn
    | PairHandedIn
    | LikenessTold
    | Decided
    | Withdrawn
    | Tagged
    | ClueHeard
    | Answered
    | SetMade
    | QuestionMoved
)


HandedIn = QuestionHandedIn | PairHandedIn


Happened = events.Happened[Event]


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Event).decode
