"""A contest in the database as the records that are scored: what counted at a moment, with all rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

import msgspec
import numpy as np
from sqlalchemy import Connection

from zellig.errors import ZelligError
from zellig.games.contest import Contest, Entry
from zellig.games.contest.aliases import aliases
from zellig.games.contest.blind import blind_entry, blind_ids
from zellig.games.contest.contest import Development
from zellig.games.contest.rules import Rules
from zellig.games.contest.standing import Standing
from zellig.games.contest.uploads import (
    Kind,
    Known,
    answered_in,
    read_answers_of,
    read_items_of,
    read_pairs_of,
    read_to_judge,
)
from zellig.games.judging.asked import Material
from zellig.items import Item, Pair
from zellig.measures.columns import Column
from zellig.measures.outcomes import Answers, number_items
from zellig.server.corpora import Corpora
from zellig.server.problems import ConflictError
from zellig.server.submissions import (
    Submission,
    Upload,
    contents,
    findings_of,
    submissions_that_count,
)
from zellig.tasks import Task, get_task
from zellig.texts import counted

TO_JUDGE: Kind = "to-judge"


class TeamPairs(msgspec.Struct, frozen=True):
    """A team's pairs in a round, as they were brought."""

    team: str
    submission: str
    pairs: list[Pair]

    def key(self, pair: Pair) -> str:
        """What a pair is called in verdicts, appeals and rulings."""
        return f"{self.submission}/{pair.id}"


def rules_of(standing: Standing) -> Rules:
    """The rules of a contest; refuses one that has none yet."""
    if standing.rules is None:
        raise ConflictError("the contest has no rules yet", remedy="Give it rules first.")
    return standing.rules


def organisers_items(
    connection: Connection, contest: str, rules: Rules, kind: Kind, until: int | None = None
) -> list[Item]:
    """The items of a kind that the organiser brought last; none, if nobody has."""
    uploads = contents(connection, submissions_that_count(connection, contest, kind, until=until))
    return [item for each in uploads.values() for item in read_items_of(each.filename, each.content, rules)]


def brought_pairs(
    connection: Connection, contest: str, rules: Rules, number: int, until: int | None = None
) -> list[TeamPairs]:
    """The pairs that count in a round, team by team."""
    chosen = submissions_that_count(connection, contest, "pairs", number, until)
    uploads = contents(connection, chosen)
    return [
        TeamPairs(each.team or "", each.id, read_pairs(connection, uploads[each.id], rules))
        for each in chosen
    ]


def put_to_judges(connection: Connection, contest: str, rules: Rules) -> dict[str, Material]:
    """What the organiser put to judges, by submission: nobody's, and not scored."""
    uploads = contents(connection, submissions_that_count(connection, contest, TO_JUDGE))
    return {name: read_to_judge(each.filename, each.content, rules) for name, each in uploads.items()}


def known_to(connection: Connection, upload: Upload, standing: Standing, corpora: Corpora) -> Known:
    """What an upload is checked against."""
    rules = rules_of(standing)

    def items(kind: Kind) -> Sequence[Item]:
        return corpora.of(connection, upload.contest, rules, kind)

    match upload.kind:
        case "dev-predictions" | "training" | "starter":
            return Known(rules, dev=items("dev"))
        case "dev":
            return Known(rules, starter=items("starter"), training=items("training"))
        case "pairs":
            return Known(rules, starter=items("starter"), training=items("training"))
        case "predictions":
            brought = brought_pairs(connection, upload.contest, rules, upload.round)
            return Known(
                rules, asked=frozenset(item.id for item in blind_round(brought, standing, upload.round))
            )
        case _:
            return Known(rules)


def blind_round(brought: Sequence[TeamPairs], standing: Standing, number: int) -> list[Item]:
    """What all teams answer in a round, team by team in the order of their aliases."""
    called = aliases(standing, number)
    ordered = sorted(brought, key=lambda each: called[each.team])
    return [item for each in ordered for item in blind_entry(each.submission, called[each.team], each.pairs)]


def gather(
    connection: Connection,
    contest: str,
    standing: Standing,
    number: int,
    until: int | None = None,
) -> Contest:
    """The contest of a round: who brought pairs and who answered them, by their aliases; refuses one without
    either. `until`: the newest state of a submission that counts."""
    rules = rules_of(standing)
    task = get_task(rules.task)
    called = aliases(standing, number).__getitem__
    brought = sorted(
        brought_pairs(connection, contest, rules, number, until), key=lambda each: called(each.team)
    )
    called_blind = {each.submission: blind_ids(each.submission, each.pairs) for each in brought}
    asked = [name for ids in called_blind.values() for name in sorted({*chain.from_iterable(ids.values())})]
    answered = submissions_that_count(connection, contest, "predictions", number, until)
    if not brought or not answered:
        what = "pairs" if not brought else "answers"
        raise ConflictError(
            f"nobody has brought {what} in round {number}", remedy="Score it when somebody has."
        )
    given = _answers(connection, answered, rules, asked, standing)
    originals = _ruled_originals(brought, standing, task)
    entries = {
        each.submission: Entry(called(each.team), _ruled(each, standing, task, originals)) for each in brought
    }
    place = {name: place for place, name in enumerate(asked)}
    sheets = {
        entry.name: np.array(
            [[place[name] for name in called_blind[submission][pair.id]] for pair in entry.pairs],
            dtype=np.intp,
        ).reshape(-1, 2)
        for submission, entry in entries.items()
    }
    answers = {
        called(team): {
            name: Answers(*(column.at(places) for places in sheet.T)) for name, sheet in sheets.items()
        }
        for team, column in sorted(given.items(), key=lambda pair: called(pair[0]))
    }
    dev = {item.id: item for item in organisers_items(connection, contest, rules, "dev", until)}
    chosen = [
        each
        for each in submissions_that_count(connection, contest, "dev-predictions", number, until)
        if each.team in given
    ]
    found = _answers_by_id(connection, chosen, rules, list(dev), standing)
    development = Development(dev, {called(team): found[team] for team in found}) if found else Development()
    return Contest(task, [entry for entry in entries.values() if entry.pairs], answers, development)


