"""Making pairs: breakers on chunks of items, here or in workers, and what a look at each pair finds.

What is made of an item depends on that item alone, so neither workers nor chunks change anything. Breakers
that ask nothing go over a chunk together: its texts are parsed once for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from zellig.breakers.loading import load_breaker
from zellig.checks.policy import default_policy
from zellig.checks.single import Alone, check_pair
from zellig.checks.validity import faults_of
from zellig.engine import once
from zellig.games.breaking.asking import OpenCache
from zellig.games.breaking.plan import loaded_system
from zellig.games.contest.contest import Entry
from zellig.items import Item, Pair
from zellig.oracle import Oracle
from zellig.own_objects import HERE
from zellig.performers import Breaker, System, derive_seed
from zellig.systems.asking import Known, known_system
from zellig.systems.model import names_model
from zellig.tasks import get_task

ALONE, TOGETHER = 32, 128  # items that a worker is given at once: of a breaker that asks, of all that do not


@dataclass(frozen=True)
class Maker:
    """A breaker, and the system that it may ask; enough for a worker to load both."""

    breaker: str  # the name it goes by in the run
    load: str  # as the user named it
    victim: str | None = None  # the name of the system; None: it asks nothing
    load_victim: str = ""
    fingerprint: str = ""  # of the victim

    @property
    def entry(self) -> str:
        """The name of the entry that it makes."""
        return Entry(self.breaker, (), self.victim).name

    @property
    def asks_model(self) -> bool:
        """Is one of the two a language model behind an address, whose replies are kept in one place?"""
        return names_model(self.load) or names_model(self.load_victim)


@dataclass(frozen=True)
class Work:
    """Some items for one maker that asks, or for several that do not."""

    task: str
    domain: str
    seed: int
    makers: tuple[Maker, ...]
    items: Sequence[Item]
    budget: int
    models: bool
    only: frozenset[str] | None = None  # the questions that may be asked; None: all
    cache: OpenCache | None = None
    proof: Item | None = None  # one that the victim has answered


class Made(msgspec.Struct):
    """What came of some items in the hands of one maker."""

    pairs: list[Pair] = []
    alone: list[Alone] = []  # of each pair: what was found about it by itself
    refusals: dict[str, int] = {}
    queries: int = 0
    victim_calls: int = 0
    earlier_answers: int = 0
    failures: dict[str, str] = {}
    cache_fault: str = ""  # why the cache was not used

    def add(self, other: Made) -> None:
        """Take over what came of other items."""
        self.pairs += other.pairs
        self.alone += other.alone
        self.refusals = dict(Counter(self.refusals) + Counter(other.refusals))
        self.queries += other.queries
        self.victim_calls += other.victim_calls
        self.earlier_answers += other.earlier_answers
        self.failures |= other.failures
        self.cache_fault = self.cache_fault or other.cache_fault


def chunks(items: Sequence[Item], makers: Sequence[Maker]) -> Iterator[Sequence[Item]]:
    """The items in the portions that suit their makers."""
    size = TOGETHER if makers[0].victim is None else ALONE
    for start in range(0, len(items), size):
        yield items[start : start + size]


def make(work: Work) -> list[Made]:
    """Do it, in whatever process; one result for each maker."""
    task = get_task(work.task)
    made = [make_unchecked(work, maker) for maker in work.makers]
    # Checked together, so that an original is parsed once, however many pairs were made from it.
    pairs = [pair for each in made for pair in each.pairs]
    policy = default_policy()
    texts = (list(check_pair(pair, task, policy)) for pair in pairs)
    found = map(Alone, texts, faults_of(pairs, task, models=work.models, domain=work.domain))
    for each in made:
        each.alone = [next(found) for _ in each.pairs]
    return made


def make_unchecked(work: Work, maker: Maker) -> Made:
    """What one of the makers makes; nobody has looked at it."""
    breaker = loaded_breaker(maker.load, work.task, work.domain)
    seeds = [derive_seed(work.seed, maker.breaker, item.id) for item in work.items]
    if maker.victim is None:
        pairs = [pair for some in breaker.break_items(work.items, seeds, None) for pair in some]
        return Made(pairs, refusals=_refusals(breaker))
    system = _victim(maker)
    known = work.cache() if work.cache else None
    with Oracle(
        system, maker.fingerprint, known, budget=work.budget, only=work.only, proof=work.proof
    ) as oracle:
        pairs = [pair for some in breaker.break_items(work.items, seeds, oracle) for pair in some]
        return Made(
            pairs,
            refusals=_refusals(breaker),
            queries=oracle.queries,
            victim_calls=oracle.victim_calls,
            earlier_answers=oracle.earlier_answers,
            failures=oracle.failures,
            cache_fault=known.fault if known else "",
        )


def _victim(maker: Maker) -> System:
    """The system that may be asked; a worker makes sure that it is the same."""
    if maker.load_victim.startswith(HERE):
        return loaded_system(maker.load_victim)
    return known_system(Known(maker.load_victim, maker.fingerprint))


def loaded_breaker(load: str, task: str, domain: str) -> Breaker:
    """A breaker, loaded once a run: some take longer to load than to break a chunk. Under the name of an
    object in hand there may be another one next time."""
    if load.startswith(HERE):
        return _load_breaker(load, task, domain)
    return once(_load_breaker, load, task, domain)


def prove_breaker(named: tuple[str, str, str]) -> None:
    """Refuse to be a worker that has not this breaker (as it is loaded: by name, task and domain)."""
    loaded_breaker(*named)


def _load_breaker(load: str, task: str, domain: str) -> Breaker:
    return load_breaker(load, get_task(task), domain)


def _refusals(breaker: Breaker) -> dict[str, int]:
    """Why it made nothing of some items of this chunk, if it says so."""
    counted: dict[str, int] = getattr(breaker, "refusals", {})
    found = dict(counted)
    counted.clear()
    return found
