"""Quiz questions: make an index, train a buzzer, evaluate guessers, retrain them: `zellig quiz`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from zellig.buzzers import load_buzzer
from zellig.buzzers.saved import Saved
from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.files import write_text
from zellig.front.options import checked, path_of
from zellig.front.people import QuizPeople
from zellig.front.places import InFolder, Output
from zellig.front.players import Data, Model, Players
from zellig.front.saying import saying
from zellig.front.trained import TrainedSystem
from zellig.games.quiz import buzzer_training, retraining
from zellig.games.quiz.evaluation import Played, QuizEvaluation, play, rate
from zellig.games.quiz.hearing import STEP
from zellig.games.quiz.questions import questions_of
from zellig.items import Item
from zellig.measures.expected_wins import PUBLISHED, WinCurve
from zellig.oracle import Progress
from zellig.performers import Buzzer
from zellig.registry import lookup
from zellig.report.quiz import quiz_in_words, render_quiz, render_retrained, retrained_in_words
from zellig.systems.evaluation import admit_all
from zellig.systems.training import config_of, train_system
from zellig.tasks.quiz import QUIZ

if TYPE_CHECKING:
    from zellig.front.frames import Table

GUESSER = "ir"  # that an index is made for
CORPUS = "the name of a corpus"


@dataclass(frozen=True)
class QuizEvaluated:
    """Guessers on the same questions: accuracy by position, buzzes, expected wins."""

    figures: QuizEvaluation
    people: QuizPeople | None
    said: tuple[str, ...]

    def table(self) -> Table:
        """One row a system."""
        from zellig.front.frames import rows_to_table

        return rows_to_table(
            {"system": name, "questions": row.questions, "buzzer": row.buzzer}
            | {f"accuracy_{point}": value for point, value in row.accuracy.items()}
            | {"expected_wins": row.expected_wins}
            for name, row in self.figures.systems.items()
        )

    def report(self, path: str | PathLike[str]) -> Path:
        """Write the report, one HTML file with the curves; gives its path."""
        write_text(Path(path), render_quiz(self.figures, self.people.figures if self.people else None))
        return Path(path)

    def __repr__(self) -> str:
        return "\n".join(quiz_in_words(self.figures))


@dataclass(frozen=True)
class QuizRetrained:
    """A guesser before and after it learnt from challenge questions."""

    figures: retraining.Retrained

    def table(self) -> Table:
        """One row for each set of questions, before and after."""
        from zellig.front.frames import rows_to_table

        sets = {"challenge": self.figures.challenge, "ordinary": self.figures.ordinary}
        return rows_to_table(
            {"questions": kind, "guesser": name, "number": row.questions}
            | {f"accuracy_{point}": value for point, value in row.accuracy.items()}
            for kind, found in sets.items()
            for name, row in found.systems.items()
        )

    def report(self, path: str | PathLike[str]) -> Path:
        """Write the report, one HTML file; gives its path."""
        write_text(Path(path), render_retrained(self.figures))
        return Path(path)

    def __repr__(self) -> str:
        return "\n".join(retrained_in_words(self.figures))


@dataclass(frozen=True)
class TrainedBuzzer(InFolder):
    """A buzzer that has learnt when to trust a guesser; `quiz_evaluate` takes it."""

    saved: Saved

    @cached_property
    def buzzer(self) -> Buzzer:
        """The buzzer itself."""
        return load_buzzer(fspath(self._output.path))

    def table(self) -> Table:
        """One row: what it is, and what it has learnt from."""
        from zellig.front.frames import rows_to_table

        saved = self.saved
        row = {"buzzer": saved.spec.name, "guesser": saved.guesser, "corpus": saved.corpus}
        return rows_to_table([row | {"win_curve": saved.curve.name}])

    def __repr__(self) -> str:
        return f"{self.saved.spec.name} has learnt when to trust {self.saved.guesser}"


@checked()
def quiz_index(
    sources: str | Sequence[str],
    *,
    config: Mapping[str, object] | str | PathLike[str] | None = None,
    out: str | PathLike[str] | None = None,
    progress: Progress = lambda what, done, total: None,
) -> TrainedSystem:
    """Make an index of the questions and articles of corpora, by their names; it is then a guesser.

    Nothing is written unless `out` names a folder.
    """
    output = Output(out)
    with saying() as said:
        card = train_system(
            GUESSER, sources, output.path, config=_settings(GUESSER, config), progress=progress
        )
    return TrainedSystem(tuple(said), output, card)


@checked()
def quiz_evaluate(
    model: Model,
    *,
    data: Data,
    buzzer: str | PathLike[str] | TrainedBuzzer | Buzzer = "threshold",
    against: Data = None,
    people: QuizPeople | None = None,
    limit: int | None = None,
    step: int = STEP,
    allow_overlap: bool = False,
    replicates: int = 1000,
    seed: int = 2017,
    progress: Progress = lambda what, done, total: None,
) -> QuizEvaluated:
    """Read the questions of a corpus to one guesser or several, and judge what they answer, and when.

    `buzzer` says when: a name, the folder of a trained one, or an object. `against` are questions of another
    kind, such as ordinary ones where the data are adversarial. `people` gives the win curve of those people
    in place of the published one.
    """
    players = Players()
    with saying() as said:
        spec, items = _questions(players, data, limit)
        other_spec, others = ("", []) if against is None else _questions(players, against, limit, "against")
        names = players.systems(model, QUIZ, None, lambda: items)
        decides = _buzzer(buzzer)
        with players.here():
            systems = admit_all(names, [*items, *others], QUIZ, allow_overlap=allow_overlap)
            played: dict[str, list[Played]] = {
                name: play(each.system, decides, [*items, *others], step=step, seed=seed, progress=progress)
                for name, each in systems.items()
            }
    figures = rate(
        {name: rows[: len(items)] for name, rows in played.items()},
        items,
        dict.fromkeys(played, fspath(buzzer) if isinstance(buzzer, str | PathLike) else decides.spec.name),
        _curve(people),
        corpus=spec,
        other={name: rows[len(items) :] for name, rows in played.items()} if others else None,
        other_corpus=other_spec,
        replicates=replicates,
        seed=seed,
    )
    return QuizEvaluated(figures, people, tuple(said))


@checked()
def quiz_train_buzzer(
    name: str,
    *,
    guesser: TrainedSystem | str | PathLike[str],
    data: str,
    out: str | PathLike[str] | None = None,
    people: QuizPeople | None = None,
    limit: int | None = None,
    step: int = STEP,
    seed: int = 2017,
    progress: Progress = lambda what, done, total: None,
) -> TrainedBuzzer:
    """Train a buzzer on what a guesser says of questions that are new to it.

    The guesser is one that was trained, or the name of one; `data` names a corpus. Nothing is written unless
    `out` names a folder.
    """
    output, curve = Output(out), _curve(people)
    lookup("buzzers", name)
    buzzer_training.refuse_taken(output.path)
    asked = guesser._output.path if isinstance(guesser, TrainedSystem) else guesser
    with saying() as said:
        lessons = buzzer_training.hear_lessons(
            _named(asked, "the name of a guesser, or one that was trained"),
            open_corpus(_named(data, CORPUS)),
            limit=limit,
            step=step,
            progress=progress,
        )
        saved = buzzer_training.fit_buzzer(name, lessons, curve, output.path, seed)
    return TrainedBuzzer(tuple(said), output, saved)


@checked()
def quiz_retrain(
    name: str,
    *,
    data: str,
    challenge: str,
    test: str,
    out: str | PathLike[str],
    config: Mapping[str, object] | str | PathLike[str] | None = None,
    limit: int | None = None,
    seed: int = 2017,
    progress: Progress = lambda what, done, total: None,
) -> QuizRetrained:
    """Train a guesser with and without challenge questions, and ask both about questions new to them."""
    settings = _settings(name, config)
    return QuizRetrained(
        retraining.retrain(
            name,
            _named(data, CORPUS),
            open_corpus(_named(challenge, CORPUS)),
            open_corpus(_named(test, CORPUS)),
            Path(out),
            config=settings,
            limit=limit,
            seed=seed,
            progress=progress,
        )
    )


def _settings(name: str, config: Mapping[str, object] | str | PathLike[str] | None) -> msgspec.Struct:
    given = {} if config is None else config
    return config_of(name, given if isinstance(given, Mapping) else path_of(given, "settings, or their file"))


def _named(given: object, what: str) -> str:
    if not isinstance(given, str | PathLike):
        raise ZelligError(f"{type(given).__name__} is not {what}", remedy=f"Give {what}.")
    return fspath(given)


def _buzzer(given: str | PathLike[str] | TrainedBuzzer | Buzzer) -> Buzzer:
    if isinstance(given, TrainedBuzzer):
        return given.buzzer
    return load_buzzer(fspath(given)) if isinstance(given, str | PathLike) else given


def _questions(players: Players, data: Data, limit: int | None, role: str = "data") -> tuple[str, list[Item]]:
    in_hand = not isinstance(data, str | PathLike)  # then nothing else says the task
    spec, corpus = players.corpus(data, QUIZ.name if in_hand else None, None, role)
    return spec, questions_of(corpus, limit)


def _curve(people: QuizPeople | None) -> WinCurve:
    if people is None:
        return PUBLISHED
    if not isinstance(people, QuizPeople):
        raise ZelligError(
            "people are what quiz_people gives", remedy="Give quiz_people(buzzes, questions=...)."
        )
    return people.figures.win_curve
