"""What counts of a match after all rulings: one account of it for tables and for QBJ.

Answers that came after a right one, and bonuses that would not have been asked, are left out, and so are
tossups that were skipped or not finished.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zellig.games.match.rules import Rules
from zellig.games.match.scoring import AnswerScore, PartScore, Score, TossupScore


class Played(NamedTuple):
    """What counts of a tossup."""

    number: int  # in the packet
    question: str
    answers: Sequence[AnswerScore]
    parts: Sequence[PartScore]  # of a bonus that the team would have been asked

    @property
    def right(self) -> str:
        """The team that was; empty if none."""
        return self.answers[-1].team if self.answers and self.answers[-1].outcome == "right" else ""


def played(score: Score) -> list[Played]:
    """The tossups that count, each with what counts of it."""
    return [_played(each) for each in score.tossups if each.counts]


def is_power(rules: Rules, answer: AnswerScore) -> bool:
    """Did an answer bring the points of a power, where these are others than those of any right answer?"""
    return rules.power not in (None, rules.right) and answer.points == rules.power


def in_overtime(tossups: Sequence[Played], regulation: int | None) -> int:
    """How many of these came after the tossups of the regulation; None: there was no overtime."""
    return 0 if regulation is None else sum(each.number > regulation for each in tossups)


def _played(tossup: TossupScore) -> Played:
    right = next((n for n, each in enumerate(tossup.answers, start=1) if each.outcome == "right"), None)
    answers = tossup.answers[:right]
    won = answers[-1].team if right else ""
    kept = tossup.parts if tossup.parts and tossup.parts[0].team == won else ()
    return Played(tossup.number, tossup.question, answers, kept)
