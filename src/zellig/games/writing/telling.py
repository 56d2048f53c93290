"""What writers are told of each other's questions: that one is like theirs, and not what it says."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from zellig.checks.questions.findings import QuestionFinding
from zellig.checks.questions.pool import written
from zellig.games.writing import events
from zellig.games.writing.standing import Standing

_ANOTHER = "a question that somebody else has handed in here"
_UNSEEN = "You are not shown theirs. Write it with another clue, or leave it: an editor reads both."


def findings_for(
    standing: Standing, account: str, findings: Iterable[QuestionFinding]
) -> tuple[QuestionFinding, ...]:
    """Findings as somebody may see them: editors see all, others no question of somebody else."""
    if "editor" in standing.roles_of(account):
        return tuple(findings)
    hidden = {
        written(text.question) for text in standing.texts.values() if text.question and text.writer != account
    }
    return tuple(
        _without_other(each, each.other.origin) if each.other and each.other.origin in hidden else each
        for each in findings
    )


def drafts_told_of(standing: Standing, account: str) -> set[str]:
    """The drafts of questions that something which somebody handed in is like, and that they were told of."""
    told = {
        found.other.origin
        for text in standing.texts.values()
        if text.writer == account and isinstance(text.event, events.QuestionHandedIn)
        for found in text.event.findings
        if found.other and found.severity != "warn"  # an ending that many have says nothing
    }
    return {
        text.event.draft
        for text in standing.texts.values()
        if text.question and written(text.question) in told
    }


def _without_other(found: QuestionFinding, origin: str) -> QuestionFinding:
    message = found.message.replace(origin, _ANOTHER)
    remedy = found.remedy if found.severity == "reject" else _UNSEEN  # to read both is no advice
    return msgspec.structs.replace(found, message=message, remedy=remedy, other=None)
