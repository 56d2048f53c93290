"""Contrast sets: items in, pairs out, with a count of everything that was refused and why."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from zellig.language.erg.select import Scores
from zellig.language.reading import read_clauses
from zellig.language.realise import realise
from zellig.tasks import Task, get_task
from zellig.transform.catalogue import LIT, TRANSFORMATIONS, rank
from zellig.transform.change import Draft, Refusal
from zellig.transform.composition import JOIN, apply, names_up_to
from zellig.transform.erg import STEPS, Erg, close_erg, open_erg, through_meaning
from zellig.transform.expectation import HYPOTHESIS
from zellig.transform.filters import shows
from zellig.transform.hypotheses import hypotheses
from zellig.transform.ranker import Output, Ranker, load_ranker
from zellig.transform.rules import FOUND, MADE_BY, Rule, Sides, holds, rules_of
from zellig.transform.spans import found_again

CHUNK = 64  # items read, transformed and checked together


@dataclass(frozen=True)
class Plan:
    """What is to be made of items."""

    task: str
    phenomena: tuple[str, ...] = tuple(TRANSFORMATIONS)
    compose: int = 1
    rules: str = "zellig"
    filtered: bool = True
    hypotheses: bool = False  # also those made from the premise alone
    erg: Erg | None = None  # None: our own grammar of the clause
    ranker: str = "cheap"  # one of the filters: off without them

    @property
    def names(self) -> tuple[str, ...]:
        """Every step and composition that is tried, those of the rules among them."""
        steps = [name for name in self.phenomena if JOIN not in name]
        named = [name for rule in self.rule_set for name in rule.steps]
        composed = [name for name in named if set(name.split(JOIN)) <= set(steps)]
        return tuple(dict.fromkeys([*names_up_to(steps, self.compose), *self.phenomena, *composed]))

    @property
    def rule_set(self) -> tuple[Rule, ...]:
        """The label rules that are sure enough."""
        return tuple(rule for rule in rules_of(self.rules, self.task) if rule.on)


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
    """A sentence, its clause, what could be made of it by name, and why the rest could not."""

    clause: Clause | None = None
    changes: dict[str, Draft] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)  # by name; "" is all of them

    def refusals(self) -> Iterator[str]:
        """The reasons as they are counted."""
        return (f"{name}: {reason}" if name else reason for name, reason in self.refused.items())


def make_contrasts(items: Iterable[Item], plan: Plan, workers: int = 1) -> Iterator[Made]:
    """Pairs and counts, chunk by chunk in the order of the items."""
    _check(plan.phenomena, plan.erg)
    rules_of(plan.rules, plan.task)
    if plan.hypotheses and plan.task != "nli":
        raise ZelligError(f"the task {plan.task} has no hypotheses", remedy="Leave --hypotheses out.")
    if plan.filtered:
        load_ranker(plan.ranker)
    source = _checked(items, get_task(plan.task))
    chunks = iter(lambda: list(islice(source, CHUNK)), [])
    try:
        yield from in_order(partial(_work, plan), chunks, workers)
    finally:
        close_erg()


def phenomena_of(erg: Erg | None) -> tuple[str, ...]:
    """The single steps that a grammar has."""
    return tuple(TRANSFORMATIONS if erg is None else STEPS)


def _check(names: Sequence[str], erg: Erg | None) -> None:
    """Refuse wrong names, and a grammar that is not there, before any work is done."""
    there = phenomena_of(erg)
    for name in names:
        for step in name.split(JOIN):
            if step not in there:
                whose = "a transformation" if erg is None else "a transformation of the ERG backend"
                raise ZelligError(f"{step!r} is not {whose}", remedy=f"There are: {', '.join(there)}.")
        kinds = [rank(step) for step in name.split(JOIN)]
        if erg is None and len(set(kinds)) < len(kinds):
            raise ZelligError(f"{name!r} has two steps of one kind", remedy="Keep one of them.")
    if erg is not None:
        open_erg(erg)


def _checked(items: Iterable[Item], task: Task) -> Iterator[Item]:
    """The items, whose fields must be there and whose answers must be the task's; a text may be empty."""
    for item in items:
        for name in task.fields:
            if name not in item.fields:
                raise ZelligError(
                    f"the item {item.id!r} has no field {name!r}", remedy="Add it, or leave it out."
                )
        for answer in item.accepted:
            task.answer(answer)
        yield item


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
    sentences = transform(texts, plan.names, filtered=plan.filtered, erg=plan.erg, ranker=plan.ranker)
    made.sentences = len(texts)
    for sentence in sentences.values():
        made.phenomena.update(sentence.changes.keys())
        made.refusals.update(sentence.refusals())
    for item in items:
        if len(item.accepted) != 1:
            made.refusals["several answers" if item.accepted else "no answer"] += 1
        sides = [sentences[item.fields.get(name, "")] for name in task.editable]
        made.items_covered += all(any(name in side.changes for name in LIT) for side in sides)
        pairs = list(_labelled(item, plan, sides, made.refusals))
        made.items_labelled += bool(pairs)
        made.pairs += pairs
    made.cpu_seconds = time.process_time() - start
    return made


