"""Blind judging as pure functions: who is asked what next, and when enough has been said.

A judge sees an item alone. An item has enough verdicts when so many agree as the rules want, or when all that
they allow are there; if these do not agree, a reviewer decides. Programs may judge all, and count nowhere.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from heapq import nsmallest
from typing import Literal, NamedTuple

from zellig.games.contest.rules import Judging
from zellig.performers import derive_seed

State = Literal["open", "agreed", "conflict"]


class Question(NamedTuple):
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
    decision on one question."""

    def __init__(self, questions: Iterable[Question], rules: Judging, said: Iterable[Said] = ()) -> None:
        self.questions = {each.id: each for each in questions}
        self._rules = rules
        self._on: defaultdict[str, dict[str, Said]] = defaultdict(dict)  # by question, then by judge
        self._by: defaultdict[str, dict[str, Said]] = defaultdict(dict)  # by judge, then by question
        self._decided: dict[str, Decision] = {}
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
        self._decided[question] = decide(self._on[question].values(), self._rules)

    def decision(self, question: str) -> Decision:
        """How far a question is."""
        return self._decided.get(question, UNSAID)

    def states(self) -> Counter[State]:
        """How many questions are how far, without those for training."""
        return Counter(self.decision(name).state for name, each in self.questions.items() if not each.known)

    def said_by(self) -> dict[str, list[Said]]:
        """What every judge has said, of those who have said anything."""
        return {judge: list(said.values()) for judge, said in self._by.items() if said}

    def waiting(self, judge: str, team: str | None, *, program: bool = False) -> list[Question]:
        """The questions that a judge can be asked. One that this judge has answered or skipped does not come
        again. A program is asked about all items, for it takes nobody's time."""
        mine = self._by.get(judge, ())
        return [
            question
            for name, question in self.questions.items()
            if name not in mine
            and (question.team is None or question.team != team)
            and (question.known or program or self.decision(name).state == "open")
        ]

    def next_for(
        self, judge: str, team: str | None, number: int, seed: int, *, program: bool = False
    ) -> list[str]:
        """The questions that a judge is asked next: training items first, then those with the fewest
        verdicts, in an order of their own."""
        alike: defaultdict[tuple[bool, int], list[str]] = defaultdict(list)
        for question in self.waiting(judge, team, program=program):
            alike[not question.known, self.decision(question.id).verdicts].append(question.id)
        found: list[str] = []
        for _, names in sorted(alike.items()):
            if len(found) < number:
                own = nsmallest(number, ((derive_seed(seed, judge, name), name) for name in names))
                found += [name for _, name in own]
        return found[:number]
