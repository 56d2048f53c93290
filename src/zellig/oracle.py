"""Questions to a system: batched, cached on disk, counted and limited.

A budget counts logical queries, whether the answer came from the cache or not, so a cache never changes a
result. How often the system itself was asked is reported apart.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TypeVar

import msgspec

from zellig.errors import ZelligError
from zellig.items import Item, Prediction
from zellig.performers import System, ask, without_answers
from zellig.tasks import Task

BATCH = 256

T = TypeVar("T")


def question_hash(item: Item) -> str:
    """Hash of all that a system is told of an item but its id: a tree in the metadata can matter."""
    seen = without_answers(item)
    return hashlib.sha256(msgspec.json.encode([seen.fields, seen.metadata], order="sorted")).hexdigest()[:32]


def answers_of(
    system: System,
    items: Sequence[Item],
    task: Task,
    progress: Callable[[str, int, int], None] = lambda what, done, total: None,
) -> list[str]:
    """The system's answers in the task's spelling; an answer that the task does not have is refused.

    `unparsed` stays as it is: a system said something, and it counts as wrong.
    """
    found: list[str] = []
    for part in _parts(items):
        for prediction in ask(system, part):
            try:
                found.append(task.given(prediction.answer))
            except ZelligError as error:
                what = f"the system {system.spec.name!r} answered item {prediction.id!r}: {error.what}"
                raise ZelligError(what, remedy="Use a system and a corpus of one task.") from None
        progress(f"{system.spec.name} answers", len(found), len(items))
    return found


class BudgetSpentError(Exception):
    """Raised before a question that the budget does not allow; nothing of that batch was asked."""


class Cache:
    """Answers by (fingerprint of the system, content of the item), in one SQLite file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(path)
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.execute("PRAGMA synchronous=NORMAL")
            self._base.execute(
                "CREATE TABLE IF NOT EXISTS answers (system TEXT, item TEXT, prediction BLOB, "
                "PRIMARY KEY (system, item)) WITHOUT ROWID"
            )
        except (OSError, sqlite3.Error) as error:
            raise ZelligError(
                f"the cache cannot be used ({error})", path=path, remedy="Delete it, or choose another place."
            ) from None

    def find(self, system: str, items: Sequence[str]) -> dict[str, Prediction]:
        """The predictions that are known, by content of the item."""
        found: dict[str, Prediction] = {}
        for part in _parts(items):
            marks = ",".join("?" * len(part))
            query = f"SELECT item, prediction FROM answers WHERE system = ? AND item IN ({marks})"  # noqa: S608
            for item, raw in self._base.execute(query, (system, *part)):
                found[item] = msgspec.json.decode(raw, type=Prediction)
        return found

    def add(self, system: str, predictions: dict[str, Prediction]) -> None:
        """Remember predictions by content of the item."""
        rows = [(system, item, msgspec.json.encode(each)) for item, each in predictions.items()]
        with self._base:
            self._base.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", rows)

    def close(self) -> None:
        self._base.close()


@dataclass
class Oracle:
    """One system, asked through a cache and within a budget."""

    system: System
    fingerprint: str
    cache: Cache | None = None
    budget: int | None = None
    queries: int = 0  # logical questions
    victim_calls: int = 0  # items the system itself was asked about

    def ask(self, items: Sequence[Item]) -> list[Prediction]:
        """A prediction for each item, in order; a batch beyond the budget is not asked at all."""
        if self.budget is not None and self.queries + len(items) > self.budget:
            raise BudgetSpentError(f"{self.queries} of {self.budget} questions are spent")
        self.queries += len(items)
        keys = [question_hash(item) for item in items]
        known = self.cache.find(self.fingerprint, keys) if self.cache else {}
        missing = {key: item for key, item in zip(keys, items, strict=True) if key not in known}
        if missing:
            fresh = dict(zip(missing, self._ask_system(list(missing.values())), strict=True))
            if self.cache:
                self.cache.add(self.fingerprint, fresh)
            known |= fresh
        return [
            msgspec.structs.replace(known[key], id=item.id) for key, item in zip(keys, items, strict=True)
        ]

    @property
    def left(self) -> int | None:
        """Questions left in the budget; None if there is none."""
        return None if self.budget is None else self.budget - self.queries

    def _ask_system(self, items: list[Item]) -> Iterator[Prediction]:
        for part in _parts(items):
            self.victim_calls += len(part)
            yield from ask(self.system, part)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.cache:
            self.cache.close()


def _parts(values: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(values), BATCH):
        yield values[start : start + BATCH]
