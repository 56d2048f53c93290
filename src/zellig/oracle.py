"""Questions to a system: batched, cached on disk, counted and limited.

Every question is about an original item, and the budget is that of one original: it counts logical queries,
whether the answer came from the cache or not. So neither the cache nor the company of other items changes a
result. How often the system itself was asked is reported apart.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self, TypeVar, cast

import msgspec

from zellig.decoding import FAULTS
from zellig.errors import ZelligError
from zellig.items import UNPARSED, Item, Prediction
from zellig.performers import (
    Capability,
    Evidence,
    Explainer,
    MixedUpError,
    System,
    ask,
    capabilities,
    evidence,
    without_answers,
)
from zellig.tasks import Task

BATCH = 256
PATIENCE = 5.0  # seconds to wait for another process that writes into the cache

T = TypeVar("T")
Answer = TypeVar("Answer", bound=Prediction | Evidence)


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
    """Answers by (fingerprint of the system, content of the item), in one SQLite file.

    It saves time and nothing else depends on it. When its file is locked, damaged or somebody else's, or the
    disk is full, `fault` says so; from then on nothing is found and nothing remembered.
    """

    def __init__(self, path: Path) -> None:
        self.fault = ""
        self._path = path
        self._base: sqlite3.Connection | None = None
        with self._giving_up():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(path, timeout=PATIENCE)
            _refuse_foreign(self._base)
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.execute("PRAGMA synchronous=NORMAL")
            self._base.execute(
                "CREATE TABLE IF NOT EXISTS answers (system TEXT, item TEXT, prediction BLOB, "
                "PRIMARY KEY (system, item)) WITHOUT ROWID"
            )

    def find(self, system: str, items: Sequence[str], kind: type[Answer]) -> dict[str, Answer]:
        """The answers that are known, by content of the item."""
        found: dict[str, Answer] = {}
        with self._giving_up():
            for part in _parts(items):
                if self._base is None:
                    break
                marks = ",".join("?" * len(part))
                query = f"SELECT item, prediction FROM answers WHERE system = ? AND item IN ({marks})"  # noqa: S608
                for item, raw in self._base.execute(query, [system, *part]):
                    if not isinstance(raw, bytes):
                        raise sqlite3.DatabaseError("it holds something that is no answer")
                    found[item] = msgspec.json.decode(raw, type=kind)
        return found

    def add(self, system: str, answers: dict[str, Answer]) -> None:
        """Remember answers by content of the item."""
        rows = [(system, item, msgspec.json.encode(each)) for item, each in answers.items()]
        with self._giving_up():
            if self._base:
                with self._base:
                    self._base.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", rows)

    def close(self) -> None:
        base, self._base = self._base, None
        if base:
            with suppress(sqlite3.Error):  # whatever it had to say was said by the call before
                base.close()

    @contextmanager
    def _giving_up(self) -> Iterator[None]:
        """No fault of the cache ends a run."""
        try:
            yield
        except (OSError, sqlite3.Error, *FAULTS) as error:
            self.fault = (
                f"{self._path}: the cache of answers is not used, and systems are asked anew ({error})"
            )
            self.close()


def _refuse_foreign(base: sqlite3.Connection) -> None:
    """Before anything is written: a database with other tables is somebody else's."""
    tables = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    columns = [row[1] for row in base.execute("PRAGMA table_info(answers)")]
    if tables and (tables, columns) != (["answers"], ["system", "item", "prediction"]):
        raise sqlite3.DatabaseError("it is another program's database")


@dataclass
class Oracle:
    """One system, asked through a cache and within a budget for each original."""

    system: System
    fingerprint: str
    cache: Cache | None = None
    budget: int | None = None
    only: frozenset[str] | None = None  # hashes of the questions that may be asked; None: all
    victim_calls: int = 0  # items the system itself was asked about
    spent: Counter[str] = field(default_factory=Counter)  # logical questions about each original
    failures: dict[str, str] = field(default_factory=dict)  # items that the system failed on, and why

    @property
    def queries(self) -> int:
        """Logical questions in all."""
        return self.spent.total()

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
        return self._answers(items, self.fingerprint, Prediction, self._predictions)

    def explain(self, items: Sequence[Item], about: Sequence[str]) -> list[Evidence]:
        """The system's own evidence for each item; it counts as a question."""
        self._spend(items, about)
        explainer = cast(Explainer, self.system)
        return self._answers(
            items, f"{self.fingerprint} explains", Evidence, lambda part: evidence(explainer, part)
        )

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
        who: str,
        kind: type[Answer],
        answer: Callable[[Sequence[Item]], list[Answer]],
    ) -> list[Answer]:
        keys = [question_hash(item) for item in items]
        if self.only is not None and not self.only.issuperset(keys):
            raise ZelligError(
                "this breaker may see the answers to development items only, and asked about another one",
                remedy="Let it see queries, or take a breaker that needs to see less.",
            )
        known = self.cache.find(who, keys, kind) if self.cache else {}
        missing = {key: item for key, item in zip(keys, items, strict=True) if key not in known}
        for part in _parts(list(missing)):
            self.victim_calls += len(part)
            fresh = dict(zip(part, answer([missing[key] for key in part]), strict=True))
            if self.cache:
                sure = {key: each for key, each in fresh.items() if missing[key].id not in self.failures}
                self.cache.add(who, sure)
            known |= fresh
        return [
            msgspec.structs.replace(known[key], id=item.id) for key, item in zip(keys, items, strict=True)
        ]

    def _predictions(self, items: Sequence[Item]) -> list[Prediction]:
        """The system's predictions; an item that it fails on does not cost the others their answers.

        They are asked one by one, and a failure counts as an answer that cannot be understood. A system that
        fails on the first question, or on all of several, is out of order, and that is told.
        """
        try:
            return ask(self.system, items)
        except MixedUpError:
            raise
        except ZelligError:
            if len(items) == self.victim_calls == 1:
                raise
        found = []
        for item in items:
            try:
                found += ask(self.system, [item])
            except ZelligError as error:
                self.failures[item.id] = error.what
                found.append(Prediction(item.id, UNPARSED))
        if len(items) > 1 and all(item.id in self.failures for item in items):
            raise ZelligError(self.failures[items[0].id], remedy="Mend the system, and run again.")
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.cache:
            self.cache.close()


def _parts(values: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(values), BATCH):
        yield values[start : start + BATCH]
