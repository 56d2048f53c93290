"""The systems of a run: each asked through the cache that it may use, and what was asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from heapq import nsmallest
from pathlib import Path

import msgspec

from zellig.decoding import decode_toml
from zellig.doors import option
from zellig.files import read_whole
from zellig.games.breaking.plan import loaded_system
from zellig.items import Item
from zellig.notices import note, warn
from zellig.oracle import Oracle, answers_of, question_hash
from zellig.own_objects import HERE
from zellig.store.cache import Cache, remove
from zellig.store.run import PLAN, Run
from zellig.systems.loading import fingerprint, is_pinned
from zellig.tasks import Task

SAMPLE = 20  # originals that are asked about again when a run is taken up
ANSWERS = "answers.sqlite"  # of systems that may change unseen, as long as the run is under way

OpenCache = Callable[[], Cache]


class Asked(msgspec.Struct, frozen=True):
    """A system as it is written into a plan."""

    load: str = msgspec.field(name="from")  # as the user named it
    fingerprint: str
    pinned: bool  # nothing that decides its answers can change unseen


class _Plan(msgspec.Struct, frozen=True):
    """What is read of `run.toml`."""

    game: str = ""
    systems: dict[str, Asked] = {}


def asked_systems(systems: Mapping[str, str], over: Mapping[str, Asked]) -> dict[str, Asked]:
    """The systems of a run by name, with what is known of their identity; they stay as they were in a run
    that is `over`."""
    return {
        name: over.get(name)
        or Asked(spec, fingerprint(spec, loaded_system(spec)), is_pinned(spec, loaded_system(spec)))
        for name, spec in systems.items()
    }


def systems_of_old(folder: Path, last: str, specs: Collection[str]) -> dict[str, Asked]:
    """Of a run that has come to its end, with its `last` file, the systems that need not be there any more.

    They may change unseen, so that asking them again would prove nothing about the run. An object in hand is
    at hand, and is asked.
    """
    plan = folder / PLAN
    if not ((folder / last).is_file() and plan.is_file()):
        return {}
    remedy = f"Choose another folder with {option('out')}, or delete this one."
    found = decode_toml(read_whole(plan), _Plan, path=plan, what="the plan of a run", remedy=remedy)
    return {
        name: asked
        for name, asked in found.systems.items()
        if found.game == "breaking"
        and asked.load in specs
        and not asked.pinned
        and not asked.load.startswith(HERE)
    }


def sample_of(items: Sequence[Item], number: int) -> list[Item]:
    """So many items from all over, always the same ones: those at the beginning may be alike."""
    return nsmallest(number, items, key=question_hash)


def tell_not_asked(over: Collection[str]) -> None:
    """Say of which systems a run that is over shows what they answered then."""
    if over:
        was = "was" if len(over) == 1 else "were"
        note(f"{' and '.join(over)} {was} not asked again: the answers of this run are kept")


class Asking:
    """Who may be asked in a run, and what comes of it.

    A cache with a fault is given up: each who opens it would have to wait for whoever has locked it.
    """

    def __init__(self, run: Run, systems: dict[str, Asked], shared: Path, *, fresh: bool) -> None:
        self._run, self._shared, self._fresh = run, shared, fresh
        self._given_up: set[Path] = set()
        self._proofs: dict[str, Item] = {}
        self.systems = systems

    def cache_for(self, system: str) -> OpenCache | None:
        """Where answers of a system are kept: for all runs, or for this one if it may change unseen."""
        place = self._place(system)
        return None if place in self._given_up else partial(Cache, place, self._run.id, fresh=self._fresh)

    def oracle(self, system: str) -> Oracle:
        """A system that can be asked."""
        open_cache = self.cache_for(system)
        asked = self.systems[system]
        cache = open_cache() if open_cache else None
        return Oracle(loaded_system(asked.load), asked.fingerprint, cache, proof=self.proof_of(system))

    def compare(self, system: str, items: Sequence[Item], known: Mapping[str, str], task: Task) -> None:
        """Warn if a system that may change unseen answers otherwise than when the run was begun."""
        asked = self.systems[system]
        if asked.pinned:
            return
        some = sample_of(items, SAMPLE)
        given = answers_of(loaded_system(asked.load), some, task)
        others = sum(known[item.id] != answer for item, answer in zip(some, given, strict=True))
        if others:
            warn(
                f"{system} answers {others} of {len(some)} originals differently from when this run was "
                f"begun; if it was changed, choose another {option('out')}: what it answered before is kept"
            )

    def proven(self, system: str, answered: Sequence[Item]) -> None:
        """The system has answered these but for those that it failed on: one of them can be asked again."""
        failed = self._run.failures.get(system, {})
        proof = next((item for item in answered if item.id not in failed), None)
        if proof is not None:
            self._proofs[system] = proof

    def proof_of(self, system: str) -> Item | None:
        """An item that the system has answered."""
        return self._proofs.get(system)

    def note(
        self, step: str, system: str, victim_calls: int, earlier_answers: int, failures: dict[str, str]
    ) -> None:
        """What a step took goes into the log, for the sums when the run is taken up and ends."""
        if victim_calls or earlier_answers:
            asked = {"victim_calls": victim_calls, "earlier_answers": earlier_answers}
            self._run.log({"asked": step, **asked, "failures": {system: failures} if failures else {}})

    def give_up_cache(self, system: str, fault: str) -> None:
        """Say why a cache is of no use, once, and go on without it."""
        if fault and self._place(system) not in self._given_up:
            self._given_up.add(self._place(system))
            warn(fault)

    def forget(self) -> None:
        """Remove the answers that are kept as long as the run is under way."""
        remove(self._run / ANSWERS)

    def _place(self, system: str) -> Path:
        return self._shared if self.systems[system].pinned else self._run / ANSWERS
