"""What the checks of pairs can find, how bad it is, and what to do; and the report of a check."""

from __future__ import annotations

from collections import Counter

import msgspec

from zellig.checks.severities import Code, Severity, gravest
from zellig.items import Pair
from zellig.pairs.reading import Unpaired

_UNTRUE = "Read both texts, and correct the pair if the promise does not hold."
_UNGRAMMATICAL = "Read the modified text, and mend it if it is not as good as the original."

CODES: dict[str, Code] = {
    "malformed": Code(
        "reject",
        "a line that cannot be read",
        "Correct the line; docs/reference/formats.md says what stands in one.",
    ),
    "unpaired": Code("reject", "rows that make no pair", "Give every id one original and one modified row."),
    "repeated-id": Code("reject", "an id that an earlier pair has", "Give every pair its own id."),
    "clashing-item": Code(
        "reject",
        "an id of an item that an earlier line gives to another text or answer",
        "One item has one text and one answer: correct one of the two lines, or give it an id of its own.",
    ),
    "broken-text": Code(
        "reject",
        "control characters or characters lost in a conversion",
        "Write the text again from its source, as UTF-8.",
    ),
    "bad-item": Code(
        "reject",
        "a field or an answer that the task does not have",
        "Correct the item; docs/reference/tasks.md lists the fields and answers of every task.",
    ),
    "no-answer": Code("reject", "an item without a right answer", "Give the right answer of both items."),
    "unknown-label-rules": Code(
        "reject",
        "a lineage with label rules that are not known for the task",
        "Correct the lineage, or make the pair again.",
    ),
    "promise": Code("reject", "answers that do not keep the promise", "Correct the promise or an answer."),
    "forbidden-change": Code("reject", "a change that the task forbids", "Change only what the task allows."),
    "unchanged": Code(
        "reject", "a modified item equal to its original", "Change the text, or remove the pair."
    ),
    "original-altered": Code(
        "reject",
        "an original that its corpus spells in another way",
        "Copy the original from the corpus as it is.",
    ),
    "original-answer": Code(
        "reject",
        "an original whose answer differs from its corpus",
        "Take the answer of the corpus; where it is wrong, have it corrected there.",
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
    "contradiction": Code(
        "reject",
        "both texts equal to an earlier pair's, which promises another answer",
        "Find out which of the two holds, and remove the other.",
    ),
    "leakage": Code("reject", "a text that is in the training corpus", "Start from an item not trained on."),
    "large-edit": Code(
        "review", "an edit larger than the policy's limit", "Make a smaller change, or say why."
    ),
    "negation": Code("review", "`same`, and a negation came or went", _UNTRUE),
    "antonym": Code("review", "`same`, and a word gave way to its opposite", _UNTRUE),
    "unturned": Code("review", "`flip`, and no negation or opposite came or went", _UNTRUE),
    "sense": Code(
        "review", "`same`, and a word gave way to one that means something else in its usual senses", _UNTRUE
    ),
    "sentiment": Code(
        "review",
        "`same` in sentiment, and the sum of the words' ratings moved far, or to the other side",
        _UNTRUE,
    ),
    "part-of-speech": Code(
        "review", "a word gave way to one that cannot be the same part of speech", _UNGRAMMATICAL
    ),
    "agreement": Code(
        "review",
        "a new word has another form, a verb not the number of its subject, or *a* stands for *an*",
        _UNGRAMMATICAL,
    ),
    "parse": Code(
        "review",
        "the parser names fewer relations, finds more fragments, or reads the kept words otherwise",
        _UNGRAMMATICAL,
    ),
    "fluency": Code(
        "review", "the language model finds the text much less probable (only with models)", _UNGRAMMATICAL
    ),
    "similarity": Code(
        "review", "`same`, and the vectors of the texts are unlike (only with models)", _UNTRUE
    ),
    "off-domain": Code(
        "review",
        "an original written for its pair that does not read like its corpus",
        "Write about what the corpus is about, in its words.",
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


# The codes that speak against a pair's promise, or against its English: a pair without one of them is valid.
VALIDITY = (
    "negation",
    "antonym",
    "unturned",
    "sense",
    "sentiment",
    "part-of-speech",
    "agreement",
    "parse",
    "fluency",
    "similarity",
    "large-edit",
)


class Finding(msgspec.Struct, frozen=True):
    """One thing found about one pair; `line` is that of the pair's first row."""

    pair: str
    line: int
    code: str
    severity: Severity
    message: str
    remedy: str

    @property
    def about(self) -> str:
        return self.pair


class Row(msgspec.Struct, frozen=True):
    """A pair (or what makes none) and what was found about it."""

    line: int
    content: Pair | Unpaired
    findings: tuple[Finding, ...] = ()

    @property
    def worst(self) -> Severity | None:
        """The gravest severity among the findings."""
        return gravest(self.findings)

    @property
    def faults(self) -> list[str]:
        """The codes of validity that were found."""
        return [finding.code for finding in self.findings if finding.code in VALIDITY]


class Summary(msgspec.Struct, frozen=True):
    """A report as it is written down; `review` and `warn` count accepted pairs."""

    task: str
    pairs: int
    accepted: int
    rejected: int
    review: int
    warn: int
    counts: dict[str, int]  # by code
    findings: list[Finding]


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
    def valid(self) -> list[Pair]:
        """The accepted pairs that no check of validity speaks against, if validity was checked."""
        faults = self.faults
        return [pair for pair in self.accepted if pair.id not in faults]

    @property
    def faults(self) -> dict[str, list[str]]:
        """By the id of an accepted pair, the codes of validity that speak against it."""
        kept = (row for row in self.rows if row.worst != "reject")
        return {row.content.id: row.faults for row in kept if row.faults}

    @property
    def rejected(self) -> list[Row]:
        return [row for row in self.rows if row.worst == "reject"]

    @property
    def rejections(self) -> dict[str, int]:
        """How many rows were rejected by code: by the first that rejects each, the most frequent first."""
        first = (
            next(finding.code for finding in row.findings if finding.severity == "reject")
            for row in self.rejected
        )
        return dict(Counter(first).most_common())

    def summary(self) -> Summary:
        """The whole report without the pairs."""
        worst = Counter(row.worst for row in self.rows)
        return Summary(
            task=self.task,
            pairs=len(self.rows),
            accepted=len(self.rows) - worst["reject"],
            rejected=worst["reject"],
            review=worst["review"],
            warn=worst["warn"],
            counts=dict(Counter(finding.code for finding in self.findings)),
            findings=self.findings,
        )


def finding(row: Row, code: str, message: str, remedy: str = "") -> Finding:
    """A finding of this code about a row; the code's own remedy unless there is a better one."""
    kind = CODES[code]
    return Finding(row.content.id, row.line, code, kind.severity, message, remedy or kind.remedy)
