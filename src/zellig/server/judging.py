"""Blind judging in the database: what is asked, who is asked next, and what was said."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Insert, RowMapping, Select, bindparam, cast, func, select

from zellig.games.contest import events
from zellig.games.contest.events import Side
from zellig.games.contest.judging import JudgedItem, Said, Tally
from zellig.games.contest.rules import Rules
from zellig.games.contest.standing import Standing
from zellig.games.contest.uploads import Kind
from zellig.items import Item
from zellig.judges.person import NONE
from zellig.performers import derive_seed
from zellig.server.accounts import Account
from zellig.server.contests import append
from zellig.server.gathering import (
    TO_JUDGE,
    TeamPairs,
    brought_pairs,
    organisers_items,
    put_to_judges,
    rules_of,
)
from zellig.server.problems import ConflictError, ForbiddenError, NotFoundError
from zellig.server.secrets import new_id
from zellig.server.submissions import refuse_unfinished, submissions_that_count
from zellig.store.database.tables.contests import CONTESTS
from zellig.store.database.tables.judging import QUESTIONS, VERDICTS
from zellig.tasks import get_task

AHEAD = 30  # questions that a judge gets at once: 20 are there when a connection is lost
TRAINING = 10  # items with a known answer that every judge begins with


class Asked(msgspec.Struct, frozen=True):
    """What a judge sees: a text, and nothing about who made it or what is promised."""

    question: str
    fields: dict[str, str]


class Saying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A verdict, or why there is none."""

    answer: str | None = None
    grammatical: bool | None = None
    natural: bool | None = None
    skipped: str | None = None


class Posed(NamedTuple):
    """Where a question stands: its round, and the team that brought the item."""

    round: int
    team: str | None


class ToJudge(NamedTuple):
    """An item that is judged, and the team that brought it."""

    item: Item
    team: str | None
    sampled: bool  # is it drawn by chance, where the rules want a share judged?


class Judgeable(NamedTuple):
    """What can be judged in a round, read before it is drawn, and the submissions that it was read from."""

    submissions: frozenset[str]
    known: list[Item]  # development items with one right answer, to train judges with
    sides: dict[tuple[str, Side], ToJudge]


def judgeable(connection: Connection, contest: str, standing: Standing, number: int) -> Judgeable:
    """Everything that can be judged in a round now."""
    rules = rules_of(standing)
    known = [item for item in organisers_items(connection, contest, rules, "dev") if len(item.accepted) == 1]
    return Judgeable(
        _judged_submissions(connection, contest, rules, number),
        known,
        to_judge(connection, contest, rules, number),
    )


def _judged_submissions(connection: Connection, contest: str, rules: Rules, number: int) -> frozenset[str]:
    kinds: tuple[Kind, ...] = (TO_JUDGE, "dev", *rules.judging.also)
    found = [submissions_that_count(connection, contest, kind) for kind in kinds]
    found.append(submissions_that_count(connection, contest, "pairs", number))
    return frozenset(each.id for some in found for each in some)


def draw_questions(
    connection: Connection, now: datetime, contest: str, standing: Standing, number: int, found: Judgeable
) -> bool:
    """Write down what is to be judged in a round, once: the modified sides, by rule the originals too. The
    sample is drawn now, by chance: whoever brought pairs could not know which would be judged. False if
    something else can be judged by now than what was found."""
    rules = rules_of(standing)
    if is_asked(connection, contest, number):
        return True
    refuse_unfinished(connection, contest, number, "pairs")
    if found.submissions != _judged_submissions(connection, contest, rules, number):
        return False
    seed = secrets.randbits(53)
    training = sorted(found.known, key=lambda item: derive_seed(seed, "training", item.id))[:TRAINING]
    rows = [_row(contest, number, now, item, None, None, None) for item in training]
    trained = {f"dev/{item.id}" for item in training}
    for (key, side), (item, team, sampled) in found.sides.items():
        if key not in trained and (
            not sampled or derive_seed(seed, "judged", key) / 2**63 < rules.judging.share
        ):
            rows.append(_row(contest, number, now, item, key, side, team))
    if rows:
        connection.execute(QUESTIONS.insert(), rows)
        append(connection, now, contest, None, events.QuestionsDrawn(number, seed))
    return True


