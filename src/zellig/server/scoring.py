"""Scores of a contest: computed from what counts, kept, published, and computed again after rulings."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime

import msgspec
from sqlalchemy import Connection, select

from zellig.games.contest import Contest, Scores, events, score_contest
from zellig.games.contest.aliases import aliases
from zellig.games.contest.contest import Development
from zellig.games.contest.renaming import renamed
from zellig.games.contest.standing import Standing, stand
from zellig.server.accounts import Account
from zellig.server.appeals import count_waiting
from zellig.server.contests import Standings, allow, append, read_events
from zellig.server.gathering import gather, unsigned
from zellig.server.outdated import is_outdated
from zellig.server.problems import ConflictError, NotFoundError, OutOfPhaseError
from zellig.server.secrets import new_id
from zellig.server.submissions import newest_of, refuse_unfinished
from zellig.store.database.tables.contests import RESULTS


class Board(msgspec.Struct, frozen=True):
    """Scores with when they were computed; teams go by their aliases in them."""

    id: str
    round: int
    at: datetime
    events: int  # the last event that was counted
    states: int  # the newest state of a submission that was
    published: bool
    names: dict[str, str]  # of the teams, by alias, where they may be known
    scores: Scores


class Computed(msgspec.Struct, frozen=True):
    """Scores of a round, with the moment at which all that counts was read, and what there was then."""

    at: datetime
    standing: Standing
    states: int  # the newest state of a submission
    scores: Scores


def compute(
    reading: Callable[[], AbstractContextManager[Connection]],
    now: datetime,
    contest: str,
    standings: Standings,
    number: int,
) -> tuple[Computed, Contest]:
    """The scores of a round from all that counts now, and what they are the scores of; nobody waits for it,
    for it is read in one moment and computed after that."""
    with reading() as connection:
        standing = standings.of(connection, contest)
        refuse_unfinished(connection, contest, number, "dev-predictions", "pairs", "predictions")
        states = newest_of(connection, contest)
        found = gather(connection, contest, standing, number, states)
    return Computed(now, standing, states, score_contest(found)), found


def keep(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account,
    number: int,
    computed: Computed,
) -> str | None:
    """Keep scores beside the earlier ones, and say their id; None if something else counts by now."""
    allow(connection, now, contest, standing, account, "score", number)
    counted, counts = (
        (each.rules, each.teams, each.rulings, each.reviews) for each in (computed.standing, standing)
    )
    if counted != counts or newest_of(connection, contest) != computed.states:
        return None
    result = new_id()
    row = {
        "id": result,
        "contest": contest,
        "round": number,
        "events": computed.standing.last,
        "states": computed.states,
        "at": computed.at,
        "scores": zlib.compress(msgspec.json.encode(computed.scores)),
    }
    connection.execute(RESULTS.insert().values(row))
    append(connection, now, contest, account.id, events.Scored(number, result))
    return result


def boards(
    connection: Connection,
    standing: Standing,
    account: Account | None,
    number: int,
    until: datetime | None = None,
) -> list[Board]:
    """All results of a round up to a moment, the newest last; those that are not published, for organisers.
    One that was computed after a publication waits for the next."""
    names = board_names(standing, account, number)
    public = standing.public.get(number, ())
    organiser = "organiser" in standing.roles_of(account.id if account else None)
    computed = standing.scored.get(number, ())
    if computed and not public and not organiser:
        raise OutOfPhaseError(
            "the scores are not published", remedy="Wait until the organiser publishes them."
        )
    wanted = computed if organiser else public
    query = select(RESULTS).where(RESULTS.c.id.in_(wanted))
    rows = sorted(connection.execute(query).mappings(), key=lambda row: wanted.index(row["id"]))
    found = [
        Board(
            row["id"],
            number,
            row["at"],
            row["events"],
            row["states"],
            row["id"] in public,
            names,
            msgspec.json.decode(zlib.decompress(row["scores"]), type=Scores),
        )
        for row in rows
        if until is None or row["at"] <= until
    ]
    if not found:
        raise NotFoundError("there are no scores yet", remedy="Wait until the organiser has computed them.")
    return found


def gather_board(connection: Connection, contest: str, standing: Standing, board: Board) -> Contest:
    """The contest that a board was computed from; with names where they were published, else without any, and
    without development items that a later round asks about."""
    then = stand(each for each in read_events(connection, contest) if each.number <= board.events)
    found = gather(connection, contest, then, board.round, board.states)
    if standing.keeps_dev_after(board.round):
        found = replace(found, dev=Development())
    if not standing.published.get(board.round):
        return unsigned(found)
    called = aliases(then, board.round)
    return renamed(found, {called[team.id]: team.name for team in then.teams.values()})


def board_names(standing: Standing, account: Account | None, number: int) -> dict[str, str]:
    """The teams' names by alias: for organisers, for everybody once they are published, else one's own."""
    organiser = "organiser" in standing.roles_of(account.id if account else None)
    own = standing.team_of(account.id if account else None)
    called = aliases(standing, number)
    return {
        called[team.id]: team.name
        for team in standing.teams.values()
        if organiser or standing.published.get(number) or team == own
    }


def named(scores: Scores, names: dict[str, str]) -> Scores:
    """Scores with the teams' names in place of their aliases."""

    def renamed(value: object) -> object:
        match value:
            case str():
                return names.get(value, value)
            case dict():
                return {names.get(key, key): renamed(each) for key, each in value.items()}
            case list() | tuple():
                return [renamed(each) for each in value]
        return value

    return msgspec.convert(renamed(msgspec.to_builtins(scores)), Scores)


def publish(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account,
    number: int,
    names: bool,
    reason: str,
) -> None:
    """Show the boards of a round to everybody; refuses before there are scores, and, unless there is a
    reason, while appeals wait for a ruling or something else counts than in the newest scores."""
    allow(connection, now, contest, standing, account, "publish", number)
    if number not in standing.scored:
        raise ConflictError(f"round {number} has no scores", remedy="Compute them first.")
    waiting = count_waiting(connection, contest, standing, number)
    if waiting and not reason.strip():
        appeals_wait = "1 appeal waits" if waiting == 1 else f"{waiting:,} appeals wait"
        raise ConflictError(
            f"{appeals_wait} for a ruling",
            field="reason",
            remedy="Rule first, or give a reason to publish before; it is written down.",
        )
    outdated = is_outdated(connection, contest, standing, number)
    if outdated and not reason.strip():
        raise ConflictError(
            "something else counts by now than when the scores were computed",
            field="reason",
            remedy="Compute them again, or give a reason to publish these; it is written down.",
        )
    event = events.Published(number, names, reason.strip() if waiting or outdated else "", outdated)
    append(connection, now, contest, account.id, event)
