"""Contrast sets: items in, pairs out, with a count of everything that was refused and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from typing import NamedTuple, TypeVar

import msgspec

from zellig.engine import IN_PROCESS, Engine
from zellig.errors import ZelligError
from zellig.items import Item, Pair, Relation
from zellig.language.clause import Clause, RefusedError
from zellig.language.slips import SLIP
from zellig.tasks import Task, get_task
from zellig.transform.catalogue import LIT
from zellig.transform.counts import Counts, Survey
from zellig.transform.erg import close_erg
from zellig.transform.expectation import HYPOTHESIS
from zellig.transform.hypotheses import hypotheses
from zellig.transform.label_rules import EXCHANGED, FOUND, MADE_BY, LabelRule, Sides, holds
from zellig.transform.plan import ContrastPlan
from zellig.transform.ranker import load_ranker
from zellig.transform.sentences import Key, Transformed, draft, drop_faulty
from zellig.transform.spans import found_again

T = TypeVar("T")

CHUNK = 64  # items read, transformed and checked together

# Checks that the grammar goes against by design: a cleft moves much, and the pairs of an item are alike.
WAIVED = frozenset({"large-edit", "sizeable-edit", "reordered", "near-variant"})


class Contrasts(msgspec.Struct, frozen=True):
    """The pairs of some items, and how many there are of what."""

    pairs: list[Pair]
    counts: Counts


class Allowed(NamedTuple):
    """A pair that the label rules allow, if what it is made of passes the filters."""

    pair: Pair
    made_of: tuple[Key, ...]


def make_contrasts(
    items: Iterable[Item], plan: ContrastPlan, engine: Engine = IN_PROCESS
) -> Iterator[Contrasts]:
    """Pairs and counts, chunk by chunk in the order of the items."""
    return in_chunks(items, plan, engine, contrasts_of)


def in_chunks(
    items: Iterable[Item], plan: ContrastPlan, engine: Engine, work: Callable[[ContrastPlan, list[Item]], T]
) -> Iterator[T]:
    """What a function of a module makes of the items, chunk by chunk in their order."""
    plan.check()
    source = checked(items, get_task(plan.task))
    chunks = iter(lambda: list(islice(source, CHUNK)), [])
    try:
        with closing(engine.in_order(partial(work, plan), chunks)) as made:
            yield from made
    finally:
        close_erg()


def checked(items: Iterable[Item], task: Task) -> Iterator[Item]:
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


def contrasts_of(plan: ContrastPlan, items: list[Item]) -> Contrasts:
    """Draft every sentence, see which pairs the label rules allow, and put to the filters what these need.

    To parse a draft again costs more than all the rest, so it comes last.
    """
    task, refusals = get_task(plan.task), Counter[str]()
    texts = list(dict.fromkeys(item.fields[name] for item in items for name in task.editable))
    ranker = load_ranker(plan.ranker if plan.filtered else "cheap")
    sentences = draft(texts, plan.names, ranker, erg=plan.erg, read_only=not plan.survey)
    sides = [[sentences[item.fields[name]] for name in task.editable] for item in items]
    allowed = [list(_allowed(item, plan, its, refusals)) for item, its in zip(items, sides, strict=True)]
    if plan.filtered:
        needed = {key for some in allowed for each in some for key in each.made_of}
        only = None if plan.survey else needed
        drop_faulty(sentences, ranker, subject=plan.erg is None, only=only)
    pairs = [[each.pair for each in some if _passed(each, sentences)] for some in allowed]
    for sentence in sentences.values():
        refusals.update(sentence.refusals())
    made = [pair for some in pairs for pair in some]
    counts = Counts(
        items=len(items),
        items_labelled=sum(map(bool, pairs)),
        sentences=len(texts),
        pairs=len(made),
        phenomena=Counter(pair.phenomenon for pair in made),
        refusals=refusals,
        survey=_surveyed(sentences, sides) if plan.survey else None,
    )
    return Contrasts(made, counts)


def _passed(allowed: Allowed, sentences: Mapping[str, Transformed]) -> bool:
    return all(name in sentences[text].changes for text, name in allowed.made_of)


def _surveyed(sentences: Mapping[str, Transformed], sides: Sequence[Sequence[Transformed]]) -> Survey:
    covered = sum(all(any(name in side.changes for name in LIT) for side in its) for its in sides)
    return Survey(covered, Counter(name for sentence in sentences.values() for name in sentence.changes))


def _allowed(
    item: Item, plan: ContrastPlan, sides: Sequence[Transformed], refusals: Counter[str]
) -> Iterator[Allowed]:
    """The pairs that the label rules allow, and those whose hypothesis is made from the premise alone."""
    task = get_task(plan.task)
    if len(item.accepted) != 1:
        refusals["several answers" if item.accepted else "no answer"] += 1
    if not item.accepted or (task.labels and len(item.accepted) > 1):
        return  # nobody knows which answer becomes of which
    if any(side.refused.get("") == SLIP for side in sides):
        return  # also where it would stay as it is
    if plan.hypotheses:
        yield from _from_premise(item, *(side.clause for side in sides))
    for rule in plan.rule_set:
        if rule.speaks_of(*item.accepted):
            try:
                yield from _ruled(item, plan, rule, _sides(item, rule, task, sides))
            except RefusedError as refused:
                refusals[f"{rule.code}: {refused.reason}"] += 1


def _sides(item: Item, rule: LabelRule, task: Task, sides: Sequence[Transformed]) -> dict[str, Transformed]:
    """Every sentence that a rule looks at, by the field that gets what is made of it."""
    by_field = dict(zip(task.editable, sides, strict=True))
    if rule.field:
        return {rule.field: by_field[rule.field]}
    if rule.exchanged:
        return dict(zip(task.editable, reversed(sides), strict=True))
    if not rule.real:
        return by_field
    (fake,) = item.accepted
    (real,) = (side for name, side in by_field.items() if name != fake)
    return {fake: real}


def _ruled(
    item: Item, plan: ContrastPlan, rule: LabelRule, sides: Mapping[str, Transformed]
) -> Iterator[Allowed]:
    """The pair that a rule makes of an item, if its steps can be done and its conditions hold."""
    steps = {name: step for name in sides if (step := rule.step(name))}
    looked_at = [side for name, side in sides.items() if name in steps or rule.compares]
    clauses = tuple(side.clause for side in looked_at if side.clause is not None)
    if len(clauses) < len(looked_at) or any(step not in sides[name].changes for name, step in steps.items()):
        return
    if rule.compares and any(clause.unread for clause in clauses):
        return
    drafts = {name: sides[name].changes[step] for name, step in steps.items()}
    texts = {name: side.text for name, side in sides.items()} if rule.exchanged else item.fields
    if not holds(rule, Sides(clauses, tuple(draft.meaning for draft in drafts.values()))):
        return
    task, (relation, value) = get_task(plan.task), rule.promise()
    fields = item.fields | texts | {name: draft.text for name, draft in drafts.items()}
    modified = Item("", fields, task.promised(relation, item.accepted, value))
    if rule.to == FOUND:
        modified = found_again(item, modified)
        relation = task.promise_between(item, modified)  # a capital may have come or gone
    exchange = (EXCHANGED,) if rule.exchanged else ()
    done = (f"{name}: {step}" for name, step in steps.items())
    lineage = (*exchange, *done, f"{MADE_BY}{plan.label_rules}")
    if fields != item.fields:
        pair = _pair(item, rule.code, modified, relation, lineage, rule.rationale)
        yield Allowed(pair, tuple((sides[name].text, step) for name, step in steps.items()))


def _from_premise(item: Item, premise: Clause | None, hypothesis: Clause | None) -> Iterator[Allowed]:
    """Pairs whose hypothesis is made from the premise, and whose label needs no old one."""
    if premise is None or hypothesis is None or premise.unread or hypothesis.unread:
        return
    for made in hypotheses(premise):
        fields = item.fields | {"hypothesis": made.text}
        lineage = (f"hypothesis: {made.code}",)
        relation: Relation = "same" if item.accepted == (made.label,) else "becomes"
        modified = Item("", fields, (made.label,))
        yield Allowed(_pair(item, f"{HYPOTHESIS}{made.code}", modified, relation, lineage), ())


def _pair(
    item: Item, code: str, modified: Item, promise: Relation, lineage: tuple[str, ...], rationale: str = ""
) -> Pair:
    name = f"{item.id}:{code}"
    changed = msgspec.structs.replace(modified, id=f"{name}-m")
    return Pair(name, item, changed, promise, code, rationale, author="zellig", lineage=lineage)
