"""Contrast sets: items in, pairs out, with a count of everything that was refused and why."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from zellig.engine import in_order
from zellig.errors import ZelligError
from zellig.items import Item, Pair, Relation, write_records
from zellig.language.clause import Clause, RefusedError
from zellig.language.reading import read_clauses
from zellig.language.realise import realise
from zellig.tasks import Task, get_task
from zellig.transform.catalogue import LIT, TRANSFORMATIONS
from zellig.transform.change import Change
from zellig.transform.composition import JOIN, apply, names_up_to
from zellig.transform.filters import shows
from zellig.transform.hypotheses import hypotheses
from zellig.transform.rules import Rule, Sides, holds, rules_of

CHUNK = 64  # items read, transformed and checked together
# What leaves the answer of a text alone, whatever the answer is, in tasks without rules of their own.
PRESERVING = ("cleft-subject", "cleft-object", "passive", "active")


@dataclass(frozen=True)
class Plan:
    """What is to be made of items."""

    task: str
    phenomena: tuple[str, ...] = tuple(TRANSFORMATIONS)
    compose: int = 1
    rules: str = "zellig"
    filtered: bool = True
    hypotheses: bool = False  # also those made from the premise alone

    @property
    def names(self) -> tuple[str, ...]:
        """Every step and composition that is tried, those of the rules among them."""
        wanted = set(self.phenomena)
        named = [name for rule in self.rule_set for name in (rule.premise, rule.hypothesis) if name]
        composed = [name for name in named if set(name.split(JOIN)) <= wanted]
        return tuple(dict.fromkeys([*names_up_to(self.phenomena, self.compose), *composed]))

    @property
    def rule_set(self) -> tuple[Rule, ...]:
        """The label rules that are sure enough."""
        return tuple(rule for rule in rules_of(self.rules) if rule.on) if self.task == "nli" else ()


@dataclass
class Made:
    """What came of some items."""

    pairs: list[Pair] = field(default_factory=list)
    items: int = 0
    items_covered: int = 0
    items_labelled: int = 0
    sentences: int = 0
    phenomena: Counter[str] = field(default_factory=Counter)  # sentences that each one was done to
    refusals: Counter[str] = field(default_factory=Counter)
    cpu_seconds: float = 0.0

    def add(self, other: Made) -> None:
        """Take over what came of other items, but for their pairs."""
        for name in ("items", "items_covered", "items_labelled", "sentences", "cpu_seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.phenomena += other.phenomena
        self.refusals += other.refusals

    def summary(self) -> dict[str, Any]:
        """The counts as they are printed."""
        return {
            "items": self.items,
            "items_covered": self.items_covered,
            "items_labelled": self.items_labelled,
            "sentences": self.sentences,
            "phenomena": {name: {"sentences": n} for name, n in sorted(self.phenomena.items())},
            "refusals": dict(sorted(self.refusals.items(), key=lambda entry: (-entry[1], entry[0]))),
            "cpu_seconds": round(self.cpu_seconds, 2),
        }


@dataclass
class Transformed:
    """A sentence, its clause, and what could be made of it."""

    clause: Clause | None = None
    changes: dict[str, tuple[Change, str]] = field(default_factory=dict)  # by name: the change and its text


def make_contrasts(items: Iterable[Item], plan: Plan, workers: int = 1) -> Iterator[Made]:
    """Pairs and counts, chunk by chunk in the order of the items."""
    _check(plan.phenomena)
    rules_of(plan.rules)
    source = iter(items)
    chunks = iter(lambda: list(islice(source, CHUNK)), [])
    yield from in_order(partial(_work, plan), chunks, workers)


def _check(names: Sequence[str]) -> None:
    for name in names:
        for step in name.split(JOIN):
            if step not in TRANSFORMATIONS:
                remedy = f"There are: {', '.join(TRANSFORMATIONS)}."
                raise ZelligError(f"{step!r} is not a transformation", remedy=remedy)


def write_contrasts(
    items: Iterable[Item],
    plan: Plan,
    out: Path,
    *,
    workers: int = 1,
    told: Callable[[int], None] = lambda n: None,
) -> Made:
    """Write the pairs to a file, whole or not at all, and give the counts; `told` hears of every chunk."""
    total = Made()

    def pairs() -> Iterator[Pair]:
        for made in make_contrasts(items, plan, workers):
            total.add(made)
            told(made.items)
            yield from made.pairs

    write_records(out, Pair, pairs(), plan.task)
    return total


def _work(plan: Plan, items: list[Item]) -> Made:
    start = time.process_time()
    task, made = get_task(plan.task), Made(items=len(items))
    texts = list(dict.fromkeys(item.fields.get(name, "") for item in items for name in task.editable))
    sentences = transform(texts, plan, made.refusals)
    made.sentences = len(texts)
    for sentence in sentences.values():
        made.phenomena.update(sentence.changes.keys())
    for item in items:
        sides = [sentences[item.fields.get(name, "")] for name in task.editable]
        made.items_covered += all(any(name in side.changes for name in LIT) for side in sides)
        pairs = list(_inference(item, plan, sides) if plan.task == "nli" else _preserved(item, task, sides))
        made.items_labelled += bool(pairs)
        made.pairs += pairs
    made.cpu_seconds = time.process_time() - start
    return made


def outcomes(sentence: str, names: Sequence[str]) -> list[dict[str, str]]:
    """What becomes of a sentence under each name: the text and its relation to it, or why there is none."""
    _check(names)
    (clause,) = read_clauses([sentence])
    rows = []
    for name in names:
        row = {"phenomenon": name}
        try:
            if isinstance(clause, RefusedError):
                raise clause
            change = apply(clause, name)
            row |= {"text": realise(change.clause), "relation": change.relation}
        except RefusedError as refused:
            row["refused"] = refused.reason
        rows.append(row)
    return rows


def transform(texts: Sequence[str], plan: Plan, refusals: Counter[str]) -> dict[str, Transformed]:
    """Every change of every text, after the filters; refusals are counted by their reason."""
    found = {text: Transformed() for text in texts}
    drafts: list[tuple[Transformed, str, Change, str]] = []
    for text, clause in zip(texts, read_clauses(texts), strict=True):
        if isinstance(clause, RefusedError):
            refusals[clause.reason] += 1
            continue
        found[text].clause = clause
        for name in plan.names:
            try:
                change = apply(clause, name)
            except RefusedError as refused:
                refusals[f"{name}: {refused.reason}"] += 1
                continue
            made = realise(change.clause)
            if made != text:
                drafts.append((found[text], name, change, made))
    good = (
        shows([draft[3] for draft in drafts], (draft[2].clause for draft in drafts))
        if plan.filtered
        else None
    )
    for sentence, name, change, made in drafts:
        if good is None or next(good):
            sentence.changes[name] = (change, made)
        else:
            refusals[f"{name}: filter"] += 1
    return found


def _inference(item: Item, plan: Plan, sides: Sequence[Transformed]) -> Iterator[Pair]:
    """The pairs that the label rules allow."""
    premise, hypothesis = sides
    if premise.clause is None or hypothesis.clause is None or len(item.accepted) != 1:
        return
    if plan.hypotheses:
        yield from _from_premise(item, premise.clause)
    for rule in plan.rule_set:
        steps = [
            (name, side, step)
            for name, side, step in (
                ("premise", premise, rule.premise),
                ("hypothesis", hypothesis, rule.hypothesis),
            )
            if step
        ]
        if item.accepted[0] not in rule.from_ or any(step not in side.changes for _, side, step in steps):
            continue
        changes = tuple(side.changes[step][0] for _, side, step in steps)
        if holds(rule, Sides(premise.clause, hypothesis.clause, changes)):
            fields = item.fields | {name: side.changes[step][1] for name, side, step in steps}
            relation, value = rule.promise()
            accepted = get_task(plan.task).promised(relation, item.accepted, value)
            lineage = tuple(f"{name}: {step}" for name, _, step in steps)
            yield _pair(item, rule.code, Item("", fields, accepted), relation, lineage)


def _from_premise(item: Item, premise: Clause) -> Iterator[Pair]:
    """Pairs whose hypothesis is made from the premise, and whose label needs no old one."""
    for made in hypotheses(premise):
        fields = item.fields | {"hypothesis": made.text}
        lineage = (f"hypothesis: {made.code}",)
        relation: Relation = "same" if item.accepted == (made.label,) else "becomes"
        yield _pair(item, f"h:{made.code}", Item("", fields, (made.label,)), relation, lineage)


def _preserved(item: Item, task: Task, sides: Sequence[Transformed]) -> Iterator[Pair]:
    """For other tasks: what does not touch the answer."""
    for name, side in zip(task.editable, sides, strict=True):
        for step in PRESERVING:
            if item.accepted and step in side.changes and side.changes[step][0].relation == "equivalent":
                modified = Item("", item.fields | {name: side.changes[step][1]}, item.accepted)
                yield _pair(item, step, modified, "same", (f"{name}: {step}",))


def _pair(item: Item, code: str, modified: Item, promise: Relation, lineage: tuple[str, ...]) -> Pair:
    name = f"{item.id}:{code}"
    changed = msgspec.structs.replace(modified, id=f"{name}-m")
    return Pair(name, item, changed, promise, phenomenon=code, author="zellig", lineage=lineage)
