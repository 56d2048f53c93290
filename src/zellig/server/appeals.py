"""Appeals of teams against right answers, and the rulings that answer them."""

from __future__ import annotations

from datetime import datetime

import msgspec
from sqlalchemy import Connection

from zellig.games.contest import events
from zellig.games.contest.standing import Standing
from zellig.items import Item
from zellig.server.accounts import Account
from zellig.server.contests import allow, append
from zellig.server.gathering import brought_pairs, rules_of
from zellig.server.judged import teams_seen
from zellig.server.limits import spend
from zellig.server.pair_keys import is_put_to_judges, submission_of, team_of_pair
from zellig.server.problems import ConflictError, ForbiddenError, NotFoundError
from zellig.server.secrets import new_id
from zellig.server.submissions import submissions_that_count
from zellig.tasks import get_task


def count_waiting(connection: Connection, contest: str, standing: Standing, number: int) -> int:
    """How many appeals of a round wait for a ruling."""
    waiting = [each for each in standing.appeals.values() if each.ruling is None]
    if not waiting:
        return 0
    counting = {each.id for each in submissions_that_count(connection, contest, "pairs", number)}
    return sum(submission_of(each.event.pair) in counting for each in waiting)


def appeal(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account,
    number: int,
    pair: str,
    side: events.Side,
    reason: str,
    *,
    there: bool,
) -> str:
    """Ask to look again at the right answer of one side of a pair; with a reason. Refuses a pair that the own
    team neither brought nor answered, and a second appeal before the first one is answered. `there`: such a
    pair was found (`pair_called`)."""
    allow(connection, now, contest, standing, account, "appeal", number)
    team = standing.team_of(account.id)
    if team is None:
        raise ForbiddenError("only a team appeals", remedy="Join a team first.")
    spend(connection, now, "appeal", account.id)
    seen = teams_seen(connection, contest, standing, number, account)
    if not there or team_of_pair(connection, contest, number, pair) not in seen:
        raise NotFoundError(
            "your team has neither brought nor answered such a pair in this round",
            remedy="Look at the pairs that were judged.",
        )
    for each in standing.appeals.values():
        if each.event.team == team.id and each.side == (pair, side) and each.ruling is None:
            raise ConflictError("your team has appealed against this already", remedy="Wait for the ruling.")
    name = new_id()
    append(connection, now, contest, account.id, events.Appealed(name, team.id, pair, side, reason.strip()))
    return name


class AppealShown(msgspec.Struct, frozen=True):
    """An appeal with the text that it is about, and the ruling that answered it."""

    appeal: str
    number: int  # of its event
    pair: str
    side: events.Side
    reason: str
    mine: bool
    fields: dict[str, str]
    promised: tuple[str, ...]
    ruling: events.Ruled | None


def appeals(
    connection: Connection, contest: str, standing: Standing, account: Account, number: int
) -> list[AppealShown]:
    """The appeals of one's own team, or all for an organiser; those without a ruling first."""
    organiser = "organiser" in standing.roles_of(account.id)
    team = standing.team_of(account.id)
    pairs = {
        brought.key(pair): pair
        for brought in brought_pairs(connection, contest, rules_of(standing), number)
        for pair in brought.pairs
    }
    found = []
    for name, each in standing.appeals.items():
        event = each.event
        mine = team is not None and event.team == team.id
        if (mine or organiser) and event.pair in pairs:
            item: Item = getattr(pairs[event.pair], event.side)
            found.append(
                AppealShown(
                    name,
                    each.number,
                    event.pair,
                    event.side,
                    event.reason,
                    mine,
                    item.fields,
                    item.accepted,
                    each.ruling,
                )
            )
    return sorted(found, key=lambda each: each.ruling is not None)


def rule(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account,
    number: int,
    ruling: events.Ruled,
    *,
    there: bool,
) -> None:
    """Decide what the right answers of one side of a pair are, or that the pair does not count; all appeals
    about that side are answered by it. Refuses a pair that neither counts in this round nor was put to
    judges. `there`: such a pair was found (`pair_called`)."""
    allow(connection, now, contest, standing, account, "rule", number)
    if not there or not (
        team_of_pair(connection, contest, number, ruling.pair)
        or is_put_to_judges(connection, contest, ruling.pair)
    ):
        raise NotFoundError(
            "there is no such pair in this round", remedy="Look at the pairs that were judged."
        )
    if ruling.appeal is not None:
        if ruling.appeal not in standing.appeals:
            raise NotFoundError("there is no such appeal", remedy="Look at the list of appeals.")
        if standing.appeals[ruling.appeal].side != (ruling.pair, ruling.side):
            raise ConflictError(
                "the appeal is about another side, or another pair",
                field="appeal",
                remedy="Rule on what it is about, or name no appeal.",
            )
    task = get_task(rules_of(standing).task)
    accepted = tuple(task.answer(each) for each in ruling.accepted)
    append(connection, now, contest, account.id, msgspec.structs.replace(ruling, accepted=accepted))
