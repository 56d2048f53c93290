"""A room for a match: who founded it, who takes part, and what has happened in it.

A room has events as a match has; those of the match stand among them in their order. What the room is follows
from them, and what somebody may do in it follows from that, in one function.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Literal

import msgspec
from msgspec.structs import replace

from zellig.games.events import GameEvent, Happened
from zellig.games.match.events import Ended, Finished, Given, TossupAsked
from zellig.games.match.events import Event as MatchEvent
from zellig.games.match.rules import Rules
from zellig.games.match.setting import Player, Team

RoomState = Literal["waiting", "playing", "over"]
RoomRole = Literal["player", "moderator", "spectator"]
Right = Literal[
    "see", "watch", "join", "host", "moderate", "begin", "direct", "protest", "rule", "say", "download"
]

MOST_PLAYERS = 40  # of one room
CHAT = 100  # lines that are shown to who comes in


class RoomRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who may come in, and what may be said."""

    open: bool = False  # may whoever has an account play? Else who was invited
    spectators: bool = True  # may whoever has an account watch?
    chat: bool = False
    moderator: bool = False  # is there one, who says when to go on?


class Founded(GameEvent, frozen=True, tag="founded"):
    """A room is there; the actor is its host. Its packet is kept beside it."""

    title: str
    rules: Rules
    about: RoomRules
    teams: tuple[Team, ...]
    tossups: int
    # Of the tournament whose game it is: by account, the name of the team.
    entrants: dict[str, str] = msgspec.field(default_factory=dict)


class RoleGiven(GameEvent, frozen=True, tag="role-given"):
    """Somebody was invited, and came."""

    account: str
    role: RoomRole


class Seated(GameEvent, frozen=True, tag="seated"):
    """A player takes a seat: a person, a program of somebody's that connects by itself, or one that the
    server asks."""

    player: Player
    account: str = ""  # whose connection speaks for the player; none: the server asks a program
    asked: str = ""  # of a program that the server asks: the name of a system, or an address


class Unseated(GameEvent, frozen=True, tag="unseated"):
    """A player has left before the match began."""

    player: str


class Begun(GameEvent, frozen=True, tag="begun"):
    """The match begins with the players who are there; `seed` is that of its lots."""

    seed: int


class AccountClosed(GameEvent, frozen=True, tag="account-closed"):
    """Somebody is not known here any more: their players are called otherwise, and their roles are nobody's.
    As an event it reaches every process, also one that has read the others already."""

    account: str
    called: str


class ChatLine(GameEvent, frozen=True, tag="line-said"):
    """The actor said something in the chat."""

    text: str


class ProgramMissed(GameEvent, frozen=True, tag="program-missed"):
    """A program said something to a tossup that does not count, or nothing, and why; or is not there."""

    player: str
    number: int  # of the tossup; 0: it is not there, and misses every one until it is
    why: str


class ProgramSeated(GameEvent, frozen=True, tag="program-seated"):
    """A program that was not there is."""

    player: str


class TournamentPublished(GameEvent, frozen=True, tag="tournament-published"):
    """The end of the tournament is published of which this room has a game: the score stays as it is."""


RoomEvent = (
    Founded
    | RoleGiven
    | Seated
    | Unseated
    | Begun
    | AccountClosed
    | ChatLine
    | ProgramMissed
    | ProgramSeated
    | TournamentPublished
)
Event = RoomEvent | MatchEvent

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Event).decode


class Place(msgspec.Struct, frozen=True):
    """A player, and who speaks for it."""

    player: Player
    account: str = ""
    asked: str = ""


class Standing(msgspec.Struct, frozen=True):
    """What a room is after its events."""

    last: int = 0
    title: str = ""
    host: str = ""
    founded: datetime | None = None
    rules: Rules | None = None
    about: RoomRules = RoomRules()
    teams: tuple[Team, ...] = ()
    tossups: int = 0
    entrants: dict[str, str] = {}
    roles: dict[str, frozenset[RoomRole]] = {}
    places: tuple[Place, ...] = ()
    seated: int = 0  # players that there ever were: the next one has the next number
    seed: int | None = None  # of the match; None: it has not begun
    events: tuple[MatchEvent, ...] = ()
    ended: bool = False
    published: bool = False  # the end of its tournament
    said: tuple[Happened[ChatLine], ...] = ()
    missed: tuple[ProgramMissed, ...] = ()  # also what follows for those who are not there
    away: dict[str, str] = {}  # programs that are not there, and why

    @property
    def state(self) -> RoomState:
        """A match that is over may still be protested about."""
        if self.seed is None:
            return "waiting"
        return "over" if self.ended else "playing"

    @property
    def moderators(self) -> list[str]:
        """Accounts: who was invited to moderate, or else the host."""
        if not self.about.moderator:
            return []
        return [account for account, roles in self.roles.items() if "moderator" in roles] or [self.host]

    @property
    def misses(self) -> Counter[str]:
        """By player, the finished tossups to which a program said nothing that counts: who was late and then
        answered has not missed one."""
        if not self.missed:
            return Counter()
        number, answered = 0, set()
        for each in self.events:
            match each:
                case TossupAsked():
                    number = each.number
                case Given() if each.text:
                    answered.add((each.player, number))
        finished = self.finished
        missed = {(each.player, each.number) for each in self.missed if each.number in finished}
        return Counter(player for player, _ in missed - answered)

    @property
    def finished(self) -> list[int]:
        """The tossups that were read and count."""
        return finished_in(self.events)

    def place_of(self, player: str) -> Place | None:
        return next((each for each in self.places if each.player.id == player), None)

    @property
    def rulers(self) -> list[str]:
        """Accounts that decide on protests: who directs the match and does not play; none: an operator."""
        return [each for each in self.moderators or [self.host] if not self.places_of(each)]

    def own_team(self, account: str) -> Team | None:
        """The team of this game for which somebody plays in its tournament."""
        return next((each for each in self.teams if each.name == self.entrants.get(account)), None)

    def places_of(self, account: str) -> list[Place]:
        """Players for whom an account speaks."""
        return [each for each in self.places if account and each.account == account]


