"""Breakers against systems on the items of a corpus, in a run directory.

A breaker that sees nothing makes its pairs once; one that asks makes them for each system, and all systems
are put to all pairs: what was made for one and given to another is transfer. Steps whose files are there are
not done again, so a killed run is taken up where it stopped and ends as if it had not been.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

import msgspec

from zellig import __version__
from zellig.breakers.loading import domain_for, load_breaker, named_breakers
from zellig.breakers.strategies.domains import NEUTRAL
from zellig.checks.pipeline import check
from zellig.checks.policy import default_policy
from zellig.checks.waivers import waivers_of
from zellig.corpora import corpus_hash
from zellig.files import write_json, write_text
from zellig.games.breaking.answering import Given, answered, items_of, known_answers
from zellig.games.breaking.asking import Asked, Asking, asked_systems, systems_of_old, tell_not_asked
from zellig.games.breaking.making import Made, Maker, Work, forget_loaded_breakers
from zellig.games.breaking.making_again import originals_to_break_again, warn_of_other_pairs
from zellig.games.breaking.notes import Notes, checks_of, notes_of, read_findings, read_notes
from zellig.games.breaking.plan import (
    Plan,
    dev_items_of,
    forget_loaded_systems,
    loaded_system,
    named_systems,
    originals_of,
    refuse_unplayable,
)
from zellig.games.breaking.portions import Portion, groups_of, make_entries
from zellig.games.breaking.reasons import REASONS
from zellig.games.breaking.result import Result
from zellig.games.contest.answers import QuestionSheet
from zellig.games.contest.contest import Confidences, Contest, Development, Entry
from zellig.items import Item, Pair, read_records, write_records
from zellig.measures.outcomes import Answers
from zellig.notices import note
from zellig.oracle import Oracle, Progress, question_hash
from zellig.own_objects import HERE
from zellig.store.hashes import warn_of_changes
from zellig.store.run import Run
from zellig.store.versions import resource_versions
from zellig.systems.evaluation import refuse_two_texts, training_folder, training_overlap
from zellig.tasks import get_task
from zellig.tasks.finding import keep_task, stated

SCORES = "scores.json"  # the last file of a run
HELD = (
    "originals.jsonl",
    "originals",
    "dev.jsonl",
    "dev",
    "pairs",
    "predictions",
    "set-aside",
    "made",
    REASONS,
)
ASIDE = "set-aside/"  # where strict play puts pairs with faults


class Breaking:
    """A run under way; everything that could be refused is refused before it begins."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        cache: Path,
        progress: Progress,
        workers: int = 1,
    ) -> None:
        self.plan, self.progress, self.workers = plan, progress, workers
        forget_loaded_systems()
        forget_loaded_breakers()
        self.task = get_task(plan.task)
        self._over = systems_of_old(folder, SCORES, plan.systems)
        self.systems = named_systems(plan.systems, {each.load: name for name, each in self._over.items()})
        self.asked = named_breakers(plan.breakers, self.task)
        self.originals = originals_of(plan, self.task)
        self.domain = domain_for(self.task, self.originals, plan.domain)
        self.breakers = {
            name: load_breaker(each, self.task, self.domain or NEUTRAL) for name, each in self.asked.items()
        }
        refuse_unplayable(plan, self.breakers, self._present)
        self.dev = dev_items_of(plan, self.task, self.originals)
        self._refuse_two_texts()
        for spec in self._present.values():
            learnt_in = training_folder(loaded_system(spec), spec)
            for items in (self.originals, self.dev):
                training_overlap(learnt_in, items, self.task, allow=plan.allow_overlap)
        asked = asked_systems(self.systems, self._over)
        self.run = Run(folder, self._plan(asked)).begin()
        keep_task(self.task, folder)
        self.asking = Asking(self.run, asked, cache, fresh=plan.fresh)

    def _plan(self, systems: dict[str, Asked]) -> dict[str, object]:
        plan = self.plan
        return {
            "game": "breaking",
            "zellig": __version__,
            **stated(self.task),
            "seed": plan.seed,
            "corpus": plan.corpus,
            "corpus_hash": corpus_hash(self.originals),
            **({"dev": plan.dev, "dev_hash": corpus_hash(self.dev)} if plan.dev else {}),
            "originals": len(self.originals),
            "see": plan.see,
            "budget": plan.budget,
            "strict": plan.strict,
            **({"models": True} if plan.models else {}),
            **({"fresh": True} if plan.fresh else {}),
            "systems": msgspec.to_builtins(systems),
            **({"domain": self.domain} if self.domain else {}),
            "breakers": {name: msgspec.to_builtins(each.spec) for name, each in self.breakers.items()},
            "resources": resource_versions(),
        }

    @property
    def _present(self) -> dict[str, str]:
        """The systems that may be asked."""
        return {name: spec for name, spec in self.systems.items() if name not in self._over}

    @property
    def makers(self) -> list[Maker]:
        """A breaker that asks nothing once, one that asks once for each system."""
        return [
            maker
            for name, load in self.asked.items()
            for maker in (
                [Maker(name, load)]
                if self.breakers[name].see == "nothing"
                else [
                    Maker(name, load, system, asked.load, asked.fingerprint)
                    for system, asked in self.asking.systems.items()
                ]
            )
        ]

    def play(self) -> Result:
        """Make all pairs, check them, have them answered."""
        with self.run.alone():
            return self._played()

    def _played(self) -> Result:
        self._write_items("originals.jsonl", self.originals)
        self._write_items("dev.jsonl", self.dev)
        taken_up = [name for name in self._present if self.run.has(f"originals/{name}.jsonl")]
        if finished := self.run.has(SCORES):
            note("this run was complete already: these are its figures, and nothing was made again")
        tell_not_asked(self._over)
        warn_of_changes(self.run.folder, HELD)
        # Before the long work: a system that is out of order is found at once.
        known = {"originals": self.originals} | ({"dev": self.dev} if self.dev else {})
        first = {
            name: self._answers(name, {f"{what}/{name}": items for what, items in known.items()}, "originals")
            for name in self.systems
        }
        for name, files in first.items():
            if name in taken_up:
                before = files[f"originals/{name}"].answers
                self.asking.compare(name, self.originals, before, self.task)
            self.asking.proven(name, self.originals)
        self._compare_breakers()
        self._make_all()
        dev = {name: files[f"dev/{name}"].answers for name, files in first.items() if self.dev}
        played = self._contest("", dev)
        aside = self._contest(ASIDE, {})
        self.asking.forget()
        return Result(
            plan=self.plan,
            task=self.task,
            originals=self.originals,
            answers={name: files[f"originals/{name}"].answers for name, files in first.items()},
            makers=self.makers,
            played=played,
            aside=aside,
            notes={maker.entry: self._notes(maker) for maker in self.makers},
            findings={
                maker.entry: read_findings(self.run / checks_of(maker.entry))
                if self._notes(maker).faults
                else {}
                for maker in self.makers
            },
            systems={name: loaded_system(spec) for name, spec in self._present.items()},
            victim_calls=self.run.victim_calls,
            earlier_answers=self.run.earlier_answers,
            finished=finished,
            failures=self.run.failures,
        )

    def _write_items(self, file: str, items: Sequence[Item]) -> None:
        if items and not self.run.has(file):
            write_records(self.run / file, Item, items, self.plan.task)

    def _answers(self, system: str, wanted: Mapping[str, Sequence[Item]], what: str) -> dict[str, Given]:
        """A system's answers by file; `what` it answers is one step, however many files there are."""
        found: dict[str, Given] = {}
        step, total, before = f"{system} answers {what}", sum(map(len, wanted.values())), 0
        for file, items in wanted.items():
            told = partial(self._tell_answers, step, before, total)
            known = known_answers(self.run, f"{file}.jsonl", items, self.task)
            found[file] = self._asked_now(system, file, items, told) if known is None else known
            before += len(items)
            self.progress(step, before, total)  # also where the file was there
        return found

    def _tell_answers(self, step: str, before: int, total: int, _: str, done: int, __: int) -> None:
        self.progress(step, before + done, total)

    def _asked_now(self, system: str, file: str, items: Sequence[Item], told: Progress) -> Given:
        with self.asking.oracle(system) as oracle:
            note = partial(self._note, file, system, oracle)
            found = answered(self.run, f"{file}.jsonl", oracle, items, self.task, told, note)
            self.asking.give_up_cache(system, oracle.cache.fault if oracle.cache else "")
        return found

    def _note(self, step: str, system: str, oracle: Oracle) -> None:
        self.asking.note(step, system, oracle.victim_calls, oracle.earlier_answers, oracle.failures)

    def _contest(self, place: str, dev: Mapping[str, Mapping[str, str]]) -> Contest:
        """The entries of a place that have pairs, answered by all systems; in the order of a folder."""
        made = (
            Entry(m.breaker, self._pairs(m.entry, place), m.victim, self._notes(m).faults)
            for m in self.makers
        )
        entries = sorted((entry for entry in made if entry.pairs), key=lambda entry: entry.name)
        questions = {entry.name: QuestionSheet(entry.pairs) for entry in entries}
        items = {entry.name: items_of(entry.pairs) for entry in entries}
        self._refuse_two_texts(*items.values())
        answers: dict[str, dict[str, Answers]] = {}
        confidences: dict[str, dict[str, Confidences]] = {}
        for system in sorted(self.systems):
            files = {name: f"{place}predictions/{system}/{name}" for name in questions}
            wanted = {file: items[name] for name, file in files.items()}
            found = self._answers(system, wanted, "what was set aside" if place else "pairs")
            given = {name: found[file] for name, file in files.items()}
            answers[system] = {name: asked.align(given[name].answers) for name, asked in questions.items()}
            confidences[system] = {
                name: asked.align_confidences(given[name].confidences) for name, asked in questions.items()
            }
        development = Development({item.id: item for item in self.dev}, dev) if dev else Development()
        return Contest(self.task, entries, answers, development, confidences=confidences)

    def _refuse_two_texts(self, *made: Sequence[Item]) -> None:
        """Of what is known now: an id may have one text among the originals, and another among the pairs."""
        for spec in self._present.values():
            refuse_two_texts(loaded_system(spec), chain(self.originals, self.dev, *made))

    def _pairs(self, entry: str, place: str) -> list[Pair]:
        file = f"{place}pairs/{entry}.jsonl"
        return list(read_records(self.run / file, Pair)) if self.run.has(file) else []

    def _compare_breakers(self) -> None:
        """Objects in hand whose pairs are there are tried; one that needs a system that is not there cannot
        be."""
        for maker in self.makers:
            made = maker.load.startswith(HERE) and self.run.has(notes_of(maker.entry))
            if made and maker.victim not in self._over:
                kept = self._pairs(maker.entry, "") + self._pairs(maker.entry, ASIDE)
                work = self._work((maker,), originals_to_break_again(self.originals, kept))
                warn_of_other_pairs(maker, kept, work, whole=self._notes(maker).rejected == 0)

    def _make_all(self) -> None:
        """Make what is not made yet; a group of makers is whole or made again."""
        missing = [
            maker
            for group in groups_of(self.makers)
            if not all(self.run.has(notes_of(maker.entry)) for maker in group)
            for maker in group
        ]
        with self.run.timed("pairs"):
            made = make_entries(self.run, missing, self.originals, self._work, self.workers, self._tell)
            for maker, all_of_it in made:
                if maker.victim is not None:
                    asked = all_of_it.victim_calls, all_of_it.earlier_answers, all_of_it.failures
                    self.asking.note(maker.entry, maker.victim, *asked)
                self._write(maker, all_of_it)

    def _work(self, makers: tuple[Maker, ...], items: Sequence[Item]) -> Work:
        plan = self.plan
        see_originals = self.breakers[makers[0].breaker].see == "originals"
        only = frozenset(map(question_hash, self.originals)) if see_originals else None
        victim = makers[0].victim
        cache, proof = (
            (self.asking.cache_for(victim), self.asking.proof_of(victim)) if victim else (None, None)
        )
        domain, budget = self.domain or NEUTRAL, plan.budget
        return Work(plan.task, domain, plan.seed, makers, items, budget, plan.models, only, cache, proof)

    def _tell(self, portion: Portion, made: Sequence[Made], done: int, number: int) -> None:
        for maker, each in zip(portion.makers, made, strict=True):
            if maker.victim is not None:
                self.asking.give_up_cache(maker.victim, each.cache_fault)
        self.progress("pairs are made", done, number)

    def _write(self, maker: Maker, made: Made) -> None:
        """The pairs that pass, and what was found in all; the last file is the sign that all are there."""
        report = check(
            enumerate(made.pairs, 1),
            self.task,
            default_policy(),
            originals=self.originals,
            faults=made.faults,
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

    def _notes(self, maker: Maker) -> Notes:
        return read_notes(self.run / notes_of(maker.entry))
