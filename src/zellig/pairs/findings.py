"""What the checks can find, how bad it is, and what to do; and the report of a check."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal, NamedTuple

import msgspec

from zellig.items import Pair
from zellig.pairs.reading import Unpaired

Severity = Literal["reject", "review", "warn"]
SEVERITIES: tuple[Severity, ...] = ("reject", "review", "warn")


class Code(NamedTuple):
    """A kind of finding."""

    severity: Severity
    meaning: str
    remedy: str


CODES: dict[str, Code] = {
    "unpaired": Code("reject", "rows that make no pair", "Give every id one original and one modified row."),
    "repeated-id": Code("reject", "an id that an earlier pair has", "Give every pair its own id."),
    "broken-text": Code(
        "reject",
        "control characters or characters lost in a conversion",
        "Write the text again from its source, as UTF-8.",
    ),
    "bad-item": Code("reject", "a field or an answer that the task does not have", "Correct the item."),
    "no-answer": Code("reject", "an item without a right answer", "Give the right answer of both items."),
    "promise": Code("reject", "answers that do not keep the promise", "Correct the promise or an answer."),
    "task-rule": Code("reject", "a change that the task forbids", "Change only what the task allows."),
    "unchanged": Code(
        "reject", "a modified item equal to its original", "Change the text, or remove the pair."
    ),
    "original-altered": Code(
        "reject",
        "an original that its corpus spells in another way",
        "Copy the original from the corpus as it is.",
    ),
    "original-unknown": Code(
        "reject", "an original that its corpus does not have", "Start from an item of the corpus."
    ),
    "from-scratch": Code(
        "reject",
        "an original written for its pair, where the policy does not allow it",
        "Start from an item of the corpus, or set from_scratch = true in the policy.",
    ),
    "duplicate": Code("reject", "both texts equal to an earlier pair's", "Remove one of the two pairs."),
    "leakage": Code("reject", "a text that is in the training corpus", "Start from an item not trained on."),
    "large-edit": Code(
        "review", "an edit larger than the policy's limit", "Make a smaller change, or say why."
    ),
    "original-answer": Code(
        "review",
        "an original whose answer differs from its corpus",
        "Take the answer of the corpus, or have the item judged.",
    ),
    "near-duplicate": Code(
        "review", "a modified text that is nearly another pair's", "Keep the better one of the two pairs."
    ),
    "near-leakage": Code(
        "review", "a text that is nearly in the training corpus", "Start from an item not trained on."
    ),
    "sizeable-edit": Code("warn", "an edit larger than usual", "Make a smaller change if you can."),
    "reordered": Code("warn", "the same words in another order", "Nothing, if this is what you meant."),
    "surface-only": Code("warn", "a change of case or spacing only", "Nothing, if this is what you meant."),
    "near-variant": Code(
        "warn", "a modified text that is nearly another one of the same original", "Make them differ more."
    ),
    "mojibake": Code(
        "warn",
        "characters that look like UTF-8 read as another encoding",
        "Read the source as UTF-8 and write the pair again.",
    ),
    "invisible": Code("warn", "invisible characters", "Remove them, unless they are what the pair is about."),
}


class Finding(msgspec.Struct, frozen=True):
    """One thing found about one pair; `line` is that of the pair's first row."""

    pair: str
    line: int
    code: str
    severity: Severity
    message: str
    remedy: str


class Row(msgspec.Struct, frozen=True):
    """A pair (or items that make none) and what was found about it."""

    line: int
    content: Pair | Unpaired
    findings: tuple[Finding, ...] = ()

    @property
    def worst(self) -> Severity | None:
        """The gravest severity among the findings."""
        found = {finding.severity for finding in self.findings}
        return next((severity for severity in SEVERITIES if severity in found), None)


class CheckReport(msgspec.Struct, frozen=True):
    """All rows of a file in their order, each with its findings."""

    task: str
    rows: tuple[Row, ...]

    @property
    def findings(self) -> list[Finding]:
        return [finding for row in self.rows for finding in row.findings]

    @property
    def accepted(self) -> list[Pair]:
        """The pairs nothing rejects; some of them may still want a review."""
        return [row.content for row in self.rows if row.worst != "reject" and isinstance(row.content, Pair)]

    @property
    def rejected(self) -> list[Row]:
        return [row for row in self.rows if row.worst == "reject"]

    def summary(self) -> dict[str, Any]:
        """The whole report as plain values, for JSON; `review` and `warn` count accepted pairs."""
        worst = Counter(row.worst for row in self.rows)
        return {
            "task": self.task,
            "pairs": len(self.rows),
            "accepted": len(self.rows) - worst["reject"],
            "rejected": worst["reject"],
            "review": worst["review"],
            "warn": worst["warn"],
            "counts": dict(Counter(finding.code for finding in self.findings)),
            "findings": self.findings,
        }


def finding(row: Row, code: str, message: str, remedy: str = "") -> Finding:
    """A finding of this code about a row; the code's own remedy unless there is a better one."""
    kind = CODES[code]
    return Finding(row.content.id, row.line, code, kind.severity, message, remedy or kind.remedy)
