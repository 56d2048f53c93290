"""A program that plays quizzes: a guesser that says what the answer is, and a buzzer that says when.

It knows what it was told of a question, and keeps what its guesser made of that, nothing else. The guesser is
asked whenever so many characters more have been heard as buzzers learn with. When a question is over, nothing
is lost by a wrong answer, and the program answers with the best guess it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from zellig import systems
from zellig.buzzers.features import LOOKED_AT
from zellig.buzzers.loading import load_buzzer
from zellig.buzzers.saved import is_buzzer
from zellig.items import UNPARSED, Item, Prediction
from zellig.performers import Buzzer, Hearing, History, Said, Spec, Step, System, ask
from zellig.registry import names
from zellig.systems.guesses import asked_apart
from zellig.tasks.quiz import QUIZ
from zellig.tasks.quiz.task import POSITION

STEP = 25  # characters, as in the evaluations of QANTA
BUZZER = "threshold"  # where none is named
AND = "+"  # between the names of a guesser and a buzzer


class Program:
    """A guesser with a buzzer."""

    def __init__(self, guesser: System, buzzer: Buzzer) -> None:
        self._guesser, self._buzzer = guesser, buzzer
        self._heard: dict[str, tuple[Step, ...]] = {}
        both = {"guesser": guesser.spec, "buzzer": buzzer.spec}
        params = {role: {"name": spec.name, "params": spec.params} for role, spec in both.items()}
        self.spec = Spec(f"{guesser.spec.name}{AND}{buzzer.spec.name}", params, guesser.spec.version)

    def start(self, game_id: str, seed: int) -> None:
        """Forget the questions of another game."""
        self._heard = {}

    def apart_from(self, questions: Sequence[Item]) -> tuple[Program, int]:
        """This program when it hears these questions, named as it will hear them: none of them is evidence
        for itself; and how many of them its guesser has."""
        guesser, copies = asked_apart(self._guesser, questions)
        return Program(guesser, self._buzzer), copies

    def play(self, hearings: Sequence[Hearing], seeds: Sequence[int]) -> list[Said]:
        """What it says to each question as far as it has heard it, in the same order."""
        self._ask([each for each in hearings if self._is_new(each)])
        known = [self._heard.get(each.id, ()) for each in hearings]
        asked = [place for place, steps in enumerate(known) if steps]
        histories = [History(hearings[place].id, known[place]) for place in asked]
        now = dict(zip(asked, self._buzzer.buzz(histories, [seeds[place] for place in asked]), strict=True))
        return [
            _said(hearing, known[place], buzz=now.get(place, False)) for place, hearing in enumerate(hearings)
        ]

    def _is_new(self, hearing: Hearing) -> bool:
        """Is the guesser to be asked? At regular steps, and once more at the end."""
        if not hearing.text:
            return False
        steps = self._heard.get(hearing.id, ())
        last = steps[-1].position if steps else 0
        more = len(hearing.text) - last
        return more >= STEP or (more > 0 and (hearing.over or (hearing.turn and not steps)))

    def _ask(self, hearings: Sequence[Hearing]) -> None:
        items = [Item(each.id, {"text": each.text}, metadata={POSITION: len(each.text)}) for each in hearings]
        given = ask(self._guesser, items) if items else []
        for hearing, prediction in zip(hearings, given, strict=True):
            step = Step(len(hearing.text), guesses_of(prediction))
            self._heard[hearing.id] = (*self._heard.get(hearing.id, ()), step)


def guesses_of(prediction: Prediction) -> tuple[tuple[str, float], ...]:
    """The first guesses with their probabilities; an answer without any is taken to be certain."""
    given = prediction.probabilities or {str(prediction.answer): 1.0}
    best = sorted(given.items(), key=lambda entry: -entry[1])[:LOOKED_AT]
    return tuple(best)


def names_of(program: str) -> tuple[str, str]:
    """What a program is made of, SYSTEM or SYSTEM+BUZZER: the names of both; the second is empty if it is
    not named."""
    system, plus, buzzer = program.rpartition(AND)
    known = plus and (buzzer.partition("?")[0] in names("buzzers") or is_buzzer(buzzer))
    return (system, buzzer) if known else (program, "")


def files_named(program: str) -> list[Path]:
    """The files and folders that the name of a program speaks of."""
    system, buzzer = names_of(program)
    return [*systems.files_named(system), *([Path(buzzer)] if is_buzzer(buzzer) else [])]


def load_program(name: str) -> Program:
    """The program of this name; refuses a guesser or a buzzer that is not there."""
    system, buzzer = names_of(name)
    guesser = systems.load_system_for(QUIZ, system)
    return Program(guesser, load_buzzer(buzzer or BUZZER))


def _said(hearing: Hearing, steps: Sequence[Step], *, buzz: bool) -> Said:
    """The best guess that it has not given yet; after a prompt that is the next one."""
    guesses = [each for each in (steps[-1].guesses if steps else ()) if each[0] not in ("", UNPARSED)]
    guess, confidence = next((each for each in guesses if each[0] not in hearing.given), ("", 0.0))
    return Said(hearing.id, guess, min(1.0, max(0.0, confidence)), bool(guess) and (buzz or hearing.over))
