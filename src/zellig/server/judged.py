"""What blind judging comes to: each side beside its promise, and how far a round is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from sqlalchemy import Connection

from zellig.games.contest.events import Ruled, Side
from zellig.games.contest.judging import JudgedItem, Said, State, Tally, decide
from zellig.games.contest.rules import Judging
from zellig.games.contest.standing import Standing
from zellig.items import Item
from zellig.server.accounts import Account, names_of
from zellig.server.gathering import rules_of
from zellig.server.judging import questions_of, said_by_question, to_judge
from zellig.server.submissions import newest_accepted, submissions_of


class Votes(msgspec.Struct, frozen=True):
    """How many people said yes, and how many no."""

    yes: int = 0
    no: int = 0


class JudgedPair(msgspec.Struct, frozen=True):
    """A side of a pair as it was promised, as judges see it, and as it was ruled: three things."""

    pair: str
    side: Side
    fields: dict[str, str]
    promised: tuple[str, ...]
    judged: str | None  # what the judges agree on
    state: State  # how far the judges are
    verdicts: int
    said: dict[str, int]  # how many people said what
    deviates: bool  # the judges agree on another answer than promised
    ruled: tuple[str, ...] | None = None  # what an organiser has decided; no answer: it does not count
    grammatical: Votes = Votes()
    natural: Votes = Votes()


class JudgeShown(msgspec.Struct, frozen=True):
    """How far a judge is, and how often they were right where the answer is known."""

    name: str
    verdicts: int
    skipped: int
    known: int
    known_right: int


class Progress(msgspec.Struct, frozen=True):
    """How far the judging of a round is."""

    questions: int  # without those for training
    agreed: int
    conflicts: int
    open: int
    mine: int  # verdicts of who asks, skipped ones too
    left: int  # questions that wait for who asks
    judges: list[JudgeShown] = []  # for organisers


def judged(
    connection: Connection, contest: str, standing: Standing, number: int, account: Account
) -> list[JudgedPair]:
    """The sides that were judged, beside what their pairs promise, as far as they are for an account: all for
    an organiser, and for a team what it brought, and what it answered."""
    whole = "organiser" in standing.roles_of(account.id)
    seen = teams_seen(connection, contest, standing, number, account)
    found = [
        side for team, side in judged_sides(connection, contest, standing, number) if whole or team in seen
    ]
    return sorted(found, key=lambda each: (not each.deviates, each.pair, each.side))


def judged_sides(
    connection: Connection, contest: str, standing: Standing, number: int
) -> Iterator[tuple[str | None, JudgedPair]]:
    """All sides that were judged, each with the team that brought it."""
    rules = rules_of(standing)
    said = said_by_question(connection, contest, number)
    judged_items = to_judge(connection, contest, rules, number)
    for name, row in questions_of(connection, contest, number).items():
        asked = judged_items.get((row["pair"], row["side"]))
        if asked is not None:
            ruling = standing.rulings.get((row["pair"], row["side"]))
            side = _judged(row["pair"], row["side"], asked.item, said[name], rules.judging, ruling)
            yield asked.team, side


def teams_seen(
    connection: Connection, contest: str, standing: Standing, number: int, account: Account
) -> frozenset[str]:
    """The teams whose pairs an account may see and appeal against: its own, and of who has answered the pairs
    of a round all, for a wrong key is at the expense of a system."""
    team = standing.team_of(account.id)
    if team is None:
        return frozenset()
    answers = newest_accepted(submissions_of(connection, contest, kind="predictions", number=number))
    if "builder" in standing.roles_of(account.id) and team.id in answers:
        return frozenset(standing.teams)
    return frozenset({team.id})


def progress(connection: Connection, tally: Tally, standing: Standing, account: Account) -> Progress:
    """How far the judging of a round is; who the judges are is for organisers."""
    states = tally.states()
    teams, roles = standing.teams_ever(account.id), standing.roles_of(account.id)
    said = tally.said_by() if "organiser" in roles else {}
    names = names_of(connection, said) if said else {}
    return Progress(
        states.total(),
        states["agreed"],
        states["conflict"],
        states["open"],
        tally.number_said_by(account.id),
        tally.number_waiting(account.id, teams) if "judge" in roles else 0,
        [_judge(name, said[judge], tally.questions) for judge, name in sorted(names.items())],
    )


def _judge(name: str, said: Sequence[Said], questions: dict[str, JudgedItem]) -> JudgeShown:
    answered = [each for each in said if each.answer is not None]
    known = [each for each in answered if questions[each.question].known]
    right = sum(each.answer in questions[each.question].known for each in known)
    return JudgeShown(name, len(answered), len(said) - len(answered), len(known), right)


def _judged(
    key: str, side: Side, item: Item, said: Sequence[Said], rules: Judging, ruling: Ruled | None
) -> JudgedPair:
    decision = decide(said, rules)
    answers = (decision.answer,) if decision.answer is not None else ()
    return JudgedPair(
        key,
        side,
        item.fields,
        item.accepted,
        decision.answer,
        decision.state,
        decision.verdicts,
        dict(Counter(each.answer for each in said if each.counts and each.answer is not None).most_common()),
        bool(item.accepted) and not set(answers) <= set(item.accepted),
        None if ruling is None else ruling.accepted,
        _votes(each.grammatical for each in said if not each.program),
        _votes(each.natural for each in said if not each.program),
    )


def _votes(said: Iterable[bool | None]) -> Votes:
    counted = Counter(said)
    return Votes(counted[True], counted[False])
