"""A pair that is being written over a starter item of a contest."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection

from zellig.checks.policy import Policy
from zellig.games.contest.advice import in_contest
from zellig.games.contest.standing import Standing
from zellig.games.writing.pair import Checked, check_written, written_pair
from zellig.items import Item, Relation, content_hash
from zellig.server.corpora import Corpora
from zellig.server.gathering import rules_of
from zellig.server.problems import ForbiddenError, NotFoundError
from zellig.tasks import Task, get_task


class WrittenPair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody has written: the copy of a starter item, or of an own original, and its promise."""

    original: str  # the id of a starter item; none, if the original is written, too
    fields: dict[str, str]
    promise: Relation
    accepted: tuple[str, ...] = ()  # of the copy, where the promise does not say
    phenomenon: str = ""
    rationale: str = ""
    written: dict[str, str] = {}  # the fields of an original of their own
    gold: tuple[str, ...] = ()  # and its right answers


def look_at(
    connection: Connection, contest: str, standing: Standing, corpora: Corpora, written: WrittenPair
) -> Checked:
    """Check it as an upload would be; refuses an item that is not there, and an impossible promise."""
    rules = rules_of(standing)
    task = get_task(rules.task)
    starter = corpora.of(connection, contest, rules, "starter")
    original = _original(written, starter, task, rules.policy)
    pair = written_pair(
        original,
        written.fields,
        task,
        written.promise,
        written.accepted,
        written.phenomenon,
        written.rationale,
        from_scratch=not written.original,
    )
    training = corpora.of(connection, contest, rules, "training")
    found = check_written(pair, task, rules.policy, training, starter if pair.from_scratch else [original])
    return msgspec.structs.replace(found, findings=in_contest(found.findings))


def _original(written: WrittenPair, starter: Sequence[Item], task: Task, policy: Policy) -> Item:
    """The starter item of a written pair, or the original that was written for it, if the rules allow one."""
    if written.original:
        found = next((item for item in starter if item.id == written.original), None)
        if found is None:
            raise NotFoundError("there is no such starter item", remedy="Choose one of the list.")
        return found
    if not policy.from_scratch:
        raise ForbiddenError("every original is a starter item here", remedy="Choose one of the list.")
    item = Item(
        "",
        {name: written.written.get(name, "") for name in task.fields},
        tuple(map(task.answer, written.gold)),
    )
    return msgspec.structs.replace(item, id=f"o{content_hash(item)[:16]}")
