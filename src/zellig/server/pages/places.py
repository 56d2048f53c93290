"""Where one is: a contest as who asks may see it, and what it can be asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import msgspec
from sqlalchemy import Connection

from zellig.games.contest.phases import Act, Refusal, latest_window, next_window, refuse_act
from zellig.games.contest.rules import Role, Window
from zellig.games.contest.standing import Standing
from zellig.server.accounts import Account
from zellig.server.caller import Caller
from zellig.server.gathering import rules_of
from zellig.server.judged import Progress, progress
from zellig.server.problems import ForbiddenError
from zellig.server.state import House
from zellig.server.views.contests import ContestShown, shown, visible
from zellig.tasks import Task, get_task

# The pages of a contest: who they are for (nobody named: everybody), and what one has to be allowed to do
# there, if anything.
_TABS: tuple[tuple[str, str, set[Role], Act | None], ...] = (
    ("Team", "team", {"builder", "breaker"}, None),
    ("Upload", "upload", {"builder", "breaker", "organiser"}, None),
    ("Write pairs", "pairs/new", {"breaker"}, "get-starter"),
    ("Review", "reviews", {"breaker", "organiser"}, "see-reviews"),
    ("Judge", "judge", {"judge"}, "judge"),
    ("Judged", "judged", {"builder", "breaker", "organiser"}, "see-judged"),
    ("Appeals", "appeals", {"builder", "breaker", "organiser"}, "see-judged"),
    ("Board", "board", set(), "see-board"),
    ("Downloads", "downloads", {"builder", "breaker", "judge", "observer", "organiser"}, None),
    ("Organise", "organise", {"organiser"}, None),
    ("Audit", "audit", {"organiser"}, None),
)


class Tab(msgspec.Struct, frozen=True):
    """A page of a contest that is for who asks."""

    name: str
    address: str


class Place:
    """A contest, seen by who asks, at a moment."""

    def __init__(
        self,
        connection: Connection,
        house: House,
        caller: Caller,
        contest: str,
        standing: Standing,
        number: int | None,
    ) -> None:
        self.connection, self.house, self.caller, self.name = connection, house, caller, contest
        self.standing = visible(standing, caller.signed_in)
        self.shown: ContestShown = shown(house, contest, self.standing, caller.signed_in)
        self.now: datetime = self.shown.now
        window = latest_window(self.standing.timeline, self.now)
        self.latest = window.round if window else 1
        self.round = number or self.latest

    @property
    def home(self) -> str:
        """The address of the contest."""
        return f"/contests/{self.name}"

    @property
    def api(self) -> str:
        """Where its API is."""
        return f"/api/v1/contests/{self.name}"

    @property
    def task(self) -> Task | None:
        """What its systems are asked, once the rules say it."""
        return get_task(self.standing.rules.task) if self.standing.rules else None

    @property
    def rounds(self) -> list[int]:
        """The rounds that have begun."""
        return sorted({each.round for each in self.standing.timeline if each.round <= self.latest})

    @property
    def coming(self) -> Window | None:
        """The phase that opens next."""
        return next_window(self.standing.timeline, self.now)

    @property
    def organises(self) -> bool:
        return "organiser" in self.shown.roles

    @property
    def tabs(self) -> Iterator[Tab]:
        """The pages that are for the roles of who asks."""
        roles: set[Role] = set(self.shown.roles)
        yield Tab("Contest", self.home)
        board = self.standing.scored if self.organises else self.standing.published
        for name, address, wanted, act in _TABS:
            if act is not None and not (self.standing.timeline and self.may(act)):
                continue
            if (roles & wanted or not wanted) and (name != "Board" or board):
                yield Tab(name, f"{self.home}/{address}")

    def progress(self, account: Account) -> Progress:
        """How far the judging of its round is."""
        rules = rules_of(self.standing).judging
        with self.house.tallies.of(self.connection, self.name, self.round, rules) as tally:
            return progress(self.connection, tally, self.standing, account)

    def may(self, act: Act) -> bool:
        """May who asks do this now?"""
        return self.refusal(act) is None

    def refusal(self, act: Act) -> Refusal | None:
        """Why who asks may not do this now."""
        return refuse_act(
            act, self.shown.roles, self.standing.timeline, self.now, self.round, self.standing.kept
        )

    def only_for(self, *roles: str) -> None:
        """Refuse who has none of these roles; who has not signed in does that first."""
        account = self.caller.account
        if not set(roles) & self.standing.roles_of(account.id):
            raise ForbiddenError(
                f"this page is for {' and '.join(f'{role}s' for role in roles)} of this contest",
                remedy="Ask an organiser for an invitation.",
            )


@contextmanager
def place_of(house: House, caller: Caller, contest: str, number: int | None = None) -> Iterator[Place]:
    """A contest, read in one transaction, in the round that is played unless another one is asked for;
    refuses one that the caller may not know of."""
    with house.database.reading() as connection:
        yield Place(connection, house, caller, contest, house.standings.of(connection, contest), number)
