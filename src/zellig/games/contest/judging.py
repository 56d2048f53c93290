"""Blind judging as pure functions: who is asked what next, and when enough has been said.

A judge sees an item alone. An item has enough verdicts when so many agree as the rules want, or when all that
they allow are there; if these do not agree, an organiser decides. Programs may judge all, and count nowhere.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zellig.games.contest.rules import Judging
from zellig.performers import derive_seed

State = Literal["open", "agreed", "conflict"]


class JudgedItem(NamedTuple):
    """An item that is judged; nobody judges what their own team brought."""

    id: str
    team: str | None = None
    known: tuple[str, ...] = ()  # the right answers, of an item for training


class Said(NamedTuple):
    """What counts of one judge about one question; no answer: skipped."""

    question: str
    judge: str
    answer: str | None
    program: bool = False
    grammatical: bool | None = None
    natural: bool | None = None

    @property
    def counts(self) -> bool:
        """Is it a person's answer?"""
        return self.answer is not None and not self.program


class Decision(NamedTuple):
    """How far a question is: its answer, once enough people agree."""

    state: State
    answer: str | None
    verdicts: int


UNSAID = Decision("open", None, 0)


def decide(said: Iterable[Said], rules: Judging) -> Decision:
    """What people's verdicts on one question come to; programs are never counted."""
    answers = Counter(each.answer for each in said if each.counts)
    number = answers.total()
    ranked = answers.most_common(2)
    if not ranked:
        return UNSAID
    (first, most), second = ranked[0], ranked[1][1] if ranked[1:] else 0
    # With equal numbers nobody has agreed; and a lead only counts while nobody contradicts it, or once as
    # many have been asked as every item gets.
    if most >= rules.agree and most > second and (second == 0 or number >= rules.judges):
        return Decision("agreed", first, number)
    return Decision("conflict" if number >= rules.most else "open", None, number)


class Tally:
    """What has been said about the questions of a round. A further verdict costs as much as it changes: the
    decision on one question. The questions are columns, so that whoever asks does not wait for a walk through
    all of them."""

    def __init__(self, questions: Iterable[JudgedItem], rules: Judging, said: Iterable[Said] = ()) -> None:
        self.questions = {each.id: each for each in sorted(questions)}
        self.changes = 0  # verdicts so far, and those that were taken back
        self._rules = rules
        self._on: defaultdict[str, dict[str, Said]] = defaultdict(dict)  # by question, then by judge
        self._by: defaultdict[str, dict[str, Said]] = defaultdict(dict)  # by judge, then by question
        self._decided: dict[str, Decision] = {}
        every = self.questions.values()
        self._place = {name: place for place, name in enumerate(self.questions)}
        self._question = np.fromiter(every, object, len(self.questions))
        self._chance = np.array([derive_seed(0, "question", name) for name in self.questions], np.uint64)
        self._training = np.array([bool(each.known) for each in every], bool)
        self._team = {team: number for number, team in enumerate(dict.fromkeys(each.team for each in every))}
        self._brought_by = np.array([self._team[each.team] for each in every], np.int64)
        self._open = np.ones(len(self.questions), bool)
        self._verdicts = np.zeros(len(self.questions), np.uint64)
        self._states: Counter[State] = Counter({"open": int((~self._training).sum())})
        for each in said:
            self.note(each)

    def note(self, said: Said) -> None:
        """A verdict; it counts instead of an earlier one of the same judge on the same question."""
        self._on[said.question][said.judge] = self._by[said.judge][said.question] = said
        self._decide(said.question)

    def take_back(self, question: str, judge: str) -> None:
        """The judge has said nothing about the question."""
        self._on[question].pop(judge, None)
        self._by[judge].pop(question, None)
        self._decide(question)

    def _decide(self, question: str) -> None:
        self.changes += 1
        place, before = self._place[question], self.decision(question)
        found = self._decided[question] = decide(self._on[question].values(), self._rules)
        self._open[place], self._verdicts[place] = found.state == "open", found.verdicts
        if not self._training[place]:
            self._states.subtract([before.state])
            self._states.update([found.state])

    def decision(self, question: str) -> Decision:
        """How far a question is."""
        return self._decided.get(question, UNSAID)

    def states(self) -> Counter[State]:
        """How many questions are how far, without those for training."""
        return +self._states

    def said_by(self) -> dict[str, list[Said]]:
        """What every judge has said, of those who have said anything."""
        return {judge: list(said.values()) for judge, said in self._by.items() if said}

    def number_said_by(self, judge: str) -> int:
        """How much a judge has said."""
        return len(self._by.get(judge, ()))

    def waiting(self, judge: str, teams: Collection[str], *, program: bool = False) -> Sequence[JudgedItem]:
        """The questions that a judge can be asked who plays, or has played, for these teams. One that this
        judge has answered or skipped does not come again. A program is asked about all items, for it takes
        nobody's time."""
        found: list[JudgedItem] = self._question[self._waiting(judge, teams, program)].tolist()
        return found

    def number_waiting(self, judge: str, teams: Collection[str]) -> int:
        """How many questions a judge can be asked, who is a person."""
        return len(self._waiting(judge, teams, False))

    def _waiting(self, judge: str, teams: Collection[str], program: bool) -> NDArray[np.intp]:
        """The places of the questions that a judge can be asked."""
        free = np.ones(len(self.questions), bool) if program else self._training | self._open
        free[[self._place[name] for name in self._by.get(judge, ())]] = False
        for team in teams:
            if team in self._team:
                free &= self._brought_by != self._team[team]
        return np.flatnonzero(free)

    def next_for(
        self, judge: str, teams: Collection[str], number: int, seed: int, *, program: bool = False
    ) -> list[str]:
        """The questions that a judge is asked next: training items first, then those with the fewest
        verdicts, in an order of their own."""
        places = self._waiting(judge, teams, program)
        level = np.where(self._training[places], np.uint64(0), self._verdicts[places] + np.uint64(1))
        own = _mixed(self._chance[places] ^ np.uint64(derive_seed(seed, "judge", judge)))
        rank = level << np.uint64(48) | own >> np.uint64(16)
        if len(places) > number:
            first = np.argpartition(rank, number)[:number]
            places, rank = places[first], rank[first]
        chosen: Sequence[JudgedItem] = self._question[places[np.argsort(rank)]].tolist()
        return [each.id for each in chosen]


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Numbers in which every bit depends on all bits of the given ones, and no two of which become one: the
    finaliser of SplitMix64 (Steele, Lea, Flood 2014)."""
    numbers = (numbers ^ numbers >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ numbers >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return numbers ^ numbers >> np.uint64(31)
