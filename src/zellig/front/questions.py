"""Checking written questions: `zellig quiz check`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from zellig.checks.check_file import Watch
from zellig.checks.questions.findings import QuestionReport
from zellig.checks.questions.pipeline import check_questions as check_all
from zellig.checks.questions.policy import default_policy, read_policy
from zellig.checks.questions.pool import QuestionPool
from zellig.corpora import Corpus
from zellig.errors import ZelligError
from zellig.front.options import checked
from zellig.front.players import Data, Model, Players
from zellig.front.quiz_given import quiz_corpus
from zellig.front.saying import saying
from zellig.items import Item
from zellig.systems.loading import load_system_for
from zellig.tasks.quiz import QUIZ

if TYPE_CHECKING:
    from zellig.front.frames import Table


@dataclass(frozen=True)
class CheckedQuestions:
    """What was found in questions."""

    found: QuestionReport
    said: tuple[str, ...]

    @property
    def accepted(self) -> list[Item]:
        """The questions that nothing rejects."""
        return self.found.accepted

    def table(self) -> Table:
        """One row a finding: which question, what, how grave, what to do, and the evidence."""
        from zellig.front.frames import rows_to_table

        columns = ("question", "line", "code", "severity", "message", "remedy")
        at, of = ("where", "start", "end", "words"), ("text", "origin")
        rows = (
            {name: getattr(each, name) for name in columns}
            | {name: getattr(each.place, name, None) for name in at}
            | {f"other_{name}": getattr(each.other, name, None) for name in of}
            for each in self.found.findings
        )
        return rows_to_table(rows, (*columns, *at, *(f"other_{name}" for name in of)))

    def __repr__(self) -> str:
        summary = self.found.summary()
        counts = ", ".join(f"{code} {number:,}" for code, number in summary.counts.items())
        said = f"{summary.accepted:,} of {summary.questions:,} questions accepted"
        return said + (f": {counts}" if counts else "")


@checked()
def check_questions(
    data: Data,
    *,
    against: Data = None,
    guesser: Model = None,
    policy: str | PathLike[str] | None = None,
    watch: Watch = lambda stream, *, description: stream,
) -> CheckedQuestions:
    """Say exactly what is wrong with which question, with the evidence: of a corpus, or questions in hand.

    `against` are questions and articles that must not be repeated, such as those that guessers have learnt
    from: one corpus, or a list of their names. The `guesser` is asked after each sentence.
    """
    players = Players()
    kept = default_policy() if policy is None else read_policy(Path(policy))
    with saying() as said:
        questions = list(quiz_corpus(players, data))
        if not questions:
            raise ZelligError("there is no question among them", remedy="Give questions, e.g. tossups:FILE.")
        known = chain.from_iterable(_corpora(players, against))
        pool = QuestionPool(watch(known, description="texts to compare with"), kept.repeats)
        name = None if guesser is None else players.system(guesser, QUIZ, None, list)
        with players.here():
            asked = None if name is None else load_system_for(QUIZ, name)
            found = check_all(
                watch(questions, description="questions"),
                pool=pool,
                policy=kept,
                guesser=asked,
            )
    return CheckedQuestions(found, tuple(said))


def _corpora(players: Players, given: Data) -> Iterator[Corpus]:
    """The corpora of one name, of a list of names, or of data in hand."""
    several = isinstance(given, list | tuple) and all(isinstance(each, str | PathLike) for each in given)
    every: Iterable[Data] = given if several else () if given is None else (given,)
    for number, each in enumerate(every):
        yield quiz_corpus(players, each, f"against {number}" if number else "against")
