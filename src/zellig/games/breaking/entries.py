"""The entries of a run: what makers make of its originals, checked and written once, read when there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec

from zellig.checks.corpus import IndexedCorpus
from zellig.checks.form import Fault
from zellig.checks.pipeline import check
from zellig.checks.policy import default_policy
from zellig.checks.waivers import waivers_of
from zellig.engine import Engine
from zellig.files import write_json, write_text
from zellig.games.breaking.asking import Asked, Asking
from zellig.games.breaking.making import Made, Maker, Work
from zellig.games.breaking.making_again import originals_to_break_again, warn_of_other_pairs
from zellig.games.breaking.notes import Notes, checks_of, notes_of, read_findings, read_notes
from zellig.games.breaking.plan import Plan
from zellig.games.breaking.portions import Portion, groups_of, make_entries
from zellig.games.contest.contest import Entry
from zellig.items import Item, Pair, read_records, write_records
from zellig.oracle import Progress, question_hash
from zellig.own_objects import HERE
from zellig.performers import Breaker
from zellig.store.run import Run
from zellig.tasks import Task

ASIDE = "set-aside/"  # where strict play puts pairs with faults


def makers_of(
    loads: Mapping[str, str], breakers: Mapping[str, Breaker], systems: Mapping[str, Asked]
) -> list[Maker]:
    """A breaker that asks nothing once, one that asks once for each system."""
    return [
        maker
        for name, load in loads.items()
        for maker in (
            [Maker(name, load)]
            if breakers[name].see == "nothing"
            else [
                Maker(name, load, system, asked.load, asked.fingerprint) for system, asked in systems.items()
            ]
        )
    ]


@dataclass(frozen=True)
class Entries:
    """Who makes pairs of what, and where they are."""

    run: Run
    plan: Plan
    task: Task
    domain: str
    originals: Sequence[Item]
    breakers: Mapping[str, Breaker]
    makers: Sequence[Maker]
    asking: Asking
    progress: Progress
    engine: Engine

    def at(self, place: str) -> list[Entry]:
        """The entries of a place that have pairs, in the order of a folder."""
        made = (
            Entry(maker.breaker, self.pairs(maker, place), maker.victim, self.notes(maker).faults)
            for maker in self.makers
        )
        return sorted((entry for entry in made if entry.pairs), key=lambda entry: entry.name)

    def pairs(self, maker: Maker, place: str = "") -> list[Pair]:
        """What a maker made, of that what counts or what was set aside."""
        file = f"{place}pairs/{maker.entry}.jsonl"
        return list(read_records(self.run / file, Pair)) if self.run.has(file) else []

    def notes(self, maker: Maker) -> Notes:
        """What came of the originals in the hands of a maker."""
        return read_notes(self.run / notes_of(maker.entry))

    def findings(self, maker: Maker) -> dict[str, list[Fault]]:
        """By pair what speaks against its validity, in words."""
        return read_findings(self.run / checks_of(maker.entry)) if self.notes(maker).faults else {}

    def compare(self, over: Collection[str]) -> None:
        """Objects in hand whose pairs are there are tried; one that needs a system that is not there cannot
        be."""
        for maker in self.makers:
            made = maker.load.startswith(HERE) and self.run.has(notes_of(maker.entry))
            if made and maker.victim not in over:
                kept = self.pairs(maker) + self.pairs(maker, ASIDE)
                work = self._work((maker,), originals_to_break_again(self.originals, kept))
                warn_of_other_pairs(maker, kept, work, whole=self.notes(maker).rejected == 0)

    def make(self) -> None:
        """Make what is not made yet; a group of makers is whole or made again."""
        missing = [
            maker
            for group in groups_of(self.makers)
            if not all(self.run.has(notes_of(maker.entry)) for maker in group)
            for maker in group
        ]
        with self.run.timed("pairs"):
            made = make_entries(self.run, missing, self.originals, self._work, self.engine, self._tell)
            for maker, all_of_it in made:
                if maker.victim is not None:
                    asked = all_of_it.victim_calls, all_of_it.earlier_answers, all_of_it.failures
                    self.asking.note(maker.entry, maker.victim, *asked)
                self._write(maker, all_of_it)

    def _work(self, makers: tuple[Maker, ...], items: Sequence[Item]) -> Work:
        plan = self.plan
        see_originals = self.breakers[makers[0].breaker].see == "originals"
        only = self._questions if see_originals else None
        victim = makers[0].victim
        proof = self.asking.proof_of(victim) if victim else None
        has_files = self.engine.same_files or makers[0].asks_model
        cache = self.asking.cache_for(victim) if victim and has_files else None
        domain, budget = self.domain, plan.budget
        return Work(plan.task, domain, plan.seed, makers, items, budget, plan.models, only, cache, proof)

    def _tell(self, portion: Portion, made: Sequence[Made], done: int, number: int) -> None:
        for maker, each in zip(portion.makers, made, strict=True):
            if maker.victim is not None:
                self.asking.give_up_cache(maker.victim, each.cache_fault)
        self.progress("pairs are made", done, number)

    @cached_property
    def _questions(self) -> frozenset[str]:
        """All that a breaker may ask that sees the originals."""
        return frozenset(map(question_hash, self.originals))

    @cached_property
    def _corpus(self) -> IndexedCorpus:
        """What the pairs of all makers are checked against."""
        return IndexedCorpus(self.originals, self.task)

    def _write(self, maker: Maker, made: Made) -> None:
        """The pairs that pass, and what was found in all; the last file is the sign that all are there."""
        report = check(
            enumerate(made.pairs, 1),
            self.task,
            default_policy(),
            originals=self._corpus,
            alone=made.alone,
            waived=waivers_of(self.breakers[maker.breaker]),
        )
        write_json(self.run / checks_of(maker.entry), report.summary())
        accepted, valid, faults = report.accepted, report.valid, report.faults
        aside = [pair for pair in accepted if pair.id in faults] if self.plan.strict else []
        for place, pairs in (("", valid if self.plan.strict else accepted), (ASIDE, aside)):
            if pairs:
                write_records(
                    self.run / f"{place}pairs/{maker.entry}.jsonl",
                    Pair,
                    pairs,
                    self.plan.task,
                    author=maker.breaker,
                    victim=maker.victim,
                )
        refusals = dict(sorted(made.refusals.items()))
        notes = Notes(len(accepted), len(valid), len(report.rejected), made.queries, refusals, faults)
        write_text(self.run / notes_of(maker.entry), msgspec.json.encode(notes).decode() + "\n")
