"""A small world for guessers: invented towns, invented facts, and questions that get easier."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from zellig.corpora import open_corpus
from zellig.games.quiz.buzzer_training import Lessons, fit_buzzer, hear_lessons
from zellig.items import Item
from zellig.measures.expected_wins import PUBLISHED
from zellig.systems import load_system
from zellig.systems.card import Card
from zellig.systems.training import Progress, train_system

TOWNS = [
    "Ashmoor",
    "Belcastle",
    "Cindervale",
    "Dunwater",
    "Elmscar",
    "Farrowick",
    "Glimmergate",
    "Hollowmere",
    "Ivorystead",
    "Juniperton",
    "Kestrelby",
    "Larkhaven",
    "Mossbridge",
    "Nettlecombe",
    "Oldharrow",
    "Pinegarth",
    "Quillford",
    "Rookspire",
    "Saltmarsh",
    "Thistledon",
]
MAKERS = [
    "weavers",
    "potters",
    "bakers",
    "glaziers",
    "coopers",
    "brewers",
    "smiths",
    "tanners",
    "millers",
    "saddlers",
]
SAINTS = ["Odo", "Wynn", "Bertram", "Hild", "Cuthfred", "Ymma", "Leofric", "Tova", "Aldith", "Swithold"]
RIVERS = ["Ame", "Brend", "Corrow", "Dalve", "Esker", "Finn", "Garrel", "Hyle", "Issen", "Jorde"]
EPITHETS = ["Bald", "Grim", "Tall", "Late"]
SAID = ["as told", "as sung", "as noted", "as feared", "as hoped", "as drawn", "as known", "as carved"]
BY = [
    "by monks",
    "by sailors",
    "by guides",
    "by children",
    "by widows",
    "by clerks",
    "by poets",
    "by drovers",
]
FOODS = ["plum dumplings", "smoked eel", "barley bread", "goat cheese", "honey cake", "pickled beets"]


def question(town: str, seed: int) -> str:
    """A question about a town: facts that are its own, in a choice, an order and words that the seed decides.

    Two questions about one town have few words in a row in common, as those of two tournaments.
    """
    own, chance = random.Random(town), random.Random(f"{town} {seed}")

    def by() -> str:
        return f"{chance.choice(SAID)} {chance.choice(BY)}"

    facts = [
        f"The {own.choice(MAKERS)} of this town, {by()}, hid a bell, {by()}, near {own.choice(RIVERS)} Weir.",
        f"A chapel, {by()}, of Saint {own.choice(SAINTS)}, {by()}, has {own.randint(3, 40)} green windows.",
        f"Visitors, {by()}, are offered {own.choice(FOODS)}, {by()}, on the {own.choice(SAINTS)} fair.",
        f"Duke {own.choice(SAINTS)} the {own.choice(EPITHETS)}, {by()}, lost a siege, {by()}, of this town.",
        f"Its tower of {own.randint(41, 99)} steps, {by()}, leans, {by()}, to river {own.choice(RIVERS)}.",
    ]
    early = [f"Song number {seed} of an old book praises this town.", *chance.sample(facts, 3)]
    return " ".join([*early, f"For 10 points, name this town whose name begins like {town[:4].lower()}er."])


def write_questions(path: Path, seeds: range, towns: list[str] | None = None) -> Path:
    """A file of tossups: one question for each town and seed."""
    rows = [
        {
            "id": f"{town}-{seed}",
            "question": question(town, seed),
            "answer": f"<b><u>{town}</u></b> [accept {town} Town; prompt on {town[:5]}]",
            "category": "Geography" if len(town) % 2 else "History",
            "year": 2000 + seed,
        }
        for seed in seeds
        for town in towns or TOWNS
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def write_leads(path: Path) -> Path:
    """An encyclopedia of the same towns, and of some that no question is about."""
    rows = [
        {"title": town, "text": f"{town} is a town on the river {random.Random(town).choice(RIVERS)}."}
        for town in [*TOWNS, "Nowhere", "Elsewhere"]
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@dataclass
class World:
    """Files of such questions, and guessers and buzzers that have learnt them, each when it is asked for."""

    folder: Path
    _done: dict[str, Path] = field(default_factory=dict)

    def __post_init__(self) -> None:
        write_questions(self.folder / "train.jsonl", range(4))
        write_questions(self.folder / "dev.jsonl", range(4, 8))
        write_questions(self.folder / "buzz.jsonl", range(8, 10))
        write_questions(self.folder / "test.jsonl", range(10, 11))
        write_leads(self.folder / "leads.jsonl")

    def spec(self, name: str) -> str:
        """A corpus: train, dev (for ensembles), buzz, test or leads."""
        return f"{'leads' if name == 'leads' else 'tossups'}:{self.folder / name}.jsonl"

    def items(self, name: str) -> list[Item]:
        return list(open_corpus(self.spec(name)))

    def guesser(self, name: str) -> Path:
        """The folder of a trained guesser."""
        if name not in self._done:
            self.train(name, self.folder / name)
            self._done[name] = self.folder / name
        return self._done[name]

    def system(self, name: str) -> Any:
        return load_system(str(self.guesser(name)))

    def train(self, name: str, out: Path, progress: Progress = lambda what, done, total: None) -> Card:
        corpora = {"ir": [self.spec("train"), self.spec("leads")], "ensemble": [self.spec("dev")]}
        return train_system(
            name,
            corpora.get(name, [self.spec("train")]),
            out,
            config=self.settings(name),
            seed=1,
            progress=progress,
        )

    def settings(self, name: str) -> Any:
        """With these one is small and trained in a moment."""
        if name == "dan":
            from zellig.systems import dan

            return dan.Settings(size=32, epochs=60, batch=16, left_out=0.1, dropout=0.0)
        if name == "gru":
            from zellig.systems import gru

            return gru.Settings(size=32, epochs=15, batch=8, dropout=0.0)
        if name == "ensemble":
            from zellig.systems import ensemble

            members = (str(self.guesser("ir")), str(self.guesser("tfidf")))
            return ensemble.Settings(members, trees=10, depth=3)
        return None

    @cached_property
    def lessons(self) -> Lessons:
        """What the baseline said of questions that are new to it."""
        return hear_lessons(str(self.guesser("tfidf")), open_corpus(self.spec("buzz")), step=40)

    def buzzer(self, name: str) -> Path:
        """The folder of a trained buzzer; the guesser that it trusts is the baseline."""
        folder = self.folder / f"buzzer-{name}"
        if not folder.exists():
            fit_buzzer(name, self.lessons, PUBLISHED, folder, seed=1)
        return folder
