"""Checks that look at one pair alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zellig.checks.characters import character_faults
from zellig.checks.form import Fault, sides
from zellig.checks.policy import Policy
from zellig.items import Pair
from zellig.pairs.edits import EditSize, both_sides, edit_size
from zellig.tasks import Task
from zellig.tasks.is_fake import IS_FAKE
from zellig.texts import tokens


class Alone(NamedTuple):
    """What was found about a pair by looking at nothing else: whoever made it may have asked already."""

    texts: list[Fault]  # what `check_pair` gives
    validity: list[Fault]  # what speaks against its promise or its English


def check_pair(pair: Pair, task: Task, policy: Policy) -> Iterator[Fault]:
    """Everything wrong with the texts of a pair; a broken text is not looked at further."""
    faults = dict.fromkeys(_characters(pair))
    yield from faults
    if any(code == "broken-text" for code, _ in faults):
        return
    if pair.from_scratch and not policy.from_scratch:
        yield "from-scratch", "the original was written for this pair"
    for fault in task.faults_of_pair(pair):
        yield "forbidden-change", fault
    yield from _change(pair, task, policy)


def _characters(pair: Pair) -> Iterator[Fault]:
    for side, item in sides(pair):
        for text in (*item.fields.values(), *item.accepted):
            for fault in character_faults(text):
                yield fault.code, f"{side}: {fault.sentence}"


def _change(pair: Pair, task: Task, policy: Policy) -> Iterator[Fault]:
    changed = {name: sides for name, sides in both_sides(pair, task.fields).items() if sides[0] != sides[1]}
    if not changed:
        yield "unchanged", "the modified item is the same as the original"
    for name, (original, modified) in changed.items():
        size = edit_size(original, modified)
        place = f" in '{name}'" if len(task.editable) > 1 else ""
        if size.distance == 0:
            yield "surface-only", f"only case or spacing was changed{place}"
        elif size.reordered:
            yield "reordered", f"the words{place} are the same in another order"
        elif task.name == IS_FAKE.name:
            continue  # a fake may be anything, so no edit is too large
        elif code := judged(size, length := len(tokens(original)), policy):
            changes = "1 token" if size.distance == 1 else f"{size.distance} tokens"
            yield code, f"the edit{place} changes {changes}, and the original has {length}"


def judged(size: EditSize, length: int, policy: Policy) -> str:
    """The code of the finding that an edit of this size deserves, given the original's number of tokens."""
    if length >= policy.paragraph.from_tokens:
        return "large-edit" if size.normalised > policy.paragraph.review_normalised else ""
    limits = policy.sentence
    if size.distance > limits.review_tokens or size.normalised > limits.review_normalised:
        return "large-edit"
    return "sizeable-edit" if size.distance > limits.warn_tokens else ""
