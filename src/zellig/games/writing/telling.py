"""What people are told of each other's texts: writers that one is like theirs, and not what it says; editors
all, but for what its writer has taken back."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from zellig.checks.questions.findings import QuestionFinding
from zellig.checks.questions.pool import written
from zellig.games.writing import events
from zellig.games.writing.standing import Standing, Text

_ANOTHER = "a question that somebody else has handed in here"
_TAKEN_BACK = "a question that its writer has taken back"
_UNSEEN = "You are not shown theirs. Write it with another clue, or leave it: an editor reads both."


def findings_for(
    standing: Standing, account: str, findings: Iterable[QuestionFinding]
) -> tuple[QuestionFinding, ...]:
    """Findings as somebody may see them, without the questions that they may not read."""
    found = tuple(findings)
    if not any(each.other for each in found):
        return found
    editor = "editor" in standing.roles_of(account)
    hidden = {
        written(text.question)
        for text in standing.texts.values()
        if text.question and text.writer != account and (not editor or _taken_back(standing, text))
    }
    return tuple(
        _without_other(each, each.other.origin, editor)
        if each.other and each.other.origin in hidden
        else each
        for each in found
    )


def may_read(standing: Standing, account: str, text: Text) -> bool:
    """May somebody read a text? Their own, and an editor all but what its writer has taken back."""
    return text.writer == account or (
        "editor" in standing.roles_of(account) and not _taken_back(standing, text)
    )


def _taken_back(standing: Standing, text: Text) -> bool:
    """Is a text its writer's alone again? The versions before the one that was taken back are, too."""
    if text.state == "replaced":
        versions = (standing.texts[name] for name in standing.versions[text.event.draft])
        return all(each.state in ("replaced", "withdrawn") for each in versions)
    return text.state == "withdrawn"


def drafts_told_of(standing: Standing, account: str) -> set[str]:
    """The drafts of questions that something of somebody's is like, handed in or not, and that they were told
    of."""
    findings = (
        found
        for text in standing.texts.values()
        if text.writer == account and isinstance(text.event, events.QuestionHandedIn)
        for found in text.event.findings
    )
    told = texts_told_of(standing, findings) | standing.told.get(account, frozenset())
    return {standing.texts[name].event.draft for name in told}


def texts_told_of(standing: Standing, findings: Iterable[QuestionFinding]) -> set[str]:
    """The questions of a workshop that findings say something is like."""
    told = {
        found.other.origin
        for found in findings
        if found.other and found.severity != "warn"  # an ending that many have says nothing
    }
    return {
        name
        for name, text in standing.texts.items()
        if text.question and told and written(text.question) in told
    }


def _without_other(found: QuestionFinding, origin: str, editor: bool) -> QuestionFinding:
    message = found.message.replace(origin, _TAKEN_BACK if editor else _ANOTHER)
    # To read both is no advice for a writer.
    remedy = found.remedy if editor or found.severity == "reject" else _UNSEEN
    return msgspec.structs.replace(found, message=message, remedy=remedy, other=None)