def outcomes(sentence: str, names: Sequence[str], erg: Erg | None = None) -> list[dict[str, str]]:
    """What becomes of a sentence under each name: the text and its relation to it, or why there is none."""
    _check(names, erg)
    try:
        (found,) = transform([sentence], names, filtered=False, erg=erg).values()
    finally:
        close_erg()
    rows = []
    for name in names:
        row = {"phenomenon": name}
        if name in found.changes:
            row |= {"text": found.changes[name].text, "relation": found.changes[name].relation}
        else:
            row["refused"] = found.refused.get(name) or found.refused[""]
        rows.append(row)
    return rows


def transform(
    texts: Sequence[str],
    names: Sequence[str],
    *,
    filtered: bool = True,
    erg: Erg | None = None,
    ranker: str = "cheap",
) -> dict[str, Transformed]:
    """What becomes of every text under each name, after the filters."""
    found = {text: Transformed() for text in texts}
    ranked = load_ranker(ranker if filtered else "cheap")
    made: list[tuple[str, str, Draft]] = []
    for text, read in zip(texts, read_clauses(texts), strict=True):
        sentence = found[text]
        if isinstance(read, Clause):
            sentence.clause = read
        elif erg is None:
            sentence.refused[""] = read.reason
            continue
        for name, draft in _drafts(text, sentence.clause, names, erg, ranked.scores(text)):
            if isinstance(draft, Refusal):
                sentence.refused[name] = draft.reason
            elif draft.text == text:
                sentence.refused[name] = "unchanged"
            else:
                made.append((text, name, draft))
    faults = _faults(made, ranked, subject=erg is None) if filtered else [""] * len(made)
    for (text, name, draft), fault in zip(made, faults, strict=True):
        if fault:
            found[text].refused[name] = fault
        else:
            found[text].changes[name] = draft
    return found


def _drafts(
    text: str, clause: Clause | None, names: Sequence[str], erg: Erg | None, scores: Scores
) -> Iterator[tuple[str, Draft | Refusal]]:
    """What the grammar makes of a text: a text or a refusal for each name; scores rank alternatives."""
    if erg is not None:
        yield from through_meaning(text, clause, names, erg, scores)
    elif clause is not None:
        for name in names:
            try:
                change = apply(clause, name)
                yield name, Draft(realise(change.clause), change.relation, change.clause)
            except RefusedError as refused:
                yield name, Refusal(refused.reason)


def _faults(made: Sequence[tuple[str, str, Draft]], ranker: Ranker, *, subject: bool) -> list[str]:
    """For each draft which filter it does not pass, or nothing."""
    good = list(_good([draft for _, _, draft in made], subject=subject))
    kept = [Output(text, name, draft.text) for (text, name, draft), ok in zip(made, good, strict=True) if ok]
    odd = iter(ranker.odd(kept))
    return [("ranker" if next(odd) else "") if ok else "filter" for ok in good]


