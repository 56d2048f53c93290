"""Breakers against systems on the items of a corpus, in a run directory.

A breaker that sees nothing makes its pairs once; one that asks makes them for each system, and all systems
are put to all pairs: what was made for one and given to another is transfer. Steps whose files are there are
not done again, so a killed run is taken up where it stopped and ends as if it had not been.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

import msgspec

from zellig import __version__
from zellig.breakers.loading import domain_for, load_breaker, named_breakers
from zellig.breakers.strategies.domains import NEUTRAL
from zellig.breakers.strategies.one_scene import unfit
from zellig.corpora import corpus_hash
from zellig.engine import IN_PROCESS, Engine, forget
from zellig.games.breaking.answering import Answering, items_of
from zellig.games.breaking.asking import ANSWERS, Asked, Asking, asked_systems, systems_of_old, tell_not_asked
from zellig.games.breaking.entries import ASIDE, Entries, makers_of
from zellig.games.breaking.making import prove_breaker
from zellig.games.breaking.models import settled
from zellig.games.breaking.plan import (
    Plan,
    dev_items_of,
    loaded_system,
    named_systems,
    originals_of,
    refuse_unplayable,
)
from zellig.games.breaking.reasons import REASONS
from zellig.games.breaking.result import Result
from zellig.games.contest.answers import QuestionSheet, answered_of
from zellig.games.contest.contest import Confidences, Contest, Development
from zellig.items import Item, write_records
from zellig.measures.doubt import doubt_about
from zellig.measures.outcomes import Answers
from zellig.notices import note
from zellig.oracle import Progress
from zellig.store.cache import ENDINGS
from zellig.store.hashes import warn_of_changes
from zellig.store.run import Run
from zellig.store.versions import resource_versions
from zellig.systems.asking import asked_here, try_systems
from zellig.systems.declared import refuse_other_task, training_folder
from zellig.systems.doubt_words import warn_of_doubt
from zellig.systems.evaluation import refuse_two_texts, training_overlap
from zellig.systems.replies import FILE as REPLIES
from zellig.systems.replies import costs_in, current
from zellig.tasks import get_task
from zellig.tasks.finding import TASK, keep_task, stated

SCORES = "scores.json"  # the last file of a run
ORIGINALS, DEV = "originals.jsonl", "dev.jsonl"
BEFORE_WORK = (ORIGINALS, DEV, TASK, *(ANSWERS + ending for ending in ENDINGS))  # until a system has answered
HELD = (
    ORIGINALS,
    "originals",
    DEV,
    "dev",
    "pairs",
    "predictions",
    "set-aside",
    "made",
    REASONS,
)


class Breaking:
    """A run under way; everything that could be refused is refused before it begins."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        cache: Path,
        progress: Progress,
        engine: Engine = IN_PROCESS,
    ) -> None:
        self.plan = plan
        forget()
        self.task = get_task(plan.task)
        self._over = systems_of_old(folder, SCORES, plan.systems)
        known = {each.load: name for name, each in self._over.items()}
        self.systems = named_systems(plan.systems, known, self.task.name)
        for spec in self._present.values():
            refuse_other_task(spec, loaded_system(spec), self.task)
        self.asked = settled(named_breakers(plan.breakers, self.task), folder)
        self.originals = originals_of(plan, self.task)
        self.domain = domain_for(self.task, self.originals, plan.domain)
        left_out = unfit(self.asked.values(), plan.breakers, self.originals, self.task)
        self.asked = {name: each for name, each in self.asked.items() if each not in left_out}
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
        self._try_out(engine)
        self.run = Run(folder, self._plan(asked), before_work=BEFORE_WORK).begin()
        keep_task(self.task, folder)
        current().keep_in(self.run / REPLIES)
        self._asking = Asking(self.run, asked, cache, fresh=plan.fresh)
        self._answering = Answering(self.run, self.task, self._asking, progress, engine)
        self._entries = Entries(
            run=self.run,
            plan=plan,
            task=self.task,
            domain=self.domain or NEUTRAL,
            originals=self.originals,
            breakers=self.breakers,
            makers=makers_of(self.asked, self.breakers, asked),
            asking=self._asking,
            progress=progress,
            engine=engine,
        )

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

    def _try_out(self, engine: Engine) -> None:
        """Refuse workers that have not what is asked for, before anything is written."""
        try_systems(engine, {spec: loaded_system(spec) for spec in self._present.values()})
        for load in self.asked.values():
            if not asked_here(engine, load):
                engine.try_out(prove_breaker, (load, self.task.name, self.domain or NEUTRAL))

    @property
    def _present(self) -> dict[str, str]:
        """The systems that may be asked."""
        return {name: spec for name, spec in self.systems.items() if name not in self._over}

    def play(self) -> Result:
        """Make all pairs, check them, have them answered."""
        with self.run.alone():
            return self._played()

    def _played(self) -> Result:
        self._write_items(ORIGINALS, self.originals)
        self._write_items(DEV, self.dev)
        taken_up = [name for name in self._present if self.run.has(f"originals/{name}.jsonl")]
        if finished := self.run.has(SCORES):
            note("this run was complete already: these are its figures, and nothing was made again")
        tell_not_asked(self._over)
        warn_of_changes(self.run.folder, HELD)
        # Before the long work: a system that is out of order is found at once.
        known = {"originals": self.originals} | ({"dev": self.dev} if self.dev else {})
        first = {
            name: self._answering.answers(
                name, {f"{what}/{name}": items for what, items in known.items()}, "originals"
            )
            for name in self.systems
        }
        for name, files in first.items():
            if name in taken_up:
                before = files[f"originals/{name}"].answers
                self._asking.compare(name, self.originals, before, self.task)
            self._asking.proven(name, self.originals)
            self._tell_doubt(name, files[f"originals/{name}"].answers)
        entries = self._entries
        entries.compare(self._over)
        entries.make()
        dev = {name: files[f"dev/{name}"].answers for name, files in first.items() if self.dev}
        played = self._contest("", dev)
        aside = self._contest(ASIDE, {})
        self._asking.forget()
        costs = costs_in(self.run / REPLIES)
        if costs and not finished:
            self.run.log({"models": costs})
        return Result(
            plan=self.plan,
            task=self.task,
            originals=self.originals,
            answers={name: files[f"originals/{name}"].answers for name, files in first.items()},
            makers=entries.makers,
            played=played,
            aside=aside,
            notes={maker.entry: entries.notes(maker) for maker in entries.makers},
            findings={maker.entry: entries.findings(maker) for maker in entries.makers},
            systems={name: loaded_system(spec) for name, spec in self._present.items()},
            victim_calls=self.run.victim_calls,
            earlier_answers=self.run.earlier_answers,
            finished=finished,
            failures=self.run.failures,
            costs=costs,
        )

    def _tell_doubt(self, system: str, answers: Mapping[str, str]) -> None:
        """What is odd about a system is told before the long work."""
        given = [answers[item.id] for item in self.originals]
        warn_of_doubt(doubt_about(self.originals, given, self.task), system, self.task)

    def _write_items(self, file: str, items: Sequence[Item]) -> None:
        if items and not self.run.has(file):
            write_records(self.run / file, Item, items, self.plan.task)

    def _contest(self, place: str, dev: Mapping[str, Mapping[str, str]]) -> Contest:
        """The entries of a place that have pairs, answered by all systems."""
        entries = self._entries.at(place)
        questions = {entry.name: QuestionSheet(entry.pairs) for entry in entries}
        items = {entry.name: items_of(entry.pairs) for entry in entries}
        self._refuse_two_texts(*items.values())
        answers: dict[str, dict[str, Answers]] = {}
        confidences: dict[str, dict[str, Confidences]] = {}
        for system in sorted(self.systems):
            files = {name: f"{place}predictions/{system}/{name}" for name in questions}
            wanted = {file: items[name] for name, file in files.items()}
            what = "what was set aside" if place else "pairs"
            found = self._answering.answers(system, wanted, what)
            given = {name: found[file] for name, file in files.items()}
            answers[system] = {
                name: asked.align(answered_of(given[name].answers)) for name, asked in questions.items()
            }
            confidences[system] = {
                name: asked.align_confidences(given[name].confidences) for name, asked in questions.items()
            }
        development = Development({item.id: item for item in self.dev}, dev) if dev else Development()
        return Contest(self.task, entries, answers, development, confidences=confidences)

    def _refuse_two_texts(self, *made: Sequence[Item]) -> None:
        """Of what is known now: an id may have one text among the originals, and another among the pairs."""
        for spec in self._present.values():
            refuse_two_texts(loaded_system(spec), chain(self.originals, self.dev, *made))
