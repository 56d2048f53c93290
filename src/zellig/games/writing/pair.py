"""A pair that is being written: what it comes to, how large its edit is, and what the one check finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from zellig.checks.findings import Finding
from zellig.checks.pipeline import check
from zellig.checks.policy import Policy
from zellig.items import Item, Pair, Relation, pair_hash
from zellig.pairs.diff import Segment, segments
from zellig.pairs.edits import edit_size
from zellig.tasks import Task
from zellig.texts import tokens


class Size(msgspec.Struct, frozen=True):
    """How far a field was changed, in tokens, and how far it may be before a person looks at it."""

    field: str
    distance: int
    limit: int
    diff: list[Segment]


class Checked(msgspec.Struct, frozen=True):
    """What somebody has written as a pair, with what speaks against it."""

    pair: Pair
    sizes: list[Size]
    findings: list[Finding]


def written_pair(
    original: Item,
    fields: Mapping[str, str],
    task: Task,
    promise: Relation,
    accepted: Sequence[str] = (),
    phenomenon: str = "",
    rationale: str = "",
    *,
    from_scratch: bool = False,
) -> Pair:
    """The pair of an original and what somebody made of it; refuses an impossible promise."""
    answers = task.promised(promise, original.accepted, tuple(map(task.answer, accepted)))
    texts = {name: fields.get(name, text) for name, text in original.fields.items()}
    pair = Pair(
        "",
        original,
        Item("", texts, answers),
        promise,
        phenomenon.strip(),
        rationale.strip(),
        from_scratch=from_scratch,
    )
    name = f"w{pair_hash(pair)[:16]}"
    modified = msgspec.structs.replace(pair.modified, id=f"{name}-modified")
    return msgspec.structs.replace(pair, id=name, modified=modified)


def check_written(
    pair: Pair,
    task: Task,
    policy: Policy,
    training: Sequence[Item] = (),
    corpus: Sequence[Item] = (),
    beside: Sequence[Pair] = (),
) -> Checked:
    """Check a pair as an upload would be; `corpus` has the items that it may start from, and it is not to
    repeat one of those `beside` it."""
    rows = list(enumerate([*beside, pair], 1))
    report = check(rows, task, policy, originals=corpus or None, against=training or None)
    findings = [each for each in report.findings if each.line == len(rows)]
    return Checked(pair, edit_sizes(pair.original, pair.modified, task, policy), findings)


def edit_sizes(original: Item, modified: Item, task: Task, policy: Policy) -> list[Size]:
    """How far each field that may be edited was changed."""
    sides = (
        (field, original.fields.get(field, ""), modified.fields.get(field, "")) for field in task.editable
    )
    return [
        Size(field, edit_size(one, other).distance, allowed(one, policy), segments(one, other))
        for field, one, other in sides
    ]


def allowed(original: str, policy: Policy) -> int:
    """So many tokens may be changed before a person has to look at it."""
    length = len(tokens(original))
    if length >= policy.paragraph.from_tokens:
        return int(length * policy.paragraph.review_normalised)
    return min(policy.sentence.review_tokens, int(length * policy.sentence.review_normalised))
