"""A contest that is played here: breakers against systems on the items of a corpus, in a run directory.

A breaker that sees nothing makes its pairs once; one that asks makes them for each system, and all systems
are put to all pairs: what was made for one and given to another is transfer. What is made of an item depends
on that item alone, so neither workers nor batches change anything.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from zellig import __version__
from zellig.breakers.loading import load_breaker, named_breakers
from zellig.breakers.validity import faults_of
from zellig.corpora import open_corpus
from zellig.engine import in_order
from zellig.errors import ZelligError
from zellig.extras import require
from zellig.files import write_text
from zellig.games.contest.contest import ON
from zellig.games.contest.play import Play, Progress, items_of
from zellig.items import Item, Pair, Prediction, read_records, write_records
from zellig.oracle import Cache, Oracle, question_hash
from zellig.pairs.reading import same_task
from zellig.performers import Breaker, Capability, See, Spec, System, capabilities, derive_seed
from zellig.store.run import Run, file_name
from zellig.systems.evaluation import training_overlap
from zellig.systems.loading import fingerprint, load_system
from zellig.tasks import Task, get_task

CHUNK = 32  # items that a worker is given at once
SEEN: tuple[See, ...] = ("nothing", "dev", "queries")  # who may see one may see what is before it, too


@dataclass(frozen=True)
class Plan:
    """Who plays, on what, and what the breakers may see and spend."""

    task: str
    corpus: str
    systems: tuple[str, ...]
    breakers: tuple[str, ...]
    n: int | None = None
    budget: int = 500  # questions about one item
    see: See = "queries"
    strict: bool = False
    seed: int = 2017
    allow_overlap: bool = False
    models: bool = False  # a language model and an encoder help to tell valid pairs


@dataclass(frozen=True)
class Job:
    """One breaker and what it may ask: enough for a worker to set both up."""

    task: str
    name: str
    breaker: str  # as the user named it
    victim: str | None  # as the user named it; None: the breaker sees nothing
    budget: int
    seed: int
    only: frozenset[str] | None  # the questions that may be asked; None: all


@dataclass
class Made:
    """What came of some items."""

    pairs: list[Pair] = field(default_factory=list)
    queries: int = 0
    victim_calls: int = 0
    failures: dict[str, str] = field(default_factory=dict)
    refusals: Counter[str] = field(default_factory=Counter)
    cache_fault: str = ""  # why the cache was not used

    def add(self, other: Made) -> None:
        """Take over what came of other items."""
        self.pairs += other.pairs
        self.queries += other.queries
        self.victim_calls += other.victim_calls
        self.failures |= other.failures
        self.refusals += other.refusals
        self.cache_fault = self.cache_fault or other.cache_fault


class Notes(msgspec.Struct, frozen=True):
    """What a run notes about the pairs under a name, and reads again when it is taken up."""

    pairs: int
    valid: int
    queries: int
    refusals: dict[str, int]
    faults: dict[str, list[str]]  # by pair


class OracleSystem:
    """A system behind its oracle, so that no item is put to it twice in any run."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle

    @property
    def spec(self) -> Spec:
        return self.oracle.system.spec

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """Its answers, known or new."""
        return self.oracle.ask(items, [item.id for item in items])


