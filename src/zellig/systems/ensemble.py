"""Guessers together (after Studio Ousia, 2017): boosted trees over what each member says of an answer.

The paper sums neural text classification, retrieval and a match of entity types; a supervised learner
combines them. Here the candidates are the first guesses of all members, a candidate is described by the
probability and the rank that every member gives it, and trees say how probable it is. It has to be trained
on questions that no member has learnt from: a member is much too sure of those.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from copy import copy
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig.decoding import decode_json
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.files import read_whole, write_json
from zellig.items import Item, Prediction
from zellig.performers import Evidence, Spec, System, ask, derive_seed
from zellig.registry import lookup
from zellig.systems.boosted_trees import BoostedTrees
from zellig.systems.card import Card, Point, read_card, training_keys
from zellig.systems.guesses import asked_apart, left_out, needs_questions, ranked, refuse_known, share_right
from zellig.systems.settings import Count, Few, Positive, settings_of
from zellig.systems.training import Lesson
from zellig.tasks.quiz import QUIZ
from zellig.texts import comparable

NAME = "ensemble"
MEMBERS = "members.json"
CONSIDERED = 10  # first guesses of each member
ABSENT = 2 * CONSIDERED  # the rank of an answer that a member does not name
LEARNT = 4  # beginnings of each question that it learns from
LEAST = 256  # of them, with a right answer among the candidates
BATCH = 256
OF_EACH = 4  # features that every member gives

Floats = NDArray[np.float64]
Keys = NDArray[np.uint64]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the ensemble."""

    members: tuple[str, ...] = ()  # folders of trained guessers
    trees: Count = 150
    depth: Few = 5
    rate: Positive = 0.1


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A folder, as seen from that of the ensemble, and the fingerprint of the guesser in it."""

    folder: str
    fingerprint: str


class Candidates(msgspec.Struct, frozen=True):
    """Answers that members name, and a row of features for each."""

    answers: list[str]
    rows: Floats


class Ensemble:
    """Members, and the trees that weigh them."""

    Config = Settings
    probabilities = True
    labels: Sequence[str] = ()

    def __init__(
        self,
        spec: Spec,
        members: Sequence[System],
        folders: Sequence[Path],
        trees: BoostedTrees,
    ) -> None:
        self.spec = spec
        self._members, self._folders, self._trees = members, folders, trees

    @classmethod
    def train(cls, lesson: Lesson, config: Settings) -> Ensemble:
        """Learn from beginnings of questions that the members have not learnt from."""
        needs_questions(NAME, lesson)
        if len(config.members) < 2:
            raise ZelligError(
                f"an ensemble needs two members or more, and there are {len(config.members)}",
                remedy=f"""Name their folders in {option("config")}: members = ["build/ir", "build/dan"].""",
            )
        folders = [Path(each) for each in config.members]
        if len({each.resolve() for each in folders}) < len(folders):
            raise ZelligError("a member is named twice", remedy="Name every guesser once.")
        members = [_load(folder, _card(folder)) for folder in folders]
        for folder in folders:
            refuse_known(folder, lesson.train)
        heard = [part for item in lesson.train for part in _beginnings(item, lesson.seed)]
        rows, yes = [], []
        for start in range(0, len(heard), BATCH):
            batch = heard[start : start + BATCH]
            for item, found in zip(batch, _candidates(members, batch), strict=True):
                right = [QUIZ.rule(answer, item).outcome == "right" for answer in found.answers]
                if any(right):  # where no candidate is right there is nothing to choose
                    rows.append(found.rows)
                    yes += right
            lesson.progress(f"{NAME} asks its members", start + len(batch), len(heard))
        if len(rows) < LEAST or all(yes):
            alone = ", and no other," if yes and all(yes) else ""
            raise ZelligError(
                f"the members name the right answer{alone} to {len(rows)} of {len(heard)} beginnings of "
                "questions",
                remedy=f"Train on more questions of their kind: {LEAST} are the least.",
            )
        trees = BoostedTrees.fit(
            np.concatenate(rows),
            np.array(yes),
            trees=config.trees,
            depth=config.depth,
            rate=config.rate,
            seed=lesson.seed % 2**31,
        )
        spec = Spec(NAME, msgspec.to_builtins(config) | {"seed": lesson.seed})
        system = cls(spec, members, folders, trees)
        if lesson.dev:
            lesson.curve.append(Point(1, share_right(system, lesson.dev)))
        return system

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The candidates by the probability that the trees give them."""
        found = []
        for start in range(0, len(items), BATCH):
            batch = items[start : start + BATCH]
            for item, candidates in zip(batch, _candidates(self._members, batch), strict=True):
                odds = np.exp(np.clip(self._trees.log_odds(candidates.rows), -30, 30))
                shares = odds / (1 + odds.sum())  # what is left is for answers that no member has named
                found.append(ranked(item, dict(zip(candidates.answers, shares.tolist(), strict=True))))
        return found

    def explain(self, items: Sequence[Item]) -> list[Evidence]:
        """The evidence for the best guess."""
        return [
            self.evidence(item, str(each.answer))
            for item, each in zip(items, self.predict(items), strict=True)
        ]

    def evidence(self, item: Item, answer: str) -> Evidence:
        """What speaks for an answer to a member that knows it; one that looks answers up tells most."""
        tellers = [
            each
            for each in self._members
            if hasattr(each, "evidence") and answer in getattr(each, "answers", ())
        ]
        if not tellers:
            raise ZelligError("no member of the ensemble says why", remedy="Explain it by occlusion.")
        teller = min(tellers, key=lambda each: not hasattr(each, "texts_about"))
        found: Evidence = teller.evidence(item, answer)
        return found

    def apart_from(self, items: Sequence[Item]) -> tuple[Ensemble, int]:
        """This ensemble when it is asked these questions, none of which is evidence for itself; and how many
        of them a member looks up."""
        apart = copy(self)
        found = [asked_apart(each, items) for each in self._members]
        apart._members = [each for each, _ in found]
        return apart, max(number for _, number in found)

    def left_out(self, item: Item) -> tuple[str, ...]:
        """The questions that a member does not look up, since the item is nearly one of them."""
        return tuple(dict.fromkeys(name for each in self._members for name in left_out(each, item)))

    def by_heart(self, learnt: Keys) -> Keys:
        """What it has learnt, and what its members know by heart."""
        return np.concatenate([learnt, *(training_keys(folder) for folder in self._folders)])

    def save(self, folder: Path) -> None:
        """Write the trees, and where the members are."""
        self._trees.save(folder)
        out = folder.resolve().parents[1]  # it is saved among its checkpoints, and moved out from there
        members = [
            Member(os.path.relpath(each.resolve(), out), read_card(each).fingerprint)
            for each in self._folders
        ]
        write_json(folder / MEMBERS, members)

    @classmethod
    def load(cls, folder: Path, card: Card) -> Ensemble:
        """Read a saved ensemble and its members again; refuses members that are not those it learnt with."""
        path, remedy = folder / MEMBERS, "Train the ensemble again."
        stored = decode_json(
            read_whole(path), list[Member], path=path, what="a list of members", remedy=remedy
        )
        settings = settings_of(card.spec, Settings)
        if not 2 <= len(stored) == len(settings.members):
            raise ZelligError("these are not the members of this ensemble", path=path, remedy=remedy)
        folders = [folder / each.folder for each in stored]
        members = []
        for place, each in zip(folders, stored, strict=True):
            of_member = _card(place)
            if of_member.fingerprint != each.fingerprint:
                raise ZelligError(
                    "this member is not the one that the ensemble learnt with", path=place, remedy=remedy
                )
            members.append(_load(place, of_member))
        trees = BoostedTrees.load(folder, features=OF_EACH * len(members) + 3, depth=settings.depth)
        return cls(card.spec, members, folders, trees)


