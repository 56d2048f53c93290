"""Questions to a system: batched, cached on disk, counted and limited.

Every question is about an original item, and the budget is that of one original: it counts logical queries,
whether the answer came from the cache or not. So neither the cache nor the company of other items changes a
result. How often the system itself was asked is reported apart.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self, TypeVar, cast

import msgspec

from zellig import __version__
from zellig.errors import ZelligError
from zellig.items import UNPARSED, Item, Prediction
from zellig.performers import (
    Capability,
    Evidence,
    Explainer,
    MixedUpError,
    SpentError,
    System,
    ask,
    capabilities,
    evidence,
    without_answers,
)
from zellig.store.cache import Cache
from zellig.store.versions import resource_versions
from zellig.tasks import Task

BATCH = 256

Progress = Callable[[str, int, int], None]  # what, how many done, how many in all

T = TypeVar("T")
Answer = TypeVar("Answer", bound=Prediction | Evidence)


def question_hash(item: Item) -> str:
    """Hash of all that a system is told of an item but its id: a tree in the metadata can matter."""
    seen = without_answers(item)
    return hashlib.sha256(msgspec.json.encode([seen.fields, seen.metadata], order="sorted")).hexdigest()[:32]


def answers_of(
    system: System, items: Sequence[Item], task: Task, progress: Progress = lambda what, done, total: None
) -> list[str]:
    """The system's answers in the task's spelling; `unparsed` stays as it is, and counts as wrong."""
    what = f"{system.spec.name} answers"
    return [task.given(each.answer) for each in ask_all(Oracle(system, ""), items, task, progress, what)]


def ask_all(
    oracle: Oracle, items: Sequence[Item], task: Task, progress: Progress, what: str
) -> list[Prediction]:
    """A prediction for each item, in order; an answer that the task does not have is refused."""
    predictions: list[Prediction] = []
    for part in _parts(items):
        for prediction in oracle.ask(part, [item.id for item in part]):
            _refuse_odd(prediction, oracle.system.spec.name, task)
            predictions.append(prediction)
        progress(what, len(predictions), len(items))
    return predictions


def _refuse_odd(prediction: Prediction, system: str, task: Task) -> None:
    """Refuse an answer that the task does not have, and a probability that is none."""
    try:
        task.given(prediction.answer)
    except ZelligError as error:
        what = f"the system {system!r} answered item {prediction.id!r}: {error.what}"
        raise ZelligError(what, remedy=f"{error.remedy} Use a system and items of one task.") from None
    if not all(map(math.isfinite, (prediction.probabilities or {}).values())):
        raise ZelligError(
            f"the system {system!r} gave item {prediction.id!r} a probability that is not a finite number",
            remedy="Give probabilities from 0 to 1, or none.",
        )


class BudgetSpentError(Exception):
    """Raised before a question that the budget does not allow; nothing of that batch was asked."""


@dataclass
class Oracle:
    """One system, asked through a cache and within a budget for each original."""

    system: System
    fingerprint: str
    cache: Cache | None = None
    budget: int | None = None
    only: frozenset[str] | None = None  # hashes of the questions that may be asked; None: all
    proof: Item | None = None  # one that the system has answered: asked again where it fails on others
    victim_calls: int = 0  # items the system itself was asked about
    spent: Counter[str] = field(default_factory=Counter)  # logical questions about each original
    failures: dict[str, str] = field(default_factory=dict)  # items that the system failed on, and why

    @property
    def queries(self) -> int:
        """Logical questions in all."""
        return self.spent.total()

    @property
    def earlier_answers(self) -> int:
        """Answers that came from earlier runs."""
        return self.cache.earlier if self.cache else 0

    @property
    def capabilities(self) -> frozenset[Capability]:
        """What the system can do beyond answering."""
        return capabilities(self.system)

    def left(self, about: str) -> int | None:
        """Questions left in the budget of an original; None if there is none."""
        return None if self.budget is None else self.budget - self.spent[about]

    def ask(self, items: Sequence[Item], about: Sequence[str]) -> list[Prediction]:
        """A prediction for each item, in order; `about` names the original each of them is asked about."""
        self._spend(items, about)
        return self._answers(items, "", Prediction, self._predictions)

    def explain(self, items: Sequence[Item], about: Sequence[str]) -> list[Evidence]:
        """The system's own evidence for each item; it counts as a question."""
        self._spend(items, about)
        explainer = cast(Explainer, self.system)
        return self._answers(items, "why ", Evidence, lambda part: evidence(explainer, part))

    @cached_property
    def _known_as(self) -> str:
        """The system in the cache: what Zellig itself and its resources add to an answer may change, too."""
        made_of = [self.fingerprint, __version__, resource_versions()]
        return hashlib.sha256(msgspec.json.encode(made_of, order="sorted")).hexdigest()[:32]

    def _spend(self, items: Sequence[Item], about: Sequence[str]) -> None:
        """Count questions; if any original's budget does not allow its share of them, nothing is asked."""
        if len(items) != len(about):
            raise ValueError(f"{len(items)} questions about {len(about)} originals")
        more = Counter(about)
        for name, count in more.items():
            left = self.left(name)
            if left is not None and count > left:
                raise BudgetSpentError(f"{left} of {self.budget} questions are left, and {count} were asked")
        self.spent.update(more)

    def _answers(
        self,
        items: Sequence[Item],
        asked: str,
        kind: type[Answer],
        answer: Callable[[Sequence[Item]], list[Answer]],
    ) -> list[Answer]:
        keys = [question_hash(item) for item in items]
        if self.only is not None and not self.only.issuperset(keys):
            raise ZelligError(
                "this breaker may see the answers to the originals only, and asked about another one",
                remedy="Let it see queries, or take a breaker that needs to see less.",
            )
        keys = [asked + key for key in keys]
        known = self.cache.find(self._known_as, keys, kind) if self.cache else {}
        missing = {key: item for key, item in zip(keys, items, strict=True) if key not in known}
        for part in _parts(list(missing)):
            self.victim_calls += len(part)
            fresh = dict(zip(part, answer([missing[key] for key in part]), strict=True))
            if self.cache:
                sure = {key: each for key, each in fresh.items() if missing[key].id not in self.failures}
                self.cache.add(self._known_as, sure)
            known |= fresh
        return [
            msgspec.structs.replace(known[key], id=item.id) for key, item in zip(keys, items, strict=True)
        ]

    def _predictions(self, items: Sequence[Item]) -> list[Prediction]:
        """The system's predictions; an item that it fails on does not cost the others their answers.

        They are asked one by one, and a failure counts as an answer that cannot be understood. But a system
        that fails on all of them, and on an item that it had answered before (if there is one), is out of
        order: that is told, and nothing of it is taken for an answer.
        """
        try:
            found = ask(self.system, items)
            self.proof = items[0]
            return found
        except (MixedUpError, SpentError):
            raise
        except ZelligError as error:
            first = error
        # One that was asked alone has had its chance.
        alone = [self._asked_alone(item) for item in items] if len(items) > 1 else [first]
        if all(isinstance(each, ZelligError) for each in alone):
            self._prove(first)
        found = []
        for item, each in zip(items, alone, strict=True):
            if isinstance(each, ZelligError):
                self.failures[item.id] = each.what
            found.append(Prediction(item.id, UNPARSED) if isinstance(each, ZelligError) else each)
        return found

    def _asked_alone(self, item: Item) -> Prediction | ZelligError:
        try:
            (found,) = ask(self.system, [item])
        except (MixedUpError, SpentError):
            raise
        except ZelligError as error:
            return error
        self.proof = item
        return found

    def _prove(self, failed: ZelligError) -> None:
        """Refuse to go on with a system that no longer answers what it has answered: it says why itself."""
        if self.proof is None:
            raise failed
        self.victim_calls += 1
        ask(self.system, [self.proof])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.cache:
            self.cache.close()


def _parts(values: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(values), BATCH):
        yield values[start : start + BATCH]
