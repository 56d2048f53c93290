"""What to do about a finding in a contest, where that is something else than in a file of one's own."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from zellig.checks.findings import Finding

_STARTER = "Start from a starter item of the contest."
_REMEDIES = {
    "malformed": "Write one JSON object a line; the page Upload shows what it looks like.",
    "bad-item": "Give the item the fields and answers of the contest's task.",
    "original-altered": "Copy the original from the starter items as it is.",
    "original-unknown": _STARTER,
    "from-scratch": _STARTER,
    "original-answer": "Take the answer of the starter item; where it is wrong, tell the organiser.",
    "off-domain": "Write about what the starter items are about, in their words.",
}
# Remedies about files and settings that whoever brings something to a contest does not have.
_OF_ELSEWHERE = ("docs/", "corpus", "policy")


def in_contest(findings: Iterable[Finding]) -> list[Finding]:
    """Findings with remedies for who brings pairs to a contest, and has neither policy nor corpus."""
    return [
        msgspec.structs.replace(each, remedy=_REMEDIES[each.code])
        if each.code in _REMEDIES and any(word in each.remedy for word in _OF_ELSEWHERE)
        else each
        for each in findings
    ]
