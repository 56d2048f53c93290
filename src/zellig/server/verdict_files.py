"""Verdicts as files: those of a round, for `zellig judge report`, and those that a judge gave elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime

import msgspec
from sqlalchemy import Connection, RowMapping

from zellig.errors import ZelligError
from zellig.games.contest.standing import Standing
from zellig.games.contest.uploads import as_file
from zellig.games.judging.asked import name_of
from zellig.games.judging.verdicts import counted, read_verdicts
from zellig.items import Item, Verdict, encode_record, header_of
from zellig.server.accounts import CLOSED, Account, names_of
from zellig.server.contests import organise
from zellig.server.gathering import rules_of
from zellig.server.judging import NOTE, Posed, Saying, counting, questions_of, verdict
from zellig.server.problems import ConflictError
from zellig.tasks import get_task

LONGEST = 500  # characters of a reason for no answer


class Taken(msgspec.Struct, frozen=True):
    """What became of a file of verdicts."""

    verdicts: int
    left_out: int  # on texts that are not asked about here, or without an answer and a reason for none


def verdict_file(
    connection: Connection, contest: str, standing: Standing, account: Account, number: int
) -> bytes:
    """What people said in a round, as a file of verdicts, for organisers; without what trains judges."""
    organise(standing, account)
    texts = _texts(questions_of(connection, contest, number))
    rows = [
        row
        for row in connection.execute(counting(contest, number)).mappings()
        if row["question"] in texts and not row["program"]
    ]
    rows.sort(key=lambda row: row["number"])
    names = _told_apart(names_of(connection, {row["judge"] for row in rows}))
    lines = [
        encode_record(
            Verdict(
                texts[row["question"]],
                names[row["judge"]],
                row["answer"],
                row["grammatical"],
                row["natural"],
                row["skipped"] or "",
            )
        )
        for row in rows
    ]
    return b"".join([header_of(Verdict, rules_of(standing).task), *lines])


def _told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Names by account; those that were closed are numbered, or their verdicts would be one judge's."""
    closed = sorted(account for account, name in names.items() if name == CLOSED)
    return {**names, **{account: f"{CLOSED} ({at})" for at, account in enumerate(closed, start=1)}}


def take_verdicts(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account,
    number: int,
    content: bytes,
) -> Taken:
    """Note what a judge has said elsewhere, on the same texts, as if it had been said here. Refuses a file of
    several judges or of a program, one that comes before it has been drawn what is judged, and any where
    teams are judged."""
    with as_file("verdicts.jsonl", content, len(content)) as path:
        said = counted(read_verdicts([path], get_task(rules_of(standing).task)))
    if len({each.judge for each in said}) > 1:
        raise ZelligError("this file has verdicts of several judges", remedy="Bring your own alone.")
    if any(each.program is not None for each in said.values()):
        raise ZelligError(
            "these are verdicts of a program, and would count as yours",
            remedy="Bring what you judged yourself.",
        )
    rows = questions_of(connection, contest, number)
    if not rows:
        raise ConflictError(
            "it has not been drawn yet what is judged", remedy="Ask for questions (POST .../questions) first."
        )
    if any(row["team"] is not None for row in rows.values()):  # a file is about whatever its judge likes
        raise ConflictError(
            "where teams are judged, nobody chooses the texts that they judge",
            remedy="Answer the questions that you are asked (POST .../questions).",
        )
    asked: defaultdict[str, list[str]] = defaultdict(list)
    for question, text in _texts(rows).items():
        asked[text].append(question)
    noted = {
        text: [
            verdict(now, contest, standing, account, question, Posed(number, None), _saying(each))
            for question in asked[text]
        ]
        for (text, *_), each in said.items()
        if text in asked and (each.answer is not None or each.note)
    }
    if noted:
        connection.execute(NOTE, [row for some in noted.values() for row in some])
    return Taken(len(noted), len(said) - len(noted))


def _texts(questions: Mapping[str, RowMapping]) -> dict[str, str]:
    """By question of a round what its text is called in files, without those that train judges."""
    return {
        name: name_of(Item(name, msgspec.json.decode(row["item"], type=dict[str, str])))
        for name, row in questions.items()
        if not row["known"]
    }


def _saying(said: Verdict) -> Saying:
    answer = None if said.answer is None else str(said.answer)
    return Saying(answer, said.grammatical, said.natural, said.note[:LONGEST] if answer is None else None)
