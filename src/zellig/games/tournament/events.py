"""What happens to a tournament that is organised: founded, joined, begun, round after round, published."""

from __future__ import annotations

import msgspec

from zellig.games.events import GameEvent
from zellig.games.match.rules import Rules
from zellig.games.tournament.plan import Member, Phase, Seen
from zellig.games.tournament.rounds import Paired


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who may look, and how games are run."""

    spectators: bool = True  # may whoever has an account see the board? Else who takes part
    moderators: bool = False  # has a game with people in it a moderator, who says when to go on?


class FoundedTeam(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A team as it is founded; people come to it later."""

    name: str
    group: str = ""
    programs: tuple[Member, ...] = ()


class Founded(GameEvent, frozen=True, tag="founded"):
    """A tournament is there; the actor organises it. Its questions are kept beside it."""

    name: str
    teams: tuple[FoundedTeam, ...]
    rules: Rules
    phases: tuple[Phase, ...]
    seed: int
    packets: int  # that were brought; 0: they are drawn of a control and a challenge set
    spares: int = 0
    reserve: bool = False  # were questions brought in reserve?
    seen: tuple[Seen, ...] = ()
    licence: str = ""
    about: About = About()


class Joined(GameEvent, frozen=True, tag="joined"):
    """Somebody plays for a team."""

    account: str
    team: str
    name: str  # as it stands on the board


class Left(GameEvent, frozen=True, tag="left"):
    """Somebody does not play after all."""

    account: str


class Forgotten(GameEvent, frozen=True, tag="forgotten"):
    """Somebody has closed the account, and is called this from now on."""

    account: str
    name: str


class Withdrawn(GameEvent, frozen=True, tag="withdrawn"):
    """A team does not come at all: the plan is one without it."""

    team: str


class Begun(GameEvent, frozen=True, tag="begun"):
    """Nobody joins or leaves any more. What the people of the teams have seen is known by now, and is kept by
    their teams: it stays true when one of them is not known by name any more."""

    seen: tuple[Seen, ...] = ()


class RoundMade(GameEvent, frozen=True, tag="round-made"):
    """Who plays whom, and where: a room for each game, in the order of the games."""

    round: Paired
    rooms: tuple[str, ...]


class Forfeited(GameEvent, frozen=True, tag="forfeited"):
    """A team does not play a game of a round."""

    round: int
    team: str
    reason: str


class Published(GameEvent, frozen=True, tag="published"):
    """It is over: everybody may know which question is of which side."""


Event = Founded | Joined | Left | Forgotten | Withdrawn | Begun | RoundMade | Forfeited | Published

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Event).decode