def stand(happened: Iterable[Happened[Event]], before: Standing | None) -> Standing:
    """What a room is when these have happened, too."""
    now = before or Standing()
    match: list[MatchEvent] = []
    for each in happened:
        if isinstance(each.event, GameEvent):
            now = _after(now, each, each.event)
        else:
            match.append(each.event)
            if now.away and isinstance(each.event, Finished):
                number = finished_in((*now.events, *match))[-1]
                missed = (ProgramMissed(player, number, why) for player, why in now.away.items())
                now = replace(now, missed=(*now.missed, *missed))
        now = replace(now, last=each.number)
    ended = now.ended or any(isinstance(each, Ended) for each in match)
    return replace(now, events=(*now.events, *match), ended=ended) if match else now


def _after(now: Standing, happened: Happened[Event], event: GameEvent) -> Standing:
    match event:
        case Founded():
            return replace(
                now,
                title=event.title,
                host=happened.actor or "",
                founded=happened.at,
                rules=event.rules,
                about=event.about,
                teams=event.teams,
                tossups=event.tossups,
                entrants=event.entrants,
            )
        case RoleGiven():
            given = now.roles.get(event.account, frozenset()) | {event.role}
            return replace(now, roles={**now.roles, event.account: given})
        case Seated():
            place = Place(event.player, event.account, event.asked)
            return replace(now, places=(*now.places, place), seated=now.seated + 1)
        case Unseated():
            return replace(now, places=tuple(each for each in now.places if each.player.id != event.player))
        case Begun():
            return replace(now, seed=event.seed)
        case AccountClosed():
            roles = {account: given for account, given in now.roles.items() if account != event.account}
            places = tuple(
                replace(each, player=nameless(each.player, event.called))
                if each.account == event.account
                else each
                for each in now.places
            )
            return replace(now, roles=roles, places=places)
        case ChatLine():
            line = Happened(happened.number, happened.at, happened.actor, event)
            return replace(now, said=(*now.said, line)[-CHAT:])
        case ProgramMissed():
            away = now.away if event.number else {**now.away, event.player: event.why}
            return replace(now, missed=(*now.missed, event), away=away)
        case ProgramSeated():
            return replace(
                now, away={player: why for player, why in now.away.items() if player != event.player}
            )
        case TournamentPublished():
            return replace(now, published=True)
    return now


def finished_in(events: Iterable[MatchEvent]) -> list[int]:
    """The numbers of the tossups that were read and count."""
    number, found = 0, []
    for each in events:
        match each:
            case TossupAsked():
                number = each.number
            case Finished():
                found.append(number)
    return found


def nameless(player: Player, called: str) -> Player:
    """A player whose name is nobody's any more."""
    return replace(player, name=f"{called} ({player.id})")


def rights(standing: Standing, account: str, *, operator: bool = False) -> frozenset[Right]:
    """What somebody may do in a room: the one place where that is decided. Who plays in a tournament operates
    nothing in its rooms: other games of a round have the same packet."""
    found: set[Right] = set()
    operator = operator and account not in standing.entrants
    entered = standing.own_team(account) is not None
    roles = standing.roles.get(account, frozenset())
    host = account == standing.host
    plays = bool(standing.places_of(account))
    moderates = account in standing.moderators and not plays  # who moderates sees the answers
    over, waiting = standing.state == "over", standing.state == "waiting"
    if standing.about.spectators or roles or host or moderates or plays or entered or operator:
        found |= {"see", "watch"}
    if waiting and not moderates and (standing.about.open or host or entered or "player" in roles):
        found.add("join")
    if host:
        found.add("host")
    if moderates:
        found.add("moderate")
    if waiting and (host or moderates):
        found.add("begin")
    directs = moderates or (host and not standing.about.moderator)
    if directs and not waiting:
        found.add("direct")  # pause, go on, skip
    decided = waiting or standing.published
    if plays and not decided:
        found.add("protest")
    if not decided and (account in standing.rulers or (operator and not plays)):
        found.add("rule")
    if standing.about.chat and "see" in found:
        found.add("say")
    if over and "see" in found:
        found.add("download")
    return frozenset(found)


def rules_as(standing: Standing, account: str) -> str:
    """As what somebody decides who may: it is written down, and a name is not."""
    if "moderate" in rights(standing, account):
        return "the moderator"
    return "the host" if account in standing.rulers else "an operator"
