"""What happens to a contest: events that are written once, each with who and when, and never changed.

Everything that a contest is at a moment follows from those up to then (`standing`). What teams upload and
judges say are rows of their own; an event refers to them by id.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from zellig.games import events
from zellig.games.contest.phases import Act
from zellig.games.contest.rules import Phase, Role, Rules
from zellig.games.events import GameEvent

Side = Literal["original", "modified"]

Consented = events.Consented


class Created(GameEvent, frozen=True, tag="created"):
    """Somebody began a contest, and is its organiser."""

    title: str


class RulesGiven(GameEvent, frozen=True, tag="rules-given"):
    """The rules were written or written anew; only before the contest is opened."""

    rules: Rules


class Opened(GameEvent, frozen=True, tag="opened"):
    """From now on the rules hold, and its phases open and close by time."""


class Extended(GameEvent, frozen=True, tag="extended"):
    """A phase closes later."""

    phase: Phase
    round: int
    closes: datetime
    reason: str


class TeamFounded(GameEvent, frozen=True, tag="team-founded"):
    """There is a new team; until publication others know it by its alias. This is the one of the first round;
    those of later ones follow from the number that was drawn, if one was."""

    team: str
    name: str
    alias: str
    drawn: int | None = None


class RoleGiven(GameEvent, frozen=True, tag="role-given"):
    """An account has a role, and plays it for a team where the role is a team's."""

    account: str
    role: Role
    team: str | None = None


class RoleTaken(GameEvent, frozen=True, tag="role-taken"):
    """An account has a role no more."""

    account: str
    role: Role


class PasswordLinked(GameEvent, frozen=True, tag="password-linked"):
    """Somebody made a link by which an account that takes part chooses a new password."""

    account: str


class Refused(GameEvent, frozen=True, tag="refused"):
    """Somebody tried what was not allowed then."""

    act: Act
    cause: Literal["draft", "role", "early", "late", "quota"]
    sentence: str


class EndpointRegistered(GameEvent, frozen=True, tag="endpoint-registered"):
    """A team says where its system answers; an earlier address of the team is no longer asked."""

    team: str
    endpoint: str
    address: str


class EndpointRemoved(GameEvent, frozen=True, tag="endpoint-removed"):
    """A team's endpoint is no longer asked."""

    team: str
    endpoint: str


class EndpointAsked(GameEvent, frozen=True, tag="endpoint-asked"):
    """An endpoint is to answer the pairs of a round; if nobody is the actor, because it is time."""

    team: str
    endpoint: str
    round: int
    asking: str


class AskingEnded(GameEvent, frozen=True, tag="asking-ended"):
    """What came of asking an endpoint; `submission` is what its answers have become."""

    team: str
    asking: str
    round: int
    state: Literal["brought", "unanswered", "refused", "failed"]
    answered: int
    reason: str
    submission: str | None = None


class QuestionsDrawn(GameEvent, frozen=True, tag="questions-drawn"):
    """It was written down what is judged in a round. Which pairs, if by the rules not all are, which items
    train the judges, and who is asked what first follows from the seed, which nobody knew before."""

    round: int
    seed: int


class Appealed(GameEvent, frozen=True, tag="appealed"):
    """A team asks to look again at the right answer of one side of a pair."""

    appeal: str
    team: str
    pair: str
    side: Side
    reason: str


class Ruled(GameEvent, frozen=True, tag="ruled"):
    """An organiser decides what the right answers of one side of a pair are, or that the pair does not count.

    It answers all appeals about that side, and may name the one that it was written for; a later ruling on
    the same side replaces it.
    """

    pair: str
    side: Side
    accepted: tuple[str, ...]  # none: the pair does not count
    reason: str
    appeal: str | None = None


class Reviewed(GameEvent, frozen=True, tag="reviewed"):
    """An organiser decides whether a pair counts that a check wants looked at; a later decision on the same
    pair replaces it."""

    pair: str
    counts: bool
    reason: str


class Scored(GameEvent, frozen=True, tag="scored"):
    """The scores were computed; `scores` is the id of the result."""

    round: int
    scores: str


class Published(GameEvent, frozen=True, tag="published"):
    """The boards that there are by now are for everybody, with the teams' names or their aliases."""

    round: int
    names: bool
    reason: str = ""  # why before all appeals were ruled on, or though the scores were outdated
    outdated: bool = False  # did something else count by then than in the newest scores?


Event = (
    Created
    | RulesGiven
    | Opened
    | Extended
    | TeamFounded
    | RoleGiven
    | RoleTaken
    | PasswordLinked
    | Consented
    | Refused
    | EndpointRegistered
    | EndpointRemoved
    | EndpointAsked
    | AskingEnded
    | QuestionsDrawn
    | Appealed
    | Ruled
    | Reviewed
    | Scored
    | Published
)


Happened = events.Happened[Event]


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Event).decode