def _load(folder: Path, card: Card) -> System:
    found: System = lookup("systems", card.spec.name).load(folder, card)
    return found


def _card(folder: Path) -> Card:
    """The card of a member; refuses what is no guesser, and an ensemble."""
    card = read_card(folder)
    if card.task != QUIZ.name or card.spec.name == NAME:
        raise ZelligError("this is no guesser", path=folder, remedy="Members are guessers, each by itself.")
    return card


def _beginnings(item: Item, seed: int) -> Iterator[Item]:
    """The item as it is heard at some places, and at its end."""
    length = len(item.fields["text"])
    generator = np.random.default_rng(derive_seed(seed, NAME, item.id))
    for position in [*generator.integers(min(1, length), length + 1, LEARNT - 1).tolist(), length]:
        yield Item(item.id, {"text": QUIZ.prefix(item, position)}, item.accepted, item.metadata)


def _candidates(members: Sequence[System], items: Sequence[Item]) -> list[Candidates]:
    """For each item the first guesses of all members, and what every member says of each."""
    asked = [ask(member, items) for member in members]
    return [_described(item, given) for item, given in zip(items, zip(*asked, strict=True), strict=True)]


def _described(item: Item, given: Sequence[Prediction]) -> Candidates:
    names: dict[str, str] = {}  # by what tells answers apart, the first spelling
    ranks: list[dict[str, tuple[int, float]]] = []
    for each in given:
        guesses = list((each.probabilities or {str(each.answer): 1.0}).items())
        known: dict[str, tuple[int, float]] = {}
        for rank, (answer, probability) in enumerate(guesses):
            key = comparable(answer)
            known.setdefault(key, (rank, probability))
            if rank < CONSIDERED:
                names.setdefault(key, answer)
        ranks.append(known)
    tops = [max((p for _, p in known.values()), default=0.0) for known in ranks]
    length = len(item.fields["text"])
    rows = []
    for key in names:
        row = []
        for known, top in zip(ranks, tops, strict=True):
            rank, probability = known.get(key, (ABSENT, 0.0))
            row += [probability, float(min(rank, ABSENT)), probability / top if top else 0.0, top]
        named = sum(key in known for known in ranks)
        first = sum(known.get(key, (ABSENT, 0.0))[0] == 0 for known in ranks)
        rows.append([*row, float(named), float(first), float(length)])
    return Candidates(list(names.values()), np.array(rows))
