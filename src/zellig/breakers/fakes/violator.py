"""A breaker that violates a constraint of the grammar; one file says for each constraint how.

A constraint is a function from a parsed sentence to all the violations that can be made of it with a word or
two. It yields nothing where it is not sure that the outcome is ungrammatical.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from zellig.breakers.fakes.fake import FIELD, chance, fakes
from zellig.breakers.promises import refuse_other_tasks
from zellig.items import Item, Pair
from zellig.language.parse import parse
from zellig.language.tokens import Sentence, sentence_of
from zellig.performers import See, Spec, Victim
from zellig.tasks import Task
from zellig.tasks.is_fake import IS_FAKE

Violations = Callable[[Sentence], Iterator[str]]


class Violator:
    """Violates one of its constraints, which are named by their phenomena."""

    see: See = "nothing"

    def __init__(self, name: str, task: Task, constraints: Mapping[str, Violations]) -> None:
        refuse_other_tasks(name, task, IS_FAKE)
        self.spec = Spec(name)
        self._constraints = constraints

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair, or none where no constraint can be violated."""
        docs = parse(item.fields[FIELD] for item in items)
        return [
            self._pairs(item, sentence_of(doc), seed)
            for item, doc, seed in zip(items, docs, seeds, strict=True)
        ]

    def _pairs(self, item: Item, sentence: Sentence, seed: int) -> list[Pair]:
        found = {name: list(violations(sentence)) for name, violations in self._constraints.items()}
        able = [name for name, texts in found.items() if texts]
        if not able:
            return []
        luck = chance(seed)
        name = luck.choice(able)
        return fakes(self.spec.name, item, luck.choice(found[name]), name)