class Breaking:
    """A run under way; everything that could be refused is refused before it begins."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        cache: Path,
        progress: Progress,
        workers: int = 1,
        warn: Callable[[str], None] = lambda message: None,
    ) -> None:
        """`warn` is told, once, if the cache cannot be used: the run goes on without it."""
        self.plan, self.progress, self.workers, self._warn = plan, progress, workers, warn
        self._cache: Path | None = cache  # None as soon as it is known that it cannot be used
        self.task = get_task(plan.task)
        self.systems = named_systems(plan.systems)
        self.asked = named_breakers(plan.breakers, self.task)
        self.breakers = {name: load_breaker(each, self.task) for name, each in self.asked.items()}
        for name, breaker in self.breakers.items():
            _may_see(name, breaker, plan.see)
            _can_break(name, breaker, self.systems)
        if plan.models:
            require("neural", "the check with models", "leave out --models")
        self.items = _items(plan, self.task)
        for spec in self.systems.values():
            training_overlap(Path(spec), self.items, self.task, allow=plan.allow_overlap)
        self.run = Run(folder, self._plan()).begin()
        self.victim_calls = 0
        self.failures: dict[str, dict[str, str]] = {name: {} for name in self.systems}

    def _plan(self) -> dict[str, Any]:
        plan = self.plan
        return {
            "game": "contest",
            "zellig": __version__,
            "task": plan.task,
            "seed": plan.seed,
            "corpus": plan.corpus,
            "items": len(self.items),
            "see": plan.see,
            "budget": plan.budget,
            "strict": plan.strict,
            **({"models": True} if plan.models else {}),
            "systems": {
                name: {"from": spec, "fingerprint": fingerprint(spec, _system(spec))}
                for name, spec in self.systems.items()
            },
            "breakers": {name: msgspec.to_builtins(each.spec) for name, each in self.breakers.items()},
        }

    def play(self) -> list[str]:
        """Make all pairs, check them, have them answered; gives the names of what was made, in order."""
        play = Play(self.run, self.plan.task, self.plan.seed, self.progress)
        if not self.run.has("dev.jsonl"):
            write_records(self.run / "dev.jsonl", Item, self.items, self.plan.task)
        for name in self.systems:
            self._answer(play, name, f"dev/{name}.jsonl", self.items)
        made = [name for breaker in self.breakers for name in self._make(breaker)]
        for name in made:
            for place in ("", "set-aside/"):
                pairs = self.pairs(name, place)
                for system in self.systems if pairs else ():
                    self._answer(play, system, f"{place}predictions/{system}/{name}.jsonl", items_of(pairs))
        return made

    def pairs(self, name: str, place: str = "") -> list[Pair]:
        """What was made under a name; `set-aside/` is the place of what strict play leaves out."""
        file = f"{place}pairs/{name}.jsonl"
        return list(read_records(self.run / file, Pair)) if self.run.has(file) else []

    def _answer(self, play: Play, system: str, file: str, items: Sequence[Item]) -> None:
        spec = self.systems[system]
        cache = Cache(self._cache) if self._cache else None
        with Oracle(_system(spec), fingerprint(spec, _system(spec)), cache) as oracle:
            play.answer(file, OracleSystem(oracle), items)
            self._give_up_cache(cache.fault if cache else "")
            self.victim_calls += oracle.victim_calls
            self.failures[system] |= oracle.failures

    def _give_up_cache(self, fault: str) -> None:
        """After a fault nobody opens it again: each would have to wait for whoever has locked it."""
        if fault and self._cache:
            self._cache = None
            self._warn(fault)

    def _make(self, breaker: str) -> Iterator[str]:
        """Make the pairs of a breaker: once, or for each system that it may ask."""
        blind = self.breakers[breaker].see == "nothing"
        for system in (None,) if blind else tuple(self.systems):
            name = breaker if system is None else f"{breaker}{ON}{system}"
            if not self.run.has(f"made/{name}.json"):
                with self.run.timed(f"made/{name}.json"):
                    self._write(name, self._made(name, breaker, system))
            yield name

    def _made(self, name: str, breaker: str, system: str | None) -> Made:
        dev_only = self.breakers[breaker].see == "dev"
        only = frozenset(map(question_hash, self.items)) if dev_only else None
        victim = None if system is None else self.systems[system]
        job = Job(
            self.plan.task,
            breaker,
            self.asked[breaker],
            victim,
            self.plan.budget,
            self.plan.seed,
            only,
        )
        chunks = (
            (self.items[start : start + CHUNK], self._cache) for start in range(0, len(self.items), CHUNK)
        )
        total = Made()
        for done, made in enumerate(in_order(partial(_break, job), chunks, self.workers), 1):
            total.add(made)
            self._give_up_cache(made.cache_fault)
            self.progress(f"{name}: {len(total.pairs)} pairs", done * CHUNK, len(self.items))
        self.victim_calls += total.victim_calls
        if system is not None:
            self.failures[system] |= total.failures
        return total

    def _write(self, name: str, made: Made) -> None:
        """The pairs, and the faults that were found in them; the last file is the sign that all are there."""
        faults = faults_of(made.pairs, self.task, model=self.plan.models)
        valid = [pair for pair, found in zip(made.pairs, faults, strict=True) if not found]
        kept = valid if self.plan.strict else made.pairs
        aside = [pair for pair, found in zip(made.pairs, faults, strict=True) if found and self.plan.strict]
        for place, pairs in (("", kept), ("set-aside/", aside)):
            if pairs:
                write_records(self.run / f"{place}pairs/{name}.jsonl", Pair, pairs, self.plan.task)
        found = {pair.id: codes for pair, codes in zip(made.pairs, faults, strict=True) if codes}
        notes = Notes(len(made.pairs), len(valid), made.queries, dict(sorted(made.refusals.items())), found)
        write_text(self.run / f"made/{name}.json", msgspec.json.encode(notes).decode() + "\n")


def _break(job: Job, chunk: tuple[Sequence[Item], Path | None]) -> Made:
    """The work on some items with the cache that is there for them, in whatever process."""
    items, place = chunk
    task = get_task(job.task)
    breaker = load_breaker(job.breaker, task)
    seeds = [derive_seed(job.seed, job.name, item.id) for item in items]
    if job.victim is None:
        made = breaker.break_items(items, seeds, None)
        return Made([pair for pairs in made for pair in pairs], refusals=_refusals(breaker))
    system = _system(job.victim)
    cache = Cache(place) if place else None
    with Oracle(system, fingerprint(job.victim, system), cache, budget=job.budget, only=job.only) as oracle:
        made = breaker.break_items(items, seeds, oracle)
        pairs = [pair for some in made for pair in some]
        asked = oracle.queries, oracle.victim_calls, oracle.failures
        return Made(pairs, *asked, _refusals(breaker), cache.fault if cache else "")


def _refusals(breaker: Breaker) -> Counter[str]:
    """Why it made nothing of some items, if it says so."""
    return Counter(getattr(breaker, "refusals", {}))


@cache
def _system(spec: str) -> System:
    return load_system(spec)


def named_systems(specs: Sequence[str]) -> dict[str, str]:
    """What the user typed by the name it goes by: that of the folder, or that in an adapter's spec."""
    found: dict[str, str] = {}
    for spec in specs:
        trained = os.path.isdir(spec)  # Path.is_dir fails on a long adapter spec
        name = file_name(
            (Path(spec).name or Path(spec).resolve().name) if trained else _system(spec).spec.name
        )
        if name in found:
            raise ZelligError(f"there are two systems named {name!r}", remedy="Rename one of them.")
        found[name] = spec
    return found


def _may_see(name: str, breaker: Breaker, see: See) -> None:
    if SEEN.index(breaker.see) > SEEN.index(see):
        raise ZelligError(
            f"{name} needs to see {breaker.see}, and may see {see}",
            remedy=f"Say --see {breaker.see}, or leave it out.",
        )


def _can_break(name: str, breaker: Breaker, systems: dict[str, str]) -> None:
    """Refuses a breaker that needs what a system cannot do (`needs` is optional)."""
    needs: frozenset[Capability] = getattr(breaker, "needs", frozenset())
    for system, spec in systems.items():
        missing = needs - capabilities(_system(spec))
        if missing:
            raise ZelligError(
                f"{name} needs what {system} cannot do: {', '.join(sorted(missing))}",
                remedy="Leave one of the two out; `zellig systems show` lists what a system can do.",
            )


def _items(plan: Plan, task: Task) -> list[Item]:
    corpus = open_corpus(plan.corpus)
    same_task(corpus.task, task, plan.corpus)
    items = list(islice(corpus, plan.n))
    if not items:
        raise ZelligError(f"{plan.corpus} holds no item", remedy="Choose another corpus.")
    return items