def unsigned(contest: Contest) -> Contest:
    """The contest without what its pairs say of who wrote them."""
    entries = [
        replace(entry, pairs=[msgspec.structs.replace(pair, author="") for pair in entry.pairs])
        for entry in contest.entries
    ]
    return replace(contest, entries=entries)


def dev_answers(
    connection: Connection, contest: str, standing: Standing, number: int
) -> dict[str, dict[str, str]]:
    """The systems' answers to the development items; a system goes by the alias of its team."""
    rules, called = rules_of(standing), aliases(standing, number)
    wanted = [item.id for item in organisers_items(connection, contest, rules, "dev")]
    chosen = submissions_that_count(connection, contest, "dev-predictions", number)
    found = _answers_by_id(connection, chosen, rules, wanted, standing)
    return {called[team]: answers for team, answers in found.items()}


def read_pairs(connection: Connection, upload: Upload, rules: Rules) -> list[Pair]:
    """The pairs of an upload that was accepted."""
    return read_pairs_of(upload.filename, upload.content, rules, findings_of(connection, upload.id))


def _ruled_originals(
    brought: Sequence[TeamPairs], standing: Standing, task: Task
) -> dict[str, tuple[str, ...]]:
    """By key of a pair, what the last ruling on its original gives as the right answers; it holds for every
    pair of the round with the same original, whoever was ruled on. That a pair does not count is said of it
    alone."""
    if all(side != "original" for _, side in standing.rulings):
        return {}
    pairs = {each.key(pair): pair for each in brought for pair in each.pairs}
    item = dict(
        zip(pairs, number_items([pair.original for pair in pairs.values()], task).tolist(), strict=True)
    )
    ruled = {
        item[key]: ruling.accepted
        for (key, side), ruling in standing.rulings.items()
        if side == "original" and ruling.accepted and key in item
    }
    return {key: ruled[number] for key, number in item.items() if number in ruled}


def _ruled(
    brought: TeamPairs, standing: Standing, task: Task, originals: Mapping[str, tuple[str, ...]]
) -> Sequence[Pair]:
    """The pairs of a team as they are scored: with the answers that were ruled, without what is void, and
    without what an organiser has looked at and not let count."""
    found: list[Pair] = []
    for pair in brought.pairs:
        key = brought.key(pair)
        review = standing.reviews.get(key)
        if review is not None and not review.counts:
            continue
        right = {
            side: ruling.accepted
            for side in ("original", "modified")
            if (ruling := standing.rulings.get((key, side))) is not None
        }
        if key in originals and right.get("original") != ():
            right["original"] = originals[key]
        if not right:
            found.append(pair)
            continue
        sides = {
            side: msgspec.structs.replace(getattr(pair, side), accepted=accepted)
            for side, accepted in right.items()
        }
        if all(right.values()):
            changed = msgspec.structs.replace(pair, **sides)
            promise = task.promise_between(changed.original, changed.modified)
            found.append(msgspec.structs.replace(changed, promise=promise) if changed != pair else pair)
    return found


def _answers(
    connection: Connection,
    chosen: Sequence[Submission],
    rules: Rules,
    asked: Sequence[str],
    standing: Standing,
) -> dict[str, Column]:
    """By team, the answers in the order of the items that were asked; refuses those to other items, which
    were brought after they had been answered, and says whose they are."""
    uploads = contents(connection, chosen)
    wanted = set(asked)
    found, others = {}, []
    for each in chosen:
        upload, team = uploads[each.id], each.team or ""
        try:
            found[team] = read_answers_of(upload.filename, upload.content, rules, asked)
        except ZelligError:
            answered = answered_in(upload.filename, upload.content, rules)
            if answered == wanted:
                raise
            name = standing.teams[team].name
            others.append(f"{name} ({len(wanted - answered):,} missing, {len(answered - wanted):,} too many)")
    if others:
        items = counted(len(asked), "item")
        raise ConflictError(
            f"the {chosen[0].kind} of these teams do not answer the {items} that count: {', '.join(others)}",
            remedy="Extend the phase in which they are brought, and let these teams bring them again.",
        )
    return found


def _answers_by_id(
    connection: Connection,
    chosen: Sequence[Submission],
    rules: Rules,
    asked: Sequence[str],
    standing: Standing,
) -> dict[str, dict[str, str]]:
    """The same by the ids of the items."""
    found = _answers(connection, chosen, rules, asked, standing)
    return {team: dict(zip(asked, column, strict=True)) for team, column in found.items()}
