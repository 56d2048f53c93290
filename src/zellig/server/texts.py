"""Texts that writers hand in: checked at once, decided on by editors; they stay, whatever becomes of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec
from sqlalchemy import Connection

from zellig.checks.findings import Finding
from zellig.checks.questions.findings import QuestionFinding, finding
from zellig.checks.questions.pipeline import check_question
from zellig.checks.questions.policy import QuestionPolicy, default_policy
from zellig.checks.questions.pool import Compared, QuestionPool
from zellig.checks.questions.repeats import repeats
from zellig.checks.severities import gravest
from zellig.games.writing import events
from zellig.games.writing.heard import HeardQuestion, hear_pair, hear_question
from zellig.games.writing.listening import apart, question_of
from zellig.games.writing.pair import check_written, written_pair
from zellig.games.writing.rewriting import REWRITES
from zellig.games.writing.rules import WorkshopRules
from zellig.games.writing.standing import WITHDRAWABLE, Standing, Text
from zellig.games.writing.strokes import Draft, Noted, replayed
from zellig.games.writing.telling import findings_for, texts_told_of
from zellig.items import Item, Pair
from zellig.server.accounts import Account
from zellig.server.live.systems import Registration
from zellig.server.problems import ConflictError, ForbiddenError, NotFoundError
from zellig.server.secrets import new_id
from zellig.server.workshops import (
    WORKSHOP,
    find_draft,
    lineage_of,
    only_for,
    originals_of,
    rewritten_by,
    rules_of,
    strokes_of,
)
from zellig.tasks import get_task


class HandedIn(msgspec.Struct, frozen=True):
    """What became of a draft that somebody wants to hand in: the name of a text, or none and why."""

    text: str | None
    sentence: str
    findings: list[QuestionFinding] = []  # of a question
    of_pair: list[Finding] = []  # of a pair


class DraftNow(msgspec.Struct, frozen=True):
    """A draft as it is now, ready to be checked without holding up anybody."""

    id: str
    strokes: int
    content: Draft
    originals: dict[str, Item]
    lineage: list[str]  # this draft, and those that it is a copy of
    rewrites: str = ""  # the id of the question that it was begun with,
    rewritten: str = ""  # and its text


def draft_now(
    connection: Connection, workshop: str, standing: Standing, account: Account, draft: str
) -> DraftNow:
    """What somebody wants to hand in; refuses who has not agreed to the licence, and what is not theirs."""
    lineage = lineage_of(connection, draft)
    refuse_handing_in(standing, account, lineage)
    find_draft(connection, workshop, account, draft)
    rules = rules_of(standing)
    strokes = strokes_of(connection, draft)
    originals = {} if rules.task == "quiz" else originals_of(connection, workshop, rules)
    rewrites, rewritten = rewritten_by(connection, draft)
    return DraftNow(draft, len(strokes), replayed(strokes), originals, lineage, rewrites, rewritten)


def refuse_handing_in(standing: Standing, account: Account, lineage: Sequence[str]) -> None:
    """Refuse who may not hand in anything, or not yet, and a draft of which there is no second try, nor of
    the one that it is a copy of."""
    only_for(standing, account, "writer", "editor")
    rules = rules_of(standing)
    if rules.licence not in standing.consents.get(account.id, ()):
        raise ForbiddenError(
            f"texts are handed in under the licence {rules.licence}, and you have not agreed to it",
            remedy="Agree with the button on this page or on that of the workshop, or with PUT .../consent.",
        )
    rejected = {text.event.draft for text in standing.texts.values() if text.state == "rejected"}
    for draft in rejected.intersection(lineage):
        what = "this text" if draft == lineage[0] else "the text that this is a copy of"
        raise ConflictError(
            f"an editor has rejected {what} for good", remedy="Begin another one; the reason is beside it."
        )


def check_draft(
    draft: DraftNow,
    standing: Standing,
    account: Account,
    pool: Compared,
    systems: Sequence[Registration],
) -> events.HandedIn:
    """The event that handing it in would be, with all that was found and with what the systems make of it, of
    which the first is written against; nothing is written yet."""
    rules, name = rules_of(standing), new_id()
    if rules.task == "quiz":
        question = _named(question_of(draft.content), draft, name)
        found = _doubts(question, draft, standing, rules, pool, systems[0], account)
        return events.QuestionHandedIn(
            name,
            draft.id,
            draft.strokes,
            question=question,
            findings=tuple(found),
            phenomena=draft.content.notes.phenomena,
            machines={} if gravest(found) == "reject" else _heard(question, draft, systems),
        )
    notes = draft.content.notes
    original = draft.originals.get(notes.original)
    if original is None:
        raise ConflictError("no item is chosen that is changed", remedy="Choose one, and change it.")
    if notes.promise is None:
        raise ConflictError(
            "nothing is promised about the right answer",
            remedy="Say what becomes of it.",
        )
    task = get_task(rules.task)
    pair = written_pair(
        original,
        draft.content.fields,
        task,
        notes.promise,
        notes.accepted,
        notes.phenomena[0] if notes.phenomena else "",
        notes.rationale,
    )
    others = pairs_in(standing, account, but=draft.id)
    checked = check_written(pair, task, rules.policy, corpus=[original], beside=others)
    return events.PairHandedIn(
        name,
        draft.id,
        draft.strokes,
        pair=checked.pair,
        findings=tuple(checked.findings),
        machines={
            each.name: hear_pair(checked.pair, each.system, task, each.fingerprint) for each in systems
        },
    )


def hand_in(
    connection: Connection,
    now: datetime,
    workshop: str,
    standing: Standing,
    account: Account,
    event: events.HandedIn,
    draft: DraftNow,
) -> HandedIn:
    """Write it down, unless something rejects it; while it was checked, an editor may have decided on it, and
    its writer may have deleted it or made it private."""
    refuse_handing_in(standing, account, draft.lineage)
    find_draft(connection, workshop, account, draft.id)
    since = [
        each.notes for each in strokes_of(connection, draft.id, draft.strokes) if isinstance(each, Noted)
    ]
    worst = gravest(event.findings)
    if draft.content.notes.private or any(notes.private for notes in since):
        refused = "It is private: it was checked, and stays with you."
    else:
        refused = _refused(standing, event.draft) if worst == "reject" else ""
    if refused:
        _note_likeness(connection, now, workshop, standing, account, event)
        return _told(standing, account, event, None, refused)
    WORKSHOP.append(connection, now, workshop, account.id, event)
    if worst is not None:
        sentence = "An editor reads it next, and what was found beside it."
    else:
        sentence = "The check found nothing; an editor reads it next."
    return _told(standing, account, event, event.text, sentence)


def _refused(standing: Standing, draft: str) -> str:
    """That a draft is not taken like this, and what becomes of the version before."""
    stands = {
        "handed in": "it waits for an editor",
        "taken": "it is accepted",
        "sent back": "it was sent back",
    }
    before = [text.state for text in standing.texts.values() if text.event.draft == draft]
    said = next((stands[state] for state in reversed(before) if state in stands), "")
    still = f" The version that you handed in before still stands: {said}." if said else ""
    return f"It cannot be handed in like this.{still}"


def _note_likeness(
    connection: Connection,
    now: datetime,
    workshop: str,
    standing: Standing,
    account: Account,
    event: events.HandedIn,
) -> None:
    """Write down which texts of others somebody is told of by what is not handed in: they do not answer them
    blind any more."""
    if not isinstance(event, events.QuestionHandedIn):
        return
    told = texts_told_of(standing, event.findings) - standing.told.get(account.id, frozenset())
    others = sorted(name for name in told if standing.texts[name].writer != account.id)
    if others:
        WORKSHOP.append(connection, now, workshop, account.id, events.LikenessTold(tuple(others)))


def _told(
    standing: Standing, account: Account, event: events.HandedIn, text: str | None, sentence: str
) -> HandedIn:
    if isinstance(event, events.QuestionHandedIn):
        return HandedIn(text, sentence, list(findings_for(standing, account.id, event.findings)))
    return HandedIn(text, sentence, of_pair=list(event.findings))


def decide(
    connection: Connection,
    now: datetime,
    workshop: str,
    standing: Standing,
    account: Account,
    text: str,
    taken: bool,
    reason: str,
    final: bool,
) -> None:
    """Take a text, send it back with a reason, or reject it for good with one; editors only, and nobody
    decides on a text of their own."""
    only_for(standing, account, "editor")
    found = find_text(standing, text)
    if found.writer == account.id:
        raise ForbiddenError("this text is yours", remedy="Another editor decides on it: invite one.")
    if found.state == "withdrawn":
        raise ConflictError("its writer has taken it back", remedy="Nothing is left to decide.")
    if found.state == "replaced":
        raise ConflictError("its writer has handed in another version", remedy="Decide on that one.")
    if not taken and not reason.strip():
        raise ConflictError("what is not taken has a reason", remedy="Say what its writer should change.")
    decided = events.Decided(text, taken, reason.strip(), final and not taken)
    WORKSHOP.append(connection, now, workshop, account.id, decided)


def withdraw(
    connection: Connection, now: datetime, workshop: str, standing: Standing, account: Account, text: str
) -> None:
    """Take back a text of one's own that waits for an editor, or was taken; what an editor has rejected for
    good stays rejected."""
    found = find_text(standing, text)
    if found.writer != account.id:
        raise ForbiddenError("this is not a text of yours", remedy="Withdraw your own.")
    if found.state not in WITHDRAWABLE:
        raise ConflictError(
            f"this text is {found.state}, and cannot be taken back",
            remedy="Take back a text that was handed in, sent back or accepted.",
        )
    WORKSHOP.append(connection, now, workshop, account.id, events.Withdrawn(text))


def find_text(standing: Standing, text: str) -> Text:
    """A text that was handed in; refuses one that is not there."""
    if text not in standing.texts:
        raise NotFoundError("there is no such text", remedy="Look at the list of texts.")
    return standing.texts[text]


def questions_in(standing: Standing, but: str = "") -> list[Item]:
    """The questions of a workshop that others must not repeat; not the earlier versions of a draft."""
    return [
        text.event.question
        for text in standing.texts.values()
        if isinstance(text.event, events.QuestionHandedIn)
        and text.state in ("handed in", "taken")
        and text.event.draft != but
    ]


def rejected_questions(standing: Standing, account: Account) -> list[Item]:
    """Questions of somebody that were rejected for good: to write them once more is no second try."""
    return [
        text.question
        for text in standing.texts.values()
        if text.question and text.state == "rejected" and text.writer == account.id
    ]


def pairs_in(standing: Standing, account: Account, but: str = "") -> list[Pair]:
    """The pairs of a workshop that somebody must not repeat: those that stand, and their own that were
    rejected for good; not the earlier versions of a draft."""
    return [
        text.event.pair
        for text in standing.texts.values()
        if isinstance(text.event, events.PairHandedIn)
        and (text.state in ("handed in", "taken") or (text.state == "rejected" and text.writer == account.id))
        and text.event.draft != but
    ]


def _heard(question: Item, draft: DraftNow, systems: Sequence[Registration]) -> dict[str, HeardQuestion]:
    return {
        each.name: hear_question(question, each.listener(draft.rewritten), each.fingerprint)
        for each in systems
    }


def _named(question: Item, draft: DraftNow, name: str) -> Item:
    notes = draft.content.notes
    known = {"category": notes.category, "subcategory": notes.subcategory, REWRITES: draft.rewrites}
    more = {key: value for key, value in known.items() if value}
    return msgspec.structs.replace(question, id=name, metadata={**question.metadata, **more})


def _doubts(
    question: Item,
    draft: DraftNow,
    standing: Standing,
    rules: WorkshopRules,
    pool: Compared,
    against: Registration,
    account: Account,
) -> Sequence[QuestionFinding]:
    policy = _policy(rules)
    found = check_question(
        question,
        pool=pool,
        policy=policy,
        guesser=apart(against.system, question.id, draft.rewritten),
        called=against.title,
        rewrites=draft.rewrites,
    )
    # What is written in this workshop is nobody else's to see.
    here = _pool_of(questions_in(standing, but=draft.id), policy)
    found += [finding(question, 1, fault) for fault in repeats(question, here, policy.repeats)]
    rejected = _pool_of(rejected_questions(standing, account), policy)
    for fault in repeats(question, rejected, policy.repeats):
        said = fault._replace(message=f"{fault.message}, which an editor has rejected for good")
        found.append(finding(question, 1, said))
    return found


def _pool_of(questions: Iterable[Item], policy: QuestionPolicy) -> QuestionPool:
    pool = QuestionPool([], policy.repeats)
    for each in questions:
        pool.add(each)
    return pool


def _policy(rules: WorkshopRules) -> QuestionPolicy:
    """The usual one, with the lengths of the workshop."""
    usual = default_policy()
    lengths = rules.lengths
    length = msgspec.structs.replace(usual.length, least=lengths.shortest, most=lengths.longest)
    return msgspec.structs.replace(usual, length=length)
