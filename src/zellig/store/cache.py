"""Answers that systems gave, kept in one SQLite file for later: by other runs, or by this one taken up again.

Several threads and processes may use one file at once. It saves time, and nothing else depends on it.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import Annotated, TypeVar

import msgspec

from zellig.decoding import FAULTS
from zellig.errors import ZelligError
from zellig.resources import cache_folder

PATIENCE = 5.0  # seconds to wait for another process that writes into the same file
LARGEST = 10**9  # bytes of answers
PORTION = 1000  # answers removed at once: no other process waits longer than for these
ENDINGS = ("", "-wal", "-shm")  # of the file, and of what SQLite keeps beside it

COLUMNS = ["system", "item", "answer", "run", "at"]

T = TypeVar("T")


def shared_cache() -> Path:
    """The file for answers of systems whose identity is known; its number is that of the table's shape."""
    return cache_folder() / "answers-2.sqlite"


class Cache:
    """Answers by (system, content of the item), as one run sees them.

    When the file is locked, damaged or somebody else's, or the disk is full, `fault` says so; from then on
    nothing is found and nothing remembered. Above `largest` bytes the oldest answers go.
    """

    def __init__(self, path: Path, run: str, *, fresh: bool = False, largest: int = LARGEST) -> None:
        """`run` is who asks now; if it is to be `fresh`, nothing that other runs were told is found."""
        self.fault = ""
        self.earlier = 0  # answers found that other runs were told
        self._path, self._run, self._fresh, self._largest = path, run, fresh, largest
        self._lock = RLock()
        self._base: sqlite3.Connection | None = None
        with self._giving_up():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._base = _connect(path)

    def find(self, system: str, items: Sequence[str], kind: type[T]) -> dict[str, T]:
        """The answers that are known, by content of the item."""
        found: dict[str, T] = {}
        with self._giving_up():
            if self._base:
                rows = self._base.execute(
                    "SELECT item, answer, run FROM answers WHERE system = ? "
                    "AND item IN (SELECT value FROM json_each(?)) AND (run = ? OR NOT ?)",
                    [system, msgspec.json.encode(items).decode(), self._run, self._fresh],
                )
                for item, raw, run in rows:
                    if not isinstance(raw, bytes):
                        raise sqlite3.DatabaseError("it holds something that is not an answer")
                    found[item] = msgspec.json.decode(raw, type=kind)
                    self.earlier += run != self._run
        return found

    def add(self, system: str, answers: Mapping[str, object]) -> None:
        """Remember answers by content of the item; they replace older ones."""
        now = int(time.time())
        rows = [(system, item, msgspec.json.encode(each), self._run, now) for item, each in answers.items()]
        with self._giving_up():
            if self._base:
                with self._base:
                    self._base.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)", rows)

    def close(self) -> None:
        """Keep to the limit, and let go of the file."""
        with self._giving_up():
            if self._base:
                _keep_within(self._largest, self._base)
        self._let_go()

    def _let_go(self) -> None:
        with self._lock:
            base, self._base = self._base, None
            if base:
                with suppress(sqlite3.Error):  # whatever it had to say was said by the call before
                    base.close()

    @contextmanager
    def _giving_up(self) -> Iterator[None]:
        """One thread at a time; and no fault of the cache ends a run."""
        with self._lock:
            try:
                yield
            except (OSError, sqlite3.Error, *FAULTS) as error:
                self.fault = (
                    f"{self._path}: the cache of answers is not used, and systems are asked anew ({error})"
                )
                self._let_go()


Time = Annotated[int, msgspec.Meta(ge=0, lt=2**37)]  # seconds since 1970


class Summary(msgspec.Struct, frozen=True):
    """What a cache holds."""

    path: str
    answers: int = 0
    systems: int = 0
    bytes: int = 0
    largest: int = LARGEST  # bytes that are kept at most
    oldest: Time | None = None
    newest: Time | None = None


def summarise(path: Path) -> Summary:
    """What the cache in a file holds; a file that is not there is not made."""
    if not path.exists():
        return Summary(str(path))
    with _managed(path) as base:
        query = "SELECT count(*), count(DISTINCT system), min(at), max(at) FROM answers"
        answers, systems, *times = base.execute(query).fetchone()
        oldest, newest = msgspec.convert(times, tuple[Time | None, Time | None])
        return Summary(str(path), answers, systems, _size(base), LARGEST, oldest, newest)


def clear(path: Path) -> int:
    """Forget all answers in a file, also while others use it; gives their number."""
    if not path.exists():
        return 0
    with _managed(path) as base:
        with base:
            (number,) = base.execute("SELECT count(*) FROM answers").fetchone()
            base.execute("DELETE FROM answers")
        base.execute("VACUUM")
        return int(number)


def remove(path: Path) -> None:
    """Delete the file of a cache that nobody uses any more, and what SQLite keeps beside it."""
    for ending in ENDINGS:
        path.with_name(path.name + ending).unlink(missing_ok=True)


@contextmanager
def _managed(path: Path) -> Iterator[sqlite3.Connection]:
    """A cache that its owner looks at or clears: here a fault is told."""
    try:
        with closing(_connect(path)) as base:
            yield base
    except (sqlite3.Error, *FAULTS) as error:
        raise ZelligError(
            f"this cache of answers cannot be used ({error})",
            path=path,
            remedy="Wait until no other program uses it, or delete the file.",
        ) from None


def _connect(path: Path) -> sqlite3.Connection:
    base = sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False)
    try:
        _refuse_foreign(base)
        _write_ahead(base)
        base.execute("PRAGMA synchronous=NORMAL")
        # Rows lie in the order in which they were written, so the oldest are found without an index.
        base.execute(
            "CREATE TABLE IF NOT EXISTS answers "
            "(system TEXT, item TEXT, answer BLOB, run TEXT, at INTEGER, PRIMARY KEY (system, item))"
        )
    except BaseException:
        base.close()
        raise
    return base


def _refuse_foreign(base: sqlite3.Connection) -> None:
    """Before anything is written: a database with other tables is somebody else's."""
    tables = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    columns = [row[1] for row in base.execute("PRAGMA table_info(answers)")]
    if tables and (tables, columns) != (["answers"], COLUMNS):
        raise sqlite3.DatabaseError("it is another program's database")


def _write_ahead(base: sqlite3.Connection) -> None:
    """Let readers and a writer work at once; SQLite does not wait where several make a new file so."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            base.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def _keep_within(largest: int, base: sqlite3.Connection) -> None:
    """Remove as many of the oldest answers as there are too many; their room is used for new ones."""
    gone = -1
    while gone and _size(base) > largest:
        with base:
            oldest = "DELETE FROM answers WHERE rowid < ? + (SELECT min(rowid) FROM answers)"
            gone = base.execute(oldest, [PORTION]).rowcount


def _size(base: sqlite3.Connection) -> int:
    """Bytes of the file that are in use."""
    (pages,) = base.execute("PRAGMA page_count").fetchone()
    (free,) = base.execute("PRAGMA freelist_count").fetchone()
    (size,) = base.execute("PRAGMA page_size").fetchone()
    return int((pages - free) * size)
