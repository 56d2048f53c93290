"""People who read accepted questions without knowing what their writers know: they answer, or tag some."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection

from zellig.errors import ZelligError
from zellig.games.writing import events
from zellig.games.writing.blind import clue_after, clue_before, judged, may_answer
from zellig.games.writing.second_reading import waiting_for
from zellig.games.writing.standing import Reading, Standing
from zellig.items import Item
from zellig.server.accounts import Account
from zellig.server.problems import ConflictError, ForbiddenError
from zellig.server.texts import find_text
from zellig.server.workshops import WORKSHOP, only_for, rules_of
from zellig.tasks.task import Judgement


def only_for_blind(standing: Standing, account: Account) -> None:
    """Refuse who takes no part, and who edits or has edited: they have seen all answers."""
    if "editor" in standing.roles_of(account.id) or account.id in standing.have_edited:
        raise ForbiddenError(
            "editors see all answers, and what writers say of their questions",
            remedy="Invite somebody who does not know them: the page People has links.",
        )
    only_for(standing, account, "reader", "writer")


def tag(
    connection: Connection,
    now: datetime,
    workshop: str,
    standing: Standing,
    account: Account,
    text: str,
    phenomena: tuple[str, ...],
) -> None:
    """Say what makes a question of the sample hard; refuses one that one knows, or has tagged already."""
    only_for_blind(standing, account)
    find_text(standing, text)
    if text not in {each.event.text for each in waiting_for(standing, account.id)}:
        raise ConflictError("this question does not wait for your tags", remedy="Take the next of the list.")
    known = rules_of(standing).phenomena
    for each in phenomena:
        if each not in known:
            raise ZelligError(
                f"there is no phenomenon {each!r} here",
                field="phenomena",
                remedy=f"There are: {', '.join(known) or 'none'}.",
            )
    event = events.Tagged(text, tuple(dict.fromkeys(phenomena)))
    WORKSHOP.append(connection, now, workshop, account.id, event)


def hear_clue(
    connection: Connection, now: datetime, workshop: str, standing: Standing, account: Account, text: str
) -> int:
    """Hear the next clue of a question; gives where it ends, or where the last one did."""
    question, reading = _read(standing, account, text)
    upto = clue_after(question, reading.heard)
    if upto is None:
        return reading.heard
    WORKSHOP.append(connection, now, workshop, account.id, events.ClueHeard(text, upto))
    return upto


def answer_blind(
    connection: Connection,
    now: datetime,
    workshop: str,
    standing: Standing,
    account: Account,
    text: str,
    answer: str,
    position: int | None,
) -> Judgement:
    """Answer a question after what was heard of it; within the last clue, the reader says how far they were.

    An empty answer gives up. A prompt may be answered once more; then whatever is said is right or wrong.
    """
    question, reading = _read(standing, account, text)
    if not reading.heard:
        raise ConflictError("nothing of this question has been read", remedy="Hear its first clue.")
    least = clue_before(question, reading.heard)
    at = min(max(least, reading.heard if position is None else position), reading.heard)
    judgement = judged(question, answer, at)
    if judgement.outcome == "prompt" and reading.said:
        judgement = Judgement("wrong", f"it was asked for more, and {judgement.because}")
    event = events.Answered(text, answer.strip(), at, judgement)
    WORKSHOP.append(connection, now, workshop, account.id, event)
    return judgement


def _read(standing: Standing, account: Account, text: str) -> tuple[Item, Reading]:
    """A question that somebody may answer, and how far they are with it."""
    only_for_blind(standing, account)
    found = find_text(standing, text)
    if found.question is None or text not in {each.event.text for each in may_answer(standing, account.id)}:
        raise ConflictError("this question is not for you to answer", remedy="Take the next one.")
    return found.question, found.readings.get(account.id, Reading())
