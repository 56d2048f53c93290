"""What a label rule makes of a system's own answer, right or wrong."""

from __future__ import annotations

from zellig.items import UNPARSED, Pair
from zellig.tasks import Task
from zellig.transform.label_rules import LabelRule, made_by, rules_of

HYPOTHESIS = "h:"  # begins the phenomenon of a hypothesis made from the premise alone


def from_premise(pair: Pair) -> bool:
    """Was the hypothesis made from the premise alone? Then the old label says nothing about the new one."""
    return pair.phenomenon.startswith(HYPOTHESIS)


def expected_answers(pair: Pair, answer: str, task: Task) -> tuple[str, ...]:
    """Which answers to the modified item fit this answer to the original; none if nothing follows from it.

    If a rule made the pair, as its lineage tells, that rule is applied to the answer. Its rows for other
    labels may ask for more than was looked at when the pair was made: a row counts only if all its conditions
    are known to hold. A hypothesis made from the premise alone has one label, whatever was said of another
    hypothesis. A pair of another origin has only its promise: `same` and `flip` speak about any answer,
    `becomes` and `not` about the right one.
    """
    if answer == UNPARSED:
        return ()
    if from_premise(pair):
        return pair.modified.accepted
    rules = rules_of(name, task.name) if (name := made_by(pair)) else ()
    rows = [rule for rule in rules if rule.code == pair.phenomenon]
    its = next((row for row in rows if _made(row, pair)), None)
    if its is None:
        return _promised(pair, answer, task)
    for row in rows:
        if row.speaks_of(answer) and set(row.when) <= set(its.when):
            relation, value = row.promise()
            return task.promised(relation, (answer,), value)
    return ()


def _made(rule: LabelRule, pair: Pair) -> bool:
    """Is this the row of the rules that gave the pair its promise?"""
    return rule.speaks_of(*pair.original.accepted) and rule.promise()[0] == pair.promise


def _promised(pair: Pair, answer: str, task: Task) -> tuple[str, ...]:
    if pair.promise == "same":
        return (answer,)
    if pair.promise == "flip":
        return (task.flips[answer],) if answer in task.flips else ()
    return pair.modified.accepted if task.rule(answer, pair.original).right else ()
