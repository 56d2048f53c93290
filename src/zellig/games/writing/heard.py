"""What systems made of a text at the moment when it was handed in: kept with it, and counted on the board."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from zellig.games.writing.listening import Bell, Guess, Listener
from zellig.items import Item, Pair, Prediction
from zellig.performers import System, ask
from zellig.tasks import Task


class HeardQuestion(msgspec.Struct, frozen=True):
    """The first guesses at the whole question, the rank of the truth, and the bell.

    Who is asked for more is not fooled: a prompt is neither right nor wrong.
    """

    fingerprint: str
    guesses: tuple[Guess, ...] = ()
    rank: int | None = None
    bell: Bell | None = None  # none: it would not buzz
    prompted: int | None = None  # the rank of the first guess at which a reader would ask for more

    @property
    def fooled_at_end(self) -> bool:
        """Is its best guess wrong when all is read?"""
        return 1 not in (self.rank, self.prompted)

    @property
    def fooled_at_bell(self) -> bool:
        """Does it buzz with a wrong answer, or not at all?"""
        return self.bell is None or not (self.bell.right or self.bell.prompt)


class HeardPair(msgspec.Struct, frozen=True):
    """The answers to both sides of a pair, and whether they are right."""

    fingerprint: str
    original: str
    modified: str
    original_right: bool
    modified_right: bool

    @property
    def broken(self) -> bool:
        """Is exactly one of the two right?"""
        return self.original_right != self.modified_right


def hear_question(question: Item, listener: Listener, fingerprint: str) -> HeardQuestion:
    """Read a whole question to a guesser and its buzzer."""
    found = listener.guess(question)
    return HeardQuestion(fingerprint, found.guesses, found.rank, listener.bell(question), found.prompted)


def hear_pair(pair: Pair, system: System, task: Task, fingerprint: str) -> HeardPair:
    """Ask a system both sides of a pair."""
    return answers_to(pair, ask(system, (pair.original, pair.modified)), task, fingerprint)


def answers_to(pair: Pair, given: Sequence[Prediction], task: Task, fingerprint: str) -> HeardPair:
    """What the answers to the original and the modified side come to."""
    original, modified = (task.given(each.answer) for each in given)
    right = task.rule(original, pair.original).right, task.rule(modified, pair.modified).right
    return HeardPair(fingerprint, original, modified, *right)