def _good(drafts: Sequence[Draft], *, subject: bool) -> Iterator[bool]:
    """For each draft, whether it shows what it should; one that nobody can tell of does not."""
    known = [(draft.text, draft.clause) for draft in drafts if draft.clause is not None]
    shown = shows([text for text, _ in known], (clause for _, clause in known), subject=subject)
    yield from (draft.clause is not None and next(shown) for draft in drafts)


def _labelled(item: Item, plan: Plan, sides: Sequence[Transformed], refusals: Counter[str]) -> Iterator[Pair]:
    """The pairs that the label rules allow, and those whose hypothesis is made from the premise alone."""
    task = get_task(plan.task)
    if not item.accepted or (task.labels and len(item.accepted) > 1):
        return  # nobody knows which answer becomes of which
    if plan.hypotheses:
        yield from _from_premise(item, *(side.clause for side in sides))
    for rule in plan.rule_set:
        if rule.speaks_of(*item.accepted):
            try:
                yield from _ruled(item, plan, rule, _sides(item, rule, task, sides))
            except RefusedError as refused:
                refusals[f"{rule.code}: {refused.reason}"] += 1


def _sides(item: Item, rule: Rule, task: Task, sides: Sequence[Transformed]) -> dict[str, Transformed]:
    """Every sentence that a rule looks at, by the field that gets what is made of it."""
    by_field = dict(zip(task.editable, sides, strict=True))
    if not rule.real:
        return by_field
    (fake,) = item.accepted
    (real,) = (side for name, side in by_field.items() if name != fake)
    return {fake: real}


def _ruled(item: Item, plan: Plan, rule: Rule, sides: Mapping[str, Transformed]) -> Iterator[Pair]:
    """The pair that a rule makes of an item, if its steps can be done and its conditions hold."""
    clauses = tuple(side.clause for side in sides.values() if side.clause is not None)
    steps = {name: step for name in sides if (step := rule.step(name))}
    if len(clauses) < len(sides) or any(step not in sides[name].changes for name, step in steps.items()):
        return
    drafts = {name: sides[name].changes[step] for name, step in steps.items()}
    if not holds(rule, Sides(clauses, tuple(draft.relation for draft in drafts.values()))):
        return
    task, (relation, value) = get_task(plan.task), rule.promise()
    fields = item.fields | {name: draft.text for name, draft in drafts.items()}
    modified = Item("", fields, task.promised(relation, item.accepted, value))
    if rule.to == FOUND:
        modified = found_again(item, modified)
        relation = task.promise_between(item, modified)  # a capital may have come or gone
    lineage = (*(f"{name}: {step}" for name, step in steps.items()), f"{MADE_BY}{plan.rules}")
    if fields != item.fields:
        yield _pair(item, rule.code, modified, relation, lineage, rule.rationale)


def _from_premise(item: Item, premise: Clause | None, hypothesis: Clause | None) -> Iterator[Pair]:
    """Pairs whose hypothesis is made from the premise, and whose label needs no old one."""
    if premise is None or hypothesis is None:
        return
    for made in hypotheses(premise):
        fields = item.fields | {"hypothesis": made.text}
        lineage = (f"hypothesis: {made.code}",)
        relation: Relation = "same" if item.accepted == (made.label,) else "becomes"
        yield _pair(item, f"{HYPOTHESIS}{made.code}", Item("", fields, (made.label,)), relation, lineage)


def _pair(
    item: Item, code: str, modified: Item, promise: Relation, lineage: tuple[str, ...], rationale: str = ""
) -> Pair:
    name = f"{item.id}:{code}"
    changed = msgspec.structs.replace(modified, id=f"{name}-m")
    return Pair(name, item, changed, promise, code, rationale, author="zellig", lineage=lineage)