def to_judge(
    connection: Connection, contest: str, rules: Rules, number: int
) -> dict[tuple[str, Side], ToJudge]:
    """By key and side, everything that can be judged: what teams brought, and what the organiser did."""
    sides: tuple[Side, ...] = ("original", "modified") if rules.judging.originals else ("modified",)
    found = {}
    organisers = put_to_judges(connection, contest, rules)
    for brought in [
        *brought_pairs(connection, contest, rules, number),
        *(TeamPairs("", name, list(each.pairs)) for name, each in organisers.items()),
    ]:
        for pair in brought.pairs:
            key = brought.key(pair)
            for side in sides:
                found[key, side] = ToJudge(getattr(pair, side), brought.team or None, True)
    for kind in rules.judging.also:
        for item in organisers_items(connection, contest, rules, kind):
            found[f"{kind}/{item.id}", "original"] = ToJudge(item, None, False)
    for each in organisers.values():
        for item in each.items:
            found[f"{TO_JUDGE}/{item.id}", "original"] = ToJudge(item, None, True)
    return found


def _row(
    contest: str, number: int, now: datetime, item: Item, pair: str | None, side: str | None, team: str | None
) -> dict[str, object]:
    return {
        "id": new_id(),
        "contest": contest,
        "round": number,
        "item": msgspec.json.encode(item.fields).decode(),
        "pair": pair,
        "side": side,
        "team": team,
        "known": None if pair else msgspec.json.encode(item.accepted).decode(),
        "at": now,
    }


def is_asked(connection: Connection, contest: str, number: int) -> bool:
    """Has it been written down what is to be judged in a round?"""
    there = select(QUESTIONS.c.id).where(QUESTIONS.c.contest == contest, QUESTIONS.c.round == number)
    return connection.execute(there.limit(1)).first() is not None


def ask_next(
    connection: Connection, tally: Tally, standing: Standing, account: Account, number: int
) -> list[Asked]:
    """The next questions of a round for a judge."""
    teams, program = standing.teams_ever(account.id), is_program(standing, account)
    seed = standing.seeds.get(number, 0)  # none: nothing is judged
    chosen = tally.next_for(account.id, teams, AHEAD, seed, program=program)
    query = select(QUESTIONS.c.id, QUESTIONS.c.item).where(QUESTIONS.c.id.in_(chosen))
    shown = {row.id: row.item for row in connection.execute(query)}
    return [Asked(name, msgspec.json.decode(shown[name])) for name in chosen]


def find_question(connection: Connection, contest: str, question: str) -> Posed:
    """A question of a contest; refuses one that is not there."""
    query = select(QUESTIONS.c.round, QUESTIONS.c.team)
    row = connection.execute(query.where(QUESTIONS.c.id == question, QUESTIONS.c.contest == contest)).first()
    if row is None:
        raise NotFoundError("there is no such question", remedy="Ask for the next ones.")
    return Posed(row.round, row.team)


def verdict(
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account,
    question: str,
    posed: Posed,
    saying: Saying,
) -> dict[str, object]:
    """What is written (`NOTE`) when a judge says something that they may say now; a later verdict of the same
    judge on the same question counts instead. Refuses what is of a team that they play or played for, and
    what says nothing."""
    if posed.team in standing.teams_ever(account.id):
        raise ForbiddenError("nobody judges what their own team brought", remedy="Ask for the next ones.")
    if (saying.answer is None) == (saying.skipped is None):
        raise ConflictError("a verdict has an answer, or a reason for none", remedy="Give one of the two.")
    task = get_task(rules_of(standing).task)
    answer = saying.answer if saying.answer in (None, NONE) else task.answer(saying.answer)
    said = {"grammatical": saying.grammatical, "natural": saying.natural, "skipped": saying.skipped}
    program = is_program(standing, account)
    return _row_of_verdict(now, contest, account, question, answer=answer, program=program, **said)


