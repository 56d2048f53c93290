"""Contests as somebody may know them."""

from __future__ import annotations

from datetime import datetime

import msgspec
from sqlalchemy import select

from zellig.games.contest.aliases import aliases
from zellig.games.contest.phases import latest_window, open_window
from zellig.games.contest.rules import Role, Rules, Window
from zellig.games.contest.standing import Standing
from zellig.server.accounts import Account
from zellig.server.caller import Caller
from zellig.server.problems import ForbiddenError
from zellig.server.state import House
from zellig.store.database.tables.contests import CONTESTS


class TeamShown(msgspec.Struct):
    """A team as the caller may know it: by its id only one's own, and all of them for an organiser, for an id
    stays the same over all rounds. How many its members are would tell, too, who goes by an alias."""

    id: str
    name: str
    mine: bool
    members: int | None  # where its name may be known


class ContestShown(msgspec.Struct):
    """A contest as the caller sees it."""

    contest: str
    title: str
    now: datetime
    open: Window | None
    timeline: tuple[Window, ...]
    roles: list[Role]
    team: TeamShown | None
    teams: list[TeamShown]
    consented: bool
    rules: Rules | None


def known_contests(house: House, caller: Caller) -> list[ContestShown]:
    """The contests that the caller may know of, the oldest first."""
    with house.database.reading() as connection:
        names = connection.execute(select(CONTESTS.c.id).order_by(CONTESTS.c.created_at)).scalars().all()
        found = [(name, house.standings.of(connection, name)) for name in names]
    who = caller.signed_in
    return [
        shown(house, name, standing, who)
        for name, standing in found
        if standing.timeline or (who and standing.roles_of(who.id))
    ]


def visible(standing: Standing, account: Account | None) -> Standing:
    """A contest that the caller may know of: one that was opened, or in which they have a role."""
    if not standing.timeline and not standing.roles_of(account.id if account else None):
        raise ForbiddenError("the contest has not been opened", remedy="Wait until the organiser opens it.")
    return standing


def shown(house: House, contest: str, standing: Standing, account: Account | None) -> ContestShown:
    """A contest as an account, or nobody, sees it: of other teams the alias, until all is published."""
    now = house.clock()
    me = account.id if account else None
    roles = standing.roles_of(me)
    window = latest_window(standing.timeline, now)
    organiser = "organiser" in roles
    names = organiser or bool(window and standing.published.get(window.round))
    called = aliases(standing, window.round if window else 1)
    teams = [
        TeamShown(
            team.id if organiser or me in team.members else "",
            team.name if names or me in team.members else called[team.id],
            me in team.members,
            len(team.members) if names or me in team.members else None,
        )
        for team in standing.teams.values()
    ]
    if not organiser:  # in the order in which they were founded they would be known again
        teams.sort(key=lambda team: team.name)
    licence = standing.rules.licence if standing.rules else ""
    return ContestShown(
        contest,
        standing.title,
        now,
        open_window(standing.timeline, now),
        standing.timeline,
        sorted(roles),
        next((team for team in teams if team.mine), None),
        teams,
        licence in standing.consents.get(me or "", ()),
        standing.rules,
    )
