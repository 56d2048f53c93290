"""A system asked by an engine: the items go in batches to whichever worker, and the answers come in order.

A system may answer a batch in less time than it takes to hand it over, or in minutes. So a worker is given
as many at once as it has answered in a fraction of a second before; what is asked together stays a batch.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from zellig.engine import Engine, once
from zellig.errors import ZelligError
from zellig.items import Item, Prediction
from zellig.oracle import BATCH, Oracle, ask_all
from zellig.own_objects import HERE
from zellig.performers import MixedUpError, System
from zellig.store.cache import Cache
from zellig.systems.loading import fingerprint, load_system
from zellig.systems.model import names_model
from zellig.tasks import Task, get_task

ENOUGH = 0.25  # seconds of work for a worker, beside which handing it over takes little
MOST = 16 * BATCH  # items that are handed over at once


class Known(NamedTuple):
    """A system as whoever sends the work knows it."""

    name: str  # as the user typed it
    fingerprint: str


@dataclass(frozen=True)
class Chunk:
    """Some batches for a system."""

    system: Known
    task: str
    batches: list[list[Item]]
    cache: Callable[[], Cache] | None


class Unasked(NamedTuple):
    """A batch that only this process may ask about."""

    items: list[Item]


class Failed(NamedTuple):
    """A batch on all of which a worker's system failed."""

    items: list[Item]
    why: ZelligError


class Answered(NamedTuple):
    """What came of a batch."""

    predictions: list[Prediction]
    victim_calls: int
    earlier_answers: int
    failures: dict[str, str]
    cache_fault: str
    proof: Item | None  # one that the system has answered


Outcome = Answered | Failed | Unasked


class Replies(NamedTuple):
    """What came of some batches, and how many items a second the system answered."""

    outcomes: list[Answered | Failed]
    pace: float


def try_systems(engine: Engine, systems: Mapping[str, System]) -> None:
    """Refuse workers that have not these systems, by the names that the user typed, or others under them."""
    for name, system in systems.items():
        if not asked_here(engine, name):
            engine.try_out(known_system, known(name, system))


def asked_here(engine: Engine, name: str) -> bool:
    """Is this system or breaker asked by this process alone? A language model is: here its replies are kept,
    counted and limited, and `parallel` says how many questions are under way."""
    return engine.in_process or names_model(name) or name.startswith(HERE)  # an object that only we have


def known(name: str, system: System) -> Known:
    """A system that is loaded here, for a worker to load."""
    return Known(name, fingerprint(name, system))


def known_system(system: Known) -> System:
    """The system, loaded once a run in a worker."""
    return once(_load_known, system)


def ask_in_batches(
    engine: Engine, name: str, oracle: Oracle, items: Iterable[Item], task: Task
) -> Iterator[list[Prediction]]:
    """A prediction for each item, in order, batch by batch, as `take_answers` gives them."""
    with closing(asked_ahead(engine, name, oracle.system, batches_of(items), task)) as asked:
        yield from take_answers(oracle, asked, task)


def batches_of(items: Iterable[Item]) -> Iterator[list[Item]]:
    """The items, as many at once as a system is asked about."""
    source = iter(items)
    return iter(lambda: list(islice(source, BATCH)), [])


def asked_ahead(
    engine: Engine,
    name: str,
    system: System,
    batches: Iterable[list[Item]],
    task: Task,
    cache: Callable[[], Callable[[], Cache] | None] = lambda: None,
) -> Generator[Outcome]:
    """What workers make of the batches, in order; `cache` says of each how to open the cache, if at all."""
    if asked_here(engine, name):
        return (Unasked(some) for some in batches)
    return _asked_by_workers(engine, known(name, system), batches, task, cache)


def _asked_by_workers(
    engine: Engine,
    system: Known,
    batches: Iterable[list[Item]],
    task: Task,
    cache: Callable[[], Callable[[], Cache] | None],
) -> Generator[Outcome]:
    at_once = BATCH  # items; more when it is known that they take little
    some = _together(batches, lambda: at_once)
    work = (Chunk(system, task.name, each, cache() if engine.same_files else None) for each in some)
    with closing(engine.in_order(answer, work)) as replies:
        for outcomes, pace in replies:
            at_once = min(MOST, 2 * max(at_once, BATCH), int(pace * ENOUGH))
            yield from outcomes


def _together(batches: Iterable[list[Item]], at_once: Callable[[], int]) -> Iterator[list[list[Item]]]:
    """The batches in lists that hold so many items at most, or a single batch."""
    some: list[list[Item]] = []
    for batch in batches:
        if some and sum(map(len, some)) + len(batch) > at_once():
            yield some
            some = []
        some.append(batch)
    if some:
        yield some


def take_answers(oracle: Oracle, asked: Iterable[Outcome], task: Task) -> Iterator[list[Prediction]]:
    """The predictions, batch by batch; `oracle` asks about what was not, and counts what others asked.

    Whether a system that fails on a whole batch is out of order, only what it has answered before can tell,
    which the workers do not know; so such a batch is asked about here.
    """
    for each in asked:
        if isinstance(each, Answered):
            _count(oracle, each)
            yield each.predictions
        elif isinstance(each, Failed) and oracle.proof is None:
            raise each.why
        else:
            yield _asked(oracle, each.items, task)


def answer(chunk: Chunk) -> Replies:
    """Ask the system, in whatever process."""
    start = time.perf_counter()
    found = [_answered(chunk, batch) for batch in chunk.batches]
    asked = sum(each.victim_calls for each in found if isinstance(each, Answered))  # not what was kept
    return Replies(found, asked / (time.perf_counter() - start))


def _answered(chunk: Chunk, batch: list[Item]) -> Answered | Failed:
    cache = chunk.cache() if chunk.cache else None
    with Oracle(known_system(chunk.system), chunk.system.fingerprint, cache) as oracle:
        try:
            found = _asked(oracle, batch, get_task(chunk.task))
        except MixedUpError:
            raise
        except ZelligError as error:
            return Failed(batch, error)
        fault = cache.fault if cache else ""
        asked, earlier = oracle.victim_calls, oracle.earlier_answers
        return Answered(found, asked, earlier, oracle.failures, fault, oracle.proof)


def _asked(oracle: Oracle, items: list[Item], task: Task) -> list[Prediction]:
    return ask_all(oracle, items, task, lambda what, done, total: None, "")


def _count(oracle: Oracle, answered: Answered) -> None:
    oracle.victim_calls += answered.victim_calls
    oracle.failures |= answered.failures
    oracle.proof = answered.proof or oracle.proof
    if oracle.cache:
        oracle.cache.earlier += answered.earlier_answers
        oracle.cache.fault = oracle.cache.fault or answered.cache_fault


def _load_known(system: Known) -> System:
    found = once(load_system, system.name)
    if fingerprint(system.name, found) != system.fingerprint:
        raise ZelligError(
            f"{system.name!r} is another system there than here", remedy="Bring the same one to both."
        )
    return found