def _row_of_verdict(
    now: datetime, contest: str, account: Account, question: str, **said: object
) -> dict[str, object]:
    nothing = {"answer": None, "grammatical": None, "natural": None, "skipped": None}
    by = {"held": contest, "question": question, "judge": account.id, "at": now}
    return {**nothing, "undone": False, "program": False, **by, **said}


def _noting() -> Insert:
    """Write a verdict. Those of a contest come one after the other, so that none comes to be after one with a
    higher number: a tally has read all up to its last. The number is given once the contest is held."""
    held = select(CONTESTS.c.id).where(CONTESTS.c.id == bindparam("held")).with_for_update().cte("held")
    columns = [column for column in VERDICTS.c if column.name != "number"]
    values = [cast(bindparam(column.name, type_=column.type), column.type) for column in columns]
    names = [column.name for column in columns]
    return VERDICTS.insert().inline().from_select(names, select(*values).select_from(held))


NOTE = _noting()


def is_program(standing: Standing, account: Account) -> bool:
    """Does a program judge under this account?"""
    return "program" in standing.roles_of(account.id)


def undo(connection: Connection, now: datetime, contest: str, account: Account, number: int) -> str:
    """Take back the last verdict of a round that the judge has not taken back; says on which question."""
    newest = _newest(contest).where(VERDICTS.c.judge == account.id, QUESTIONS.c.round == number)
    query = (
        select(VERDICTS.c.question)
        .where(VERDICTS.c.number.in_(newest), VERDICTS.c.undone.is_(False))
        .order_by(VERDICTS.c.number.desc())
    )
    question = connection.execute(query.limit(1)).scalar()
    if question is None:
        raise NotFoundError("there is no verdict to take back", remedy="Go on with the next question.")
    connection.execute(NOTE, _row_of_verdict(now, contest, account, question, undone=True))
    return str(question)


def questions_of(connection: Connection, contest: str, number: int) -> dict[str, RowMapping]:
    """What is asked in a round, by id."""
    query = select(QUESTIONS).where(QUESTIONS.c.contest == contest, QUESTIONS.c.round == number)
    return {row["id"]: row for row in connection.execute(query).mappings()}


def question_of(row: RowMapping) -> JudgedItem:
    known = msgspec.json.decode(str(row["known"]), type=tuple[str, ...]) if row["known"] else ()
    return JudgedItem(str(row["id"]), None if row["team"] is None else str(row["team"]), known)


def _newest(contest: str) -> Select[tuple[int]]:
    """The number of the newest row of each judge for each question."""
    return (
        select(func.max(VERDICTS.c.number))
        .join(QUESTIONS, QUESTIONS.c.id == VERDICTS.c.question)
        .where(QUESTIONS.c.contest == contest)
        .group_by(VERDICTS.c.question, VERDICTS.c.judge)
    )


def counting(contest: str, number: int) -> Select[Any]:
    """What was said in a round, and not taken back."""
    return (
        select(VERDICTS)
        .join(QUESTIONS, QUESTIONS.c.id == VERDICTS.c.question)
        .where(
            QUESTIONS.c.round == number, VERDICTS.c.number.in_(_newest(contest)), VERDICTS.c.undone.is_(False)
        )
    )


def said_in(connection: Connection, contest: str, number: int) -> Sequence[Said]:
    return [
        Said(row["question"], row["judge"], row["answer"], row["program"], row["grammatical"], row["natural"])
        for row in connection.execute(counting(contest, number)).mappings()
    ]


def said_by_question(connection: Connection, contest: str, number: int) -> dict[str, list[Said]]:
    """What was said about each question, and not taken back."""
    found: defaultdict[str, list[Said]] = defaultdict(list)
    for each in said_in(connection, contest, number):
        found[each.question].append(each)
    return found
