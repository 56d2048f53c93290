"""What a guesser makes of a question while it is written: its guesses, the truth's rank, where it would buzz.

Every prefix that ends with a word counts. A program that plays asks its guesser at every 25 characters alone
(`buzzers.program`), so it may buzz some words later, or not at all. What was said of a prefix is remembered:
of a text that grows only the new words are asked, and of one that is changed in the middle what follows the
change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import msgspec

from zellig.buzzers.features import LOOKED_AT
from zellig.corpora.questions import published_place, quiz_item
from zellig.games.writing.strokes import Draft
from zellig.items import Item, Prediction
from zellig.performers import Buzzer, History, Step, System, ask, derive_seed
from zellig.systems.guesses import asked_apart, left_out
from zellig.tasks.quiz import QUIZ
from zellig.tasks.quiz.answers import main_answer
from zellig.tasks.quiz.beginnings import beginning
from zellig.tasks.task import Outcome

DRAFT = "draft"  # the name under which a guesser hears it
SHOWN = 5  # guesses
RANKS = 20  # as far as the truth's rank is told
REMEMBERED = 500  # prefixes, and those of the text as it is

HEARD = 500  # words, three times those of a long question: of a whole chapter nobody waits for the bell

_WORD = re.compile(r"\S+")

Ranked = tuple[tuple[str, float], ...]  # answers with their probabilities, best first


class Guess(NamedTuple):
    """One of the answers that a guesser would give now."""

    answer: str
    probability: float
    right: bool
    prompt: bool = False  # a reader would ask for more


class Guesses(msgspec.Struct, frozen=True):
    """The first guesses at what is written so far, and the rank of the truth among the first twenty."""

    guesses: tuple[Guess, ...]
    rank: int | None  # of the first right one
    unheard: int = 0  # characters that nobody hears: guides and the power mark
    prompted: int | None = None  # the rank of the first guess at which a reader would ask for more
    left_out: tuple[str, ...] = ()  # questions that the guesser has and does not look up: it is nearly these


class Bell(msgspec.Struct, frozen=True):
    """Where the machine would buzz, with what, and where it would change its mind afterwards."""

    word: int  # so many have been heard
    position: int  # and so many characters
    place: int  # where that is in what was written, with guides and marks
    answer: str
    right: bool
    changes: tuple[int, ...] = ()  # words after which its best guess is no longer what it was one before
    turns: tuple[int, ...] = ()  # and where those end in what was written
    prompt: bool = False  # a reader would ask for more
    becomes: tuple[str, ...] = ()  # what it guesses from each change of its mind on


def apart(system: System, name: str, rewritten: str) -> System:
    """A guesser that is asked the question of this name, which rewrites a text; none: as it is."""
    if not rewritten:
        return system
    return asked_apart(system, [quiz_item(name, rewritten, (), "", {})])[0]


def question_of(draft: Draft) -> Item:
    """The question that a draft is, as a player hears it: without guides and the power mark."""
    line = draft.notes.answer.strip()
    main = main_answer(line) if line else ""
    return quiz_item(DRAFT, draft.fields.get("text", ""), (main,) if main else (), line, {})


def as_given(answer: str) -> str:
    """The name of an answer of a guesser that has one name for each."""
    return answer


class Listener:
    """A guesser and a buzzer that listen to one writer.

    `name_of` gives the one name of an answer that may come under several. The buzzer hears what the guesser
    says, as in play. The text that is `rewritten` is left out of what the guesser looks up, however much of
    it is written anew: else it would know the answer the better the less is left of it.
    """

    def __init__(
        self,
        system: System,
        buzzer: Buzzer,
        name_of: Callable[[str], str] = as_given,
        rewritten: str = "",
    ) -> None:
        self.system = apart(system, DRAFT, rewritten)
        self.buzzer, self._name_of = buzzer, name_of
        self._said: dict[str, Ranked] = {}  # by prefix
        self._buzzed: dict[str, bool] = {}
        self._most = REMEMBERED
        self._ruled: dict[tuple[Hashable, str], Outcome] = {}  # by what a ruling depends on, and the answer

    def guess(self, question: Item) -> Guesses:
        """What is guessed at the end of what is written."""
        said = _merged(self._hear(question.fields["text"]), self._name_of)
        ruled = self._rule([answer for answer, _ in said], question)
        outcomes = [ruled[answer] for answer, _ in said]
        guesses = [
            Guess(*each, outcome == "right", outcome == "prompt")
            for each, outcome in zip(said[:SHOWN], outcomes, strict=False)
        ]
        rank, prompted = (
            outcomes.index(wanted) + 1 if wanted in outcomes else None for wanted in ("right", "prompt")
        )
        heard = len(question.fields["text"])
        unheard = published_place(question, heard) - heard
        alike = left_out(self.system, _heard(question.fields["text"]))
        return Guesses(tuple(guesses), rank, unheard, prompted, alike)

    def catch_up(self, question: Item) -> bool:
        """Hear a prefix that is new, one at a time, so that others can be served in between; tells whether
        all have been heard."""
        unheard = self._unheard(question.fields["text"])
        if (prefix := next(unheard, None)) is not None:
            self._hear(prefix)
        return next(unheard, None) is None

    def waiting(self, question: Item) -> tuple[int, int]:
        """How many prefixes have been heard, and of how many."""
        ends = _ends(question.fields["text"])
        return sum(question.fields["text"][:end] in self._said for end in ends), len(ends)

    def bell(self, question: Item) -> Bell | None:
        """The first word after which the machine would buzz; None if it never does."""
        text = question.fields["text"]
        ends = _ends(text)
        steps = tuple(Step(end, self._hear(text[:end])[:LOOKED_AT]) for end in ends)
        self._decide(text, steps)
        first = next((at for at, end in enumerate(ends) if self._buzzed[text[:end]]), None)
        if first is None:
            return None
        best = [step.guesses[0][0] if step.guesses else "" for step in steps]
        named = [self._name_of(each) for each in best]  # another name of its guess is no other guess
        changes = tuple(at + 1 for at in range(first + 1, len(steps)) if named[at] != named[at - 1])
        outcome = self._rule(best[first : first + 1], beginning(question, ends[first]))[best[first]]
        place, *turns = (published_place(question, ends[at - 1]) for at in (first + 1, *changes))
        return Bell(
            first + 1,
            ends[first],
            place,
            best[first],
            outcome == "right",
            changes,
            tuple(turns),
            outcome == "prompt",
            tuple(best[at - 1] for at in changes),
        )

    def _hear(self, prefix: str) -> Ranked:
        if prefix not in self._said:
            if len(self._said) >= self._most:
                self._forget(prefix)
            self._said[prefix] = _ranked(ask(self.system, [_heard(prefix)])[0])
        return self._said[prefix]

    def _forget(self, text: str) -> None:
        """Forget prefixes of older texts; who undoes something has them heard again."""
        self._said = {prefix: said for prefix, said in self._said.items() if text.startswith(prefix)}
        self._buzzed = {prefix: buzzed for prefix, buzzed in self._buzzed.items() if prefix in self._said}
        self._most = max(REMEMBERED, 2 * len(self._said))

    def _rule(self, answers: Sequence[str], question: Item) -> dict[str, Outcome]:
        """What a reader would say to answers. Ruling takes longer than guessing, so it is remembered."""
        by = QUIZ.judged_by(question)
        if len(self._ruled) >= REMEMBERED:
            self._ruled.clear()
        for answer in answers:
            if (by, answer) not in self._ruled:
                self._ruled[by, answer] = ruled(answer, question)
        return {answer: self._ruled[by, answer] for answer in answers}

    def _unheard(self, text: str) -> Iterator[str]:
        prefixes = (text[:end] for end in _ends(text))
        return (prefix for prefix in prefixes if prefix not in self._said)

    def _decide(self, text: str, steps: tuple[Step, ...]) -> None:
        """Ask the buzzer at every word where it has not been asked."""
        new = [at for at, step in enumerate(steps, 1) if text[: step.position] not in self._buzzed]
        histories = [History(DRAFT, steps[:at]) for at in new]
        seeds = [derive_seed(0, self.buzzer.spec.name, text[: steps[at - 1].position]) for at in new]
        for at, buzzed in zip(new, self.buzzer.buzz(histories, seeds) if new else [], strict=True):
            self._buzzed[text[: steps[at - 1].position]] = buzzed


def _ends(text: str) -> list[int]:
    """Where the words end after which the machine may buzz."""
    return [found.end() for found in islice(_WORD.finditer(text), HEARD)]


def _heard(prefix: str) -> Item:
    return Item(DRAFT, {"text": prefix})


def ruled(answer: str, question: Item) -> Outcome:
    """What a reader would say to this answer; nothing is right before the writer has said what is."""
    return QUIZ.rule(QUIZ.given(answer), question).outcome if question.accepted else "wrong"


def is_right(answer: str, question: Item) -> bool:
    """Would a reader take this answer?"""
    return ruled(answer, question) == "right"


def _merged(said: Ranked, name_of: Callable[[str], str]) -> Ranked:
    """Names of one answer together: the likeliest stands for all, since by that the guesser knows it."""
    shown: dict[str, str] = {}
    sums: dict[str, float] = {}
    for answer, probability in said:
        name = name_of(answer)
        shown.setdefault(name, answer)
        sums[name] = sums.get(name, 0.0) + probability
    return tuple(sorted(((shown[name], sums[name]) for name in shown), key=lambda entry: -entry[1]))


def _ranked(prediction: Prediction) -> Ranked:
    given = prediction.probabilities or {str(prediction.answer): 1.0}
    return tuple(sorted(given.items(), key=lambda entry: -entry[1])[:RANKS])
