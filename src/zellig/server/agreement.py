"""How far the judges of a contest agree, and what each of them is worth; programs apart from people."""

from __future__ import annotations

from collections import Counter

import msgspec
from sqlalchemy import Connection

from zellig.games.contest.events import Side
from zellig.games.contest.judging import Said
from zellig.games.contest.standing import Standing
from zellig.measures.intervals import Estimate
from zellig.measures.judges import (
    ENOUGH,
    Verdict,
    accuracies,
    code,
    comparable_items,
    dawid_skene,
    estimated_accuracies,
    krippendorff_alpha,
    shared,
)
from zellig.server.accounts import Account, names_of
from zellig.server.contests import organise
from zellig.server.judging import questions_of, said_by_question
from zellig.server.problems import NotFoundError


class JudgeMeasured(msgspec.Struct, frozen=True):
    """A judge: how much they said, and how much of it is right."""

    name: str
    verdicts: int
    skipped: int
    training: Estimate | None  # the share of training items that they got right
    estimated: Estimate | None  # how likely what they say is right, by what all people said; none: too few
    compared: int  # verdicts on texts about which the estimation can tell something


class QuestionMeasured(msgspec.Struct, frozen=True):
    """A question: what most people said, and what is likeliest once it counts who said it."""

    question: str
    pair: str
    side: Side
    verdicts: int
    majority: str | None  # none: a draw
    likeliest: str | None  # none: too few verdicts to tell
    probability: float | None


class Agreement(msgspec.Struct, frozen=True):
    """What the judges of a round come to; `people` alone decide, and only they are counted."""

    verdicts: int
    items: int
    alpha: Estimate | None  # Krippendorff's
    shared_items: int  # those with two verdicts or more, which alpha is about
    shared_judges: int  # who gave these
    people: list[JudgeMeasured]
    programs: list[JudgeMeasured]
    questions: list[QuestionMeasured]


def agreement(
    connection: Connection, contest: str, standing: Standing, account: Account, number: int
) -> Agreement:
    """The judges of a round and what they agree about, for organisers; refuses before anything was said."""
    organise(standing, account)
    rows = questions_of(connection, contest, number)
    said = [each for found in said_by_question(connection, contest, number).values() for each in found]
    if not said:
        raise NotFoundError("nobody has judged anything yet", remedy="Wait until judges have.")
    known = {
        name: msgspec.json.decode(row["known"], type=tuple[str, ...])
        for name, row in rows.items()
        if row["known"]
    }
    verdicts = [
        Verdict(each.question, each.judge, each.answer)
        for each in said
        if each.counts and each.answer is not None and each.question not in known
    ]
    coded = code(verdicts)
    estimated = dawid_skene(coded) if verdicts else None
    training = accuracies(known, map(_verdict, filter(_answered, said)))
    told = comparable_items(coded)
    compared = [_verdict(each) for each in said if _answered(each) and each.question in told]
    often = Counter(each.judge for each in compared)
    right = estimated_accuracies(estimated, compared) if estimated else {}

    def measured(program: bool) -> list[JudgeMeasured]:
        names = names_of(connection, {each.judge for each in said if each.program == program})
        counted = Counter((each.judge, _answered(each)) for each in said)
        return [
            JudgeMeasured(
                name,
                counted[judge, True],
                counted[judge, False],
                training.get(judge),
                right.get(judge) if often[judge] >= ENOUGH else None,
                often[judge],
            )
            for judge, name in sorted(names.items(), key=lambda each: each[1])
        ]

    votes: dict[str, Counter[str]] = {}
    for each in verdicts:
        votes.setdefault(each.item, Counter())[each.answer] += 1
    questions = [
        QuestionMeasured(
            name,
            rows[name]["pair"],
            rows[name]["side"],
            votes[name].total(),
            _majority(votes[name]),
            *(likely if name in told else (None, None)),
        )
        for name, likely in (estimated.labels() if estimated else {}).items()
    ]
    return Agreement(
        len(verdicts),
        len(votes),
        krippendorff_alpha(coded),
        *shared(coded),
        measured(False),
        measured(True),
        sorted(questions, key=_least_certain_first),
    )


def _least_certain_first(measured: QuestionMeasured) -> tuple[float, str, str]:
    return measured.probability or 0, measured.pair, measured.side


def _answered(said: Said) -> bool:
    return said.answer is not None


def _verdict(said: Said) -> Verdict:
    return Verdict(said.question, said.judge, said.answer or "")


def _majority(votes: Counter[str]) -> str | None:
    (first, most), *rest = votes.most_common(2)
    return None if rest and rest[0][1] == most else first
