"""What goes over the connection of a room: `do` is asked by a page or a program, `told` is what it is told.

One connection is one viewer: a player, the moderator, or somebody who watches. Words are the same for all of
them; a state (`seen`) is made for the viewer that it goes to.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from zellig.games.match.events import Outcome
from zellig.games.match.playing import LONGEST_ANSWER
from zellig.games.match.rooms import RoomRules, RoomState
from zellig.games.match.rules import Rules
from zellig.games.match.seeing import Seen
from zellig.games.match.setting import Kind, Team
from zellig.server.problems import Problem

LONGEST_LINE = 500  # characters of what is said in the chat, and of a reason

Number = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Part = Annotated[int, msgspec.Meta(ge=0, le=1000)]
PlayersId = Annotated[str, msgspec.Meta(max_length=64)]
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_ANSWER)]
Reason = Annotated[str, msgspec.Meta(max_length=LONGEST_LINE)]
LineOf = Literal["measured", "proxy", "none"]  # none: nothing was measured, or the player is not connected


class PlayerShown(msgspec.Struct, frozen=True):
    """A player as everybody sees it."""

    id: str
    name: str
    team: str
    kind: Kind
    here: bool  # connected; a program that the server asks always is
    line: LineOf  # where the allowance comes from; behind a proxy there is none
    missed: int = 0  # finished tossups to which a program said nothing that counts


class RoomShown(msgspec.Struct, frozen=True):
    """A room as the caller sees it; nothing of its questions."""

    room: str
    title: str
    founded: datetime
    state: RoomState
    rules: Rules
    about: RoomRules
    tossups: int  # in its packet
    teams: tuple[Team, ...]
    players: list[PlayerShown]
    moderator: str | None  # who reads and judges, by name; None: nobody does
    host: str  # who founded it, by name
    rulers: list[str]  # who of them decides on protests, by name; empty: an operator of this server
    undecided: int  # protests that wait for a ruling
    you: tuple[str, ...]  # what the caller may do: see the table of rights
    player: str  # who the caller is among the players; empty: nobody


class ChatLineShown(msgspec.Struct, frozen=True):
    """What somebody said in the chat."""

    name: str
    text: str
    at: datetime


class Enter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="enter"):
    """The first message: who connects comes in, as the player of this id; without it as what they are."""

    player: PlayersId = ""


class Buzz(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="buzz"):
    """Buzz at a tossup."""

    number: Number


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="answer"):
    """Answer the tossup of this number, or a part of its bonus."""

    number: Number
    text: Text
    part: Part = 0  # 0: the tossup


class AskNext(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="ask"):
    """The moderator reads the next tossup; `number` is the one that was read last, 0 before the first."""

    number: Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Pause(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="pause"):
    """Stop; the moderator, or the host where there is none."""

    reason: Reason = ""


class GoOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="go-on"):
    """End a pause."""


class Skip(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="skip"):
    """Leave this tossup out."""

    number: Number
    reason: Reason


class Protest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="protest"):
    """A player disagrees with the verdict on an answer."""

    number: Number
    player: PlayersId  # whose answer it is
    reason: Reason


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="rule"):
    """Say what an answer was: the moderator, or the host where there is none; nobody who plays."""

    number: Number
    player: PlayersId
    outcome: Outcome
    reason: Reason
    protest: PlayersId = ""  # its id


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="say"):
    """Say something in the chat, where there is one."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_LINE)]


Asked = Enter | Buzz | Answer | AskNext | Pause | GoOn | Skip | Protest | Rule | Say


class Entered(msgspec.Struct, frozen=True, tag_field="told", tag="entered"):
    """Who connects is in, or is something else here than before: the room, and the match as far as it is, if
    it has begun."""

    room: RoomShown
    role: Literal["player", "moderator", "spectator"]
    seen: Seen | None = None  # None: the match has not begun
    chat: tuple[ChatLineShown, ...] = ()  # what was said last


class Changed(msgspec.Struct, frozen=True, tag_field="told", tag="room"):
    """Somebody joined, left, came or went, or a line was measured: the room without who is told."""

    players: list[PlayerShown]
    moderator: str | None
    rulers: list[str]
    state: RoomState


class Word(msgspec.Struct, frozen=True, tag_field="told", tag="word"):
    """A word is read: from this character on the text of the tossup goes on with this."""

    number: int  # of the tossup
    start: int  # in characters of the text so far
    text: str


class Now(msgspec.Struct, frozen=True, tag_field="told", tag="seen"):
    """Something happened: the match as this viewer is handed it."""

    seen: Seen


class Lines(msgspec.Struct, frozen=True, tag_field="told", tag="lines"):
    """Lines were measured anew: milliseconds there and back that each player is allowed."""

    allowances: dict[str, int]


class Said(msgspec.Struct, frozen=True, tag_field="told", tag="said"):
    """Somebody said something in the chat."""

    line: ChatLineShown


class Missed(msgspec.Struct, frozen=True, tag_field="told", tag="missed"):
    """What a program said does not count, or it is not there; the match goes on."""

    player: str
    number: int  # of the tossup; 0: it is not there
    why: str


class Refused(msgspec.Struct, frozen=True, tag_field="told", tag="refused"):
    """Something that was asked was not done."""

    do: str  # what
    problem: Problem


class Probe(msgspec.Struct, frozen=True, tag_field="told", tag="probe"):
    """Nothing: by how soon it arrives the server's kernel measures a player's line. Leave it unanswered."""


Told = Entered | Changed | Word | Now | Lines | Said | Missed | Refused | Probe

decode = msgspec.json.Decoder(Asked).decode
