"""The systems that an operator has registered: what writers write against, loaded when first needed.

A table in TOML, by name: `system` is what the command line takes (the folder of a trained one, an adapter),
`buzzer` says when a guesser would answer, `task` what an adapter answers, and `sources` which corpora no
question may repeat: those that it has learnt from. Nobody on the web names a system in any other way.
"""

from __future__ import annotations

import gc
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import msgspec

from zellig.buzzers import load_buzzer
from zellig.checks.questions.policy import default_policy
from zellig.checks.questions.pool import JoinedPool, QuestionPool
from zellig.corpora import open_corpus
from zellig.decoding import decode_toml
from zellig.errors import ZelligError
from zellig.files import read_whole
from zellig.games.writing.answers import KnownAnswers
from zellig.games.writing.listening import Listener, as_given
from zellig.games.writing.rewriting import Sample, sampled
from zellig.items import Item
from zellig.performers import Buzzer, System
from zellig.server.live.pace import Pace
from zellig.server.problems import ConflictError, NotFoundError
from zellig.systems.card import CARD, read_card
from zellig.systems.loading import fingerprint, load_system_for
from zellig.tasks import Task, get_task
from zellig.tasks.quiz import QUIZ
from zellig.tasks.quiz.aliases import Aliases
from zellig.tasks.quiz.answers import Answers
from zellig.tasks.quiz.task import line_of

log = logging.getLogger(__name__)

