"""The systems of a run: each asked through the cache that it may use, and what was asked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from zellig.games.breaking.plan import loaded_system
from zellig.oracle import Oracle
from zellig.store.cache import Cache, remove
from zellig.store.run import Run
from zellig.systems.loading import fingerprint, is_pinned

ANSWERS = "answers.sqlite"  # of systems that may change unseen, as long as the run is under way

OpenCache = Callable[[], Cache]


class Asked(msgspec.Struct, frozen=True):
    """A system as it is written into a plan."""

    load: str = msgspec.field(name="from")  # as the user named it
    fingerprint: str
    pinned: bool  # nothing that decides its answers can change unseen


def asked_systems(systems: dict[str, str]) -> dict[str, Asked]:
    """The systems of a run by name, with what is known of their identity."""
    return {
        name: Asked(spec, fingerprint(spec, loaded_system(spec)), is_pinned(spec, loaded_system(spec)))
        for name, spec in systems.items()
    }


class Asking:
    """Who may be asked in a run, and what comes of it.

    A cache with a fault is given up: each who opens it would have to wait for whoever has locked it.
    """

    def __init__(
        self, run: Run, systems: dict[str, Asked], shared: Path, *, fresh: bool, warn: Callable[[str], None]
    ) -> None:
        self._run, self._shared, self._fresh, self._warn = run, shared, fresh, warn
        self._given_up: set[Path] = set()
        self.systems = systems
        self.failures: dict[str, dict[str, str]] = {name: {} for name in systems}

    def cache_for(self, system: str) -> OpenCache | None:
        """Where answers of a system are kept: for all runs, or for this one if it may change unseen."""
        place = self._place(system)
        return None if place in self._given_up else partial(Cache, place, self._run.id, fresh=self._fresh)

    def oracle(self, system: str) -> Oracle:
        """A system that can be asked."""
        open_cache = self.cache_for(system)
        asked = self.systems[system]
        return Oracle(loaded_system(asked.load), asked.fingerprint, open_cache() if open_cache else None)

    def note(self, step: str, system: str, oracle: Oracle) -> None:
        """Note what a step took."""
        fault = oracle.cache.fault if oracle.cache else ""
        self.note_numbers(step, system, oracle.victim_calls, oracle.earlier_answers, oracle.failures, fault)

    def note_numbers(
        self,
        step: str,
        system: str,
        victim_calls: int,
        earlier_answers: int,
        failures: dict[str, str],
        cache_fault: str,
    ) -> None:
        """The same, of a step that was done elsewhere; the log has it for the sum when a run is taken up."""
        self.give_up_cache(system, cache_fault)
        self.failures[system] |= failures
        if victim_calls or earlier_answers:
            asked = {"victim_calls": victim_calls, "earlier_answers": earlier_answers}
            self._run.log({"asked": step, **asked})

    def give_up_cache(self, system: str, fault: str) -> None:
        """Say why a cache is of no use, once, and go on without it."""
        if fault and self._place(system) not in self._given_up:
            self._given_up.add(self._place(system))
            self._warn(fault)

    def forget(self) -> None:
        """Remove the answers that are kept as long as the run is under way."""
        remove(self._run / ANSWERS)

    def _place(self, system: str) -> Path:
        return self._shared if self.systems[system].pinned else self._run / ANSWERS
