"""What a contest is at a moment: the sum of its events up to then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import singledispatch

from zellig.games.contest import events
from zellig.games.contest.events import Appealed, Event, Extended, Happened, Reviewed, Ruled
from zellig.games.contest.phases import Act, extend
from zellig.games.contest.rules import Role, Rules, Window


@dataclass(frozen=True)
class Team:
    """A team, and the accounts that play for it."""

    id: str
    name: str
    alias: str  # in the first round; `aliases` knows those of all rounds
    members: frozenset[str] = frozenset()
    former: frozenset[str] = frozenset()  # who played for it
    drawn: int | None = None  # from which later aliases follow


@dataclass(frozen=True)
class Appeal:
    """An appeal with the ruling that answered it, if any has."""

    number: int  # of its event
    event: Appealed
    ruling: Ruled | None = None

    @property
    def side(self) -> tuple[str, str]:
        """The pair, and the side of it, that it is about."""
        return self.event.pair, self.event.side


@dataclass(frozen=True)
class Standing:
    """Everything that the events of a contest come to."""

    title: str = ""
    rules: Rules | None = None
    timeline: tuple[Window, ...] = ()  # with all extensions; none before the contest is opened
    extensions: tuple[Extended, ...] = ()
    teams: dict[str, Team] = field(default_factory=dict)
    roles: dict[str, frozenset[Role]] = field(default_factory=dict)  # by account
    consents: dict[str, frozenset[str]] = field(default_factory=dict)  # licences by account
    seeds: dict[int, int] = field(default_factory=dict)  # of what is judged, by round
    appeals: dict[str, Appeal] = field(default_factory=dict)
    rulings: dict[tuple[str, str], Ruled] = field(
        default_factory=dict
    )  # by pair and side: the last; in order
    reviews: dict[str, Reviewed] = field(default_factory=dict)  # by pair: the last
    scored: dict[int, tuple[str, ...]] = field(default_factory=dict)  # by round: all results, the newest last
    published: dict[int, bool] = field(default_factory=dict)  # by round: with names?
    public: dict[int, tuple[str, ...]] = field(default_factory=dict)  # by round: the results of `scored`
    last: int = 0  # number of the last event

    @property
    def kept(self) -> tuple[Act, ...]:
        """What the rules keep for those who take part."""
        return ("get-bundle",) if self.rules and self.rules.bundle == "participants" else ()

    @property
    def rounds(self) -> frozenset[int]:
        """The rounds that are played."""
        return frozenset(window.round for window in self.timeline)

    def keeps_dev_after(self, number: int) -> bool:
        """Are the development items of a round still blind when it is published? A later round asks about
        the same ones, until the last of them is published."""
        last = max(self.rounds, default=number)
        return number < last and last not in self.published

    def roles_of(self, account: str | None) -> frozenset[Role]:
        """The roles of an account; nobody has none."""
        return self.roles.get(account, frozenset()) if account else frozenset()

    def team_of(self, account: str | None) -> Team | None:
        """The team that an account plays for."""
        return next((team for team in self.teams.values() if account in team.members), None)

    def teams_ever(self, account: str) -> frozenset[str]:
        """The teams that an account plays or has played for."""
        teams = self.teams.values()
        return frozenset(team.id for team in teams if account in team.members | team.former)


def stand(happened: Iterable[Happened], before: Standing | None = None) -> Standing:
    """What the events come to, after those that `before` is the sum of."""
    standing = before or Standing()
    for each in happened:
        standing = replace(_after(each.event, standing, each), last=each.number)
    return standing


@singledispatch
def _after(event: Event, standing: Standing, happened: Happened) -> Standing:
    """The standing after an event; of one that is only noted, as it was."""
    return standing


@_after.register
def _(event: events.Created, standing: Standing, happened: Happened) -> Standing:
    return replace(standing, title=event.title, roles=_with(standing, happened.actor, "organiser"))


@_after.register
def _(event: events.RulesGiven, standing: Standing, happened: Happened) -> Standing:
    return replace(standing, rules=event.rules)


@_after.register
def _(event: events.Opened, standing: Standing, happened: Happened) -> Standing:
    return replace(standing, timeline=standing.rules.timeline if standing.rules else ())


@_after.register
def _(event: events.Extended, standing: Standing, happened: Happened) -> Standing:
    window = next(w for w in standing.timeline if (w.phase, w.round) == (event.phase, event.round))
    timeline = extend(standing.timeline, window, event.closes)
    return replace(standing, timeline=timeline, extensions=(*standing.extensions, event))


@_after.register
def _(event: events.TeamFounded, standing: Standing, happened: Happened) -> Standing:
    team = Team(event.team, event.name, event.alias, drawn=event.drawn)
    return replace(standing, teams=standing.teams | {event.team: team})


@_after.register
def _(event: events.RoleGiven, standing: Standing, happened: Happened) -> Standing:
    teams = dict(standing.teams)
    if event.team:
        team = teams[event.team]
        teams[event.team] = replace(team, members=team.members | {event.account})
    return replace(standing, teams=teams, roles=_with(standing, event.account, event.role))


@_after.register
def _(event: events.RoleTaken, standing: Standing, happened: Happened) -> Standing:
    left = standing.roles_of(event.account) - {event.role}
    roles = {**standing.roles, event.account: left}
    if left & {"builder", "breaker"}:
        return replace(standing, roles=roles)
    teams = {
        name: replace(
            team,
            members=team.members - {event.account},
            former=team.former | (team.members & {event.account}),
        )
        for name, team in standing.teams.items()
    }
    return replace(standing, roles=roles, teams=teams)


@_after.register
def _(event: events.Consented, standing: Standing, happened: Happened) -> Standing:
    account = happened.actor or ""
    given = standing.consents.get(account, frozenset()) | {event.licence}
    return replace(standing, consents=standing.consents | {account: given})


@_after.register
def _(event: events.QuestionsDrawn, standing: Standing, happened: Happened) -> Standing:
    return replace(standing, seeds=standing.seeds | {event.round: event.seed})


@_after.register
def _(event: events.Appealed, standing: Standing, happened: Happened) -> Standing:
    return replace(standing, appeals=standing.appeals | {event.appeal: Appeal(happened.number, event)})


@_after.register
def _(event: events.Ruled, standing: Standing, happened: Happened) -> Standing:
    appeals = {
        name: replace(each, ruling=event) if each.side == (event.pair, event.side) else each
        for name, each in standing.appeals.items()
    }
    others = {side: each for side, each in standing.rulings.items() if side != (event.pair, event.side)}
    rulings = others | {(event.pair, event.side): event}
    return replace(standing, appeals=appeals, rulings=rulings)


@_after.register
def _(event: events.Reviewed, standing: Standing, happened: Happened) -> Standing:
    return replace(standing, reviews=standing.reviews | {event.pair: event})


@_after.register
def _(event: events.Scored, standing: Standing, happened: Happened) -> Standing:
    results = (*standing.scored.get(event.round, ()), event.scores)
    return replace(standing, scored=standing.scored | {event.round: results})


@_after.register
def _(event: events.Published, standing: Standing, happened: Happened) -> Standing:
    # Names that everybody has seen are no secret again.
    names = event.names or standing.published.get(event.round, False)
    return replace(
        standing,
        published=standing.published | {event.round: names},
        public=standing.public | {event.round: standing.scored.get(event.round, ())},
    )


def _with(standing: Standing, account: str | None, role: Role) -> dict[str, frozenset[Role]]:
    return standing.roles | ({account: standing.roles_of(account) | {role}} if account else {})
