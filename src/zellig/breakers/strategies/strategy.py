"""A strategy as a breaker: the row of the taxonomy says what it promises, its function makes the text."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from zellig.breakers.strategies.domains import NEUTRAL, get_domain
from zellig.breakers.strategies.kit import Kit
from zellig.breakers.strategies.nli import NLI_KIT
from zellig.breakers.strategies.promised import promised_item, promises_for
from zellig.breakers.strategies.qasrl import QASRL_KIT
from zellig.breakers.strategies.says_the_same import kit_for
from zellig.breakers.strategies.sentiment import SENTIMENT_KIT
from zellig.breakers.strategies.taxonomy import Promised, TaskName, taxonomy
from zellig.breakers.strategies.version import Version
from zellig.errors import ZelligError
from zellig.items import Item, Pair, Relation
from zellig.language.clause import RefusedError
from zellig.language.slips import SLIP
from zellig.performers import See, Spec, Victim
from zellig.tasks import Task, get_task
from zellig.transform.change import refuse_if
from zellig.transform.spans import found_again

KITS: dict[TaskName, Kit] = {"sentiment": SENTIMENT_KIT, "nli": NLI_KIT, "qasrl": QASRL_KIT}
ROWS_OF: dict[str, TaskName] = {name: name for name in KITS} | {"qasrl-f1": "qasrl"}  # by the task's name

# Strategies take their words from lists and put texts together by grammar; some write a hypothesis anew from
# the premise. So these checks are not asked of them. Of 321 held-out pairs, 7 failed *parse* or *similarity*;
# 4 were read, all of them sound.
VOUCHED_FOR = frozenset({"unturned", "sense", "parse", "similarity", "large-edit"})


class Strategy:
    """One strategy on the items of a task; `refusals` counts why it made nothing."""

    see: See = "nothing"

    def __init__(self, code: str, task: str = "sentiment", domain: str = NEUTRAL) -> None:
        known = codes_for(task, off=True)
        if code not in known:
            raise ZelligError(
                f"{code!r} is not a strategy for the task {task}",
                remedy=f"There are: {', '.join(known)}, or 'strategies'.",
            )
        self.row = taxonomy()[code]
        self.task = get_task(task)
        self.refusals: Counter[str] = Counter()
        rows = rows_for(self.task)
        self._promised = self.row.promise[rows] if rows else {}
        self.waives = frozenset(self.row.waives)
        if self.row.class_ != "robustness":
            self.waives |= VOUCHED_FOR
        self._kit = _kit_of(self.task)
        self._domain = get_domain(domain if self._kit.worded else NEUTRAL)
        self.spec = Spec(code, {"domain": domain} if self._kit.worded else {})
        self._field = self.task.editable[-1]  # of an inference, the hypothesis

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """The pairs of each item, mostly one; none where the conditions do not hold."""
        readings = self._kit.read(items, self._domain)
        return [self._pairs(*each) for each in zip(items, readings, seeds, strict=True)]

    def _pairs(self, item: Item, reading: Any | None, seed: int) -> list[Pair]:
        try:
            refuse_if(reading is None, "empty")
            if reading is not None and not self._kit.any_writing:
                refuse_if(any(each.has_slip for each in reading.readings), SLIP)
            promises = promises_for(item, self.task, self._promised)
            chance = random.Random(seed)  # noqa: S311  (reproducible choice, not a secret)
            made = self._kit.functions[self.spec.name](reading, chance)
            versions = [made] if isinstance(made, Version) else made
            different = [
                version
                for version in versions
                if version.premise or version.text != item.fields[version.field or self._field]
            ]
            refuse_if(not different, "unchanged")
            return [self._pair(item, version, promises, n) for n, version in enumerate(different)]
        except RefusedError as refused:
            self.refusals[refused.reason] += 1
            return []

    def _pair(self, item: Item, version: Version, promises: Sequence[Promised], number: int) -> Pair:
        promised = version.promise or promises[0]
        if promised not in promises:
            raise ValueError(f"{self.spec.name} made {promised!r}, which its row does not promise")
        name = f"{item.id}-{self.spec.name}" + (f"-{number + 1}" if number else "")
        premise = {"premise": version.premise} if version.premise else {}
        changed = Item(f"{name}-m", item.fields | premise | {version.field or self._field: version.text})
        relation, modified = self._answered(item, changed, version, promised)
        return Pair(
            id=name,
            original=item,
            modified=modified,
            promise=relation,
            phenomenon=self.spec.name,
            rationale=version.why,
            author=self.spec.name,
            lineage=(f"{self.spec.name}: {version.how}",),
        )

    def _answered(self, item: Item, changed: Item, version: Version, promised: str) -> tuple[Relation, Item]:
        """The changed item with its answers, and their relation to those of the original."""
        if not self.task.labels:
            # What the version says about its answers goes before what is found again.
            asked = msgspec.structs.replace(item, accepted=()) if version.answers else item
            found = found_again(asked, changed)
            answers = version.answers or found.accepted
            modified = msgspec.structs.replace(found, accepted=answers)
            return self.task.promise_between(item, modified), modified
        return promised_item(item, changed, promised, self.task)


def rows_for(task: Task) -> TaskName | None:
    """Which promises of the taxonomy are those for a task: its own, or those for any text with a label."""
    general: TaskName | None = "text" if task.labels and task.about_meaning else None
    return ROWS_OF.get(task.name, general)


def codes_for(task: str, *, off: bool = False) -> list[str]:
    """The strategies that promise something for a task, in the order of the taxonomy.

    Those that are switched off are left out unless asked for.
    """
    name = rows_for(get_task(task))
    return [row.code for row in taxonomy().values() if name in row.promise and (off or not row.off)]


def codes_to_teach(task: str) -> list[str]:
    """The strategies for training; of inference, those whose hypotheses do not give their labels away."""
    if rows_for(get_task(task)) != "nli":
        return codes_for(task)
    return [code for code in codes_for(task, off=True) if taxonomy()[code].one_of]


def strategies(task: str = "sentiment", domain: str = NEUTRAL) -> list[Strategy]:
    """All of a task that are on, in the order of the taxonomy."""
    return [Strategy(code, task, domain) for code in codes_for(task)]


def is_worded(task: Task) -> bool:
    """Does it depend on what texts are about how they are read and changed in a task?"""
    return _kit_of(task).worded


def _kit_of(task: Task) -> Kit:
    rows = rows_for(task)
    return KITS[rows] if rows in KITS else kit_for(task)