NAMES = 10_000  # of answers that are remembered
NEVER = 10**6  # lesser collections of garbage before a full one

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class Registered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table."""

    system: str
    title: str = ""  # for writers; else its name
    task: str = ""
    buzzer: str = "threshold"
    sources: tuple[str, ...] = ()


class Named(NamedTuple):
    """The names of answers: to choose from, and to find one by."""

    known: KnownAnswers
    aliases: Aliases


class Registration:
    """A registered system; what it is made of is loaded once, by whoever asks first."""

    def __init__(
        self, name: str, row: Registered, folder: Path, lines: Callable[[], Sequence[str]], pace: Pace
    ) -> None:
        """`lines` gives the answer lines of the sources; what takes long is done at this pace."""
        self.name, self._row, self._lines, self._pace = name, row, lines, pace
        self._lock, self.loaded = Lock(), False
        self._naming = Lock()
        # A folder is named as seen from the table; anything else is a name or an adapter.
        self._spec = str(folder / row.system) if (folder / row.system / CARD).is_file() else row.system
        beside = folder / row.buzzer
        self._buzzer = str(beside) if beside.is_dir() else row.buzzer
        task = row.task or (read_card(Path(self._spec)).task if Path(self._spec, CARD).is_file() else "")
        if not task and (folder / row.system).is_dir():
            raise ZelligError(
                f"the folder {row.system} has no {CARD}, so no trained system is in it",
                field=f"{name}.system",
                remedy="Wait until its training has ended, or train it again.",
            )
        if not task:
            raise ZelligError(
                f"nothing says what {name!r} answers",
                field=f"{name}.task",
                remedy='Add e.g. task = "sentiment".',
            )
        self.task: Task = get_task(task)

    def load(self) -> None:
        """Load what is not loaded yet; this may take long."""
        with self._lock:
            self.loaded = bool((self.system, self.buzzer, self.fingerprint, self.name_of))

    @property
    def title(self) -> str:
        return self._row.title or self.name

    @cached_property
    def system(self) -> System:
        """The system itself."""
        return load_system_for(self.task, self._spec)

    @cached_property
    def buzzer(self) -> Buzzer:
        """Says when a guesser would answer."""
        return load_buzzer(self._buzzer)

    @property
    def sources(self) -> tuple[str, ...]:
        return self._row.sources

    @property
    def named(self) -> Named:
        """The answers that a guesser knows, by all names that the lines of its sources tell; none of any
        other system. What takes long is done once."""
        with self._pace.awaited():
            return self.naming()

    def naming(self) -> Named:
        """The same for who prepares it, and need not hurry."""
        with self._naming:
            return self._named

    @cached_property
    def _named(self) -> Named:
        names = getattr(self.system, "answers", ())
        aliases = Aliases(self._pace(names), self._lines() if names else ())
        return Named(KnownAnswers(self._pace(names), aliases.told), aliases)

    def past(self, line: str) -> list[tuple[str, str]]:
        """The texts that a guesser has about the answer of a line, each with where it is from."""
        about: Callable[[str], list[tuple[str, str]]] | None = getattr(self.system, "texts_about", None)
        return [text for name in self.named.aliases.meant(line) for text in about(name)] if about else []

    @cached_property
    def name_of(self) -> Callable[[str], str]:
        """The one name of an answer. A guesser of ours has learnt but one for each; what others say is taken
        together by the answer lines of the sources."""
        if self.task.name != QUIZ.name or hasattr(self.system, "answers"):
            return as_given
        return lru_cache(NAMES)(Answers.of(self._lines()).called)

    def listener(self, rewritten: str = "") -> Listener:
        """One that listens to a writer, who may rewrite a text."""
        return Listener(self.system, self.buzzer, self.name_of, rewritten)

    @cached_property
    def fingerprint(self) -> str:
        """Of all that decides its answers."""
        return fingerprint(self._spec, self.system)


class _Source(NamedTuple):
    """A corpus that systems have learnt from, read once: to read many texts takes long."""

    pool: QuestionPool  # that no question may repeat
    rewritable: list[Item]
    lines: list[str]  # the answer lines of its questions


class Systems(Mapping[str, Registration]):
    """All registered systems by name."""

    def __init__(self, rows: Mapping[str, Registered], folder: Path, pace: Pace | None = None) -> None:
        for name in rows:
            if not _NAME.fullmatch(name):
                raise ZelligError(
                    f"{name!r} cannot name a system here", remedy="Use a to z, 0 to 9 and -, at most 40."
                )
        self._pace = pace or Pace()
        self._found = {
            name: Registration(name, row, folder, partial(self._lines, row.sources), self._pace)
            for name, row in rows.items()
        }
        self._read: dict[str, _Source] = {}
        self._lock = Lock()

    def __getitem__(self, name: str) -> Registration:
        if name not in self._found:
            raise NotFoundError(f"no system {name!r} is registered here", remedy="Choose another one.")
        return self._found[name]

    def __contains__(self, name: object) -> bool:  # a mapping would ask for it, and be refused
        return name in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def title(self, name: str) -> str:
        """What writers call a system; the bare name of one that is not registered any more."""
        return self._found[name].title if name in self._found else name

    def against(self, names: Iterable[str]) -> list[Registration]:
        """The systems that a workshop writes against; refuses to write where one is not there."""
        wanted = list(names)
        if missing := [name for name in wanted if name not in self._found]:
            raise ConflictError(
                f"nothing can be written here now: {', '.join(missing)} is not registered on this server",
                remedy="Ask its operator to start it with --systems and a table that has this name.",
            )
        return [self._found[name] for name in wanted]

    def prepare(self) -> None:
        """Load everything, so that the first writer does not wait for it, and nobody for its being looked
        through: answers and texts are hundreds of thousands of objects that stay as long as the process.
        While they are made only what is new is looked through: else it would take longer each time."""
        young, middle, old = gc.get_threshold()
        gc.set_threshold(young, middle, NEVER)
        try:
            for name, each in self._found.items():
                self._prepare(name, each)
            gc.freeze()
        finally:
            gc.set_threshold(young, middle, old)

    def _prepare(self, name: str, each: Registration) -> None:
        try:
            each.load()
            pool = self._pool([name])
            each.naming().known.like("")
        except ZelligError as error:
            log.error("the system %s cannot be loaded: %s", name, error)
        else:
            log.info("%s is loaded, and compared with %d texts", name, len(pool))

    def pool(self, names: Iterable[str]) -> JoinedPool:
        """All texts that the systems of these names have learnt from."""
        with self._pace.awaited():
            return self._pool(names)

    def _pool(self, names: Iterable[str]) -> JoinedPool:
        sources = dict.fromkeys(source for name in names for source in self[name].sources)
        return JoinedPool([self._source(source).pool for source in sources])

    def rewritable(self, name: str) -> list[Item]:
        """Questions that a system has learnt from, to be rewritten; some of them, if they are many."""
        return sampled(item for each in self[name].sources for item in self._source(each).rewritable)

    def _lines(self, sources: Iterable[str]) -> list[str]:
        return [line for source in sources for line in self._source(source).lines]

    def _source(self, source: str) -> _Source:
        """A corpus, which is read once, and then kept: workshops with several systems share it."""
        with self._lock:
            if source not in self._read:
                sample, lines = Sample(), list[str]()
                items = self._pace(_noting(open_corpus(source), lines))
                pool = QuestionPool(sample.noting(items), default_policy().repeats)
                self._read[source] = _Source(pool, sample.questions, lines)
            return self._read[source]

    def of_task(self, task: str) -> list[Registration]:
        """Those that answer a task."""
        return [each for each in self._found.values() if each.task.name == task]


def _noting(items: Iterable[Item], lines: list[str]) -> Iterator[Item]:
    """The same items, of which the answer lines are noted."""
    for item in items:
        if line := line_of(item):
            lines.append(line)
        yield item


def read_systems(path: Path, pace: Pace | None = None) -> Systems:
    """The table of an operator; refuses what is not one, and systems that cannot be."""
    rows = decode_toml(
        read_whole(path),
        dict[str, Registered],
        path=path,
        what="a table of systems",
        remedy='Write e.g. [ir] and below it system = "quiz-index".',
    )
    return Systems(rows, path.parent, pace)
