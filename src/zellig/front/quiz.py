"""Quiz questions: make an index, train a buzzer, evaluate guessers, retrain them: `zellig quiz`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from zellig.buzzers import load_buzzer
from zellig.buzzers.saved import Saved
from zellig.corpora import open_corpus
from zellig.files import write_text
from zellig.front.options import checked
from zellig.front.people import QuizPeople
from zellig.front.players import Data, Model, Players
from zellig.front.saying import saying
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
from zellig.systems.card import Card
from zellig.systems.evaluation import admit_all
from zellig.systems.training import config_of, train_system
from zellig.tasks.quiz import QUIZ

if TYPE_CHECKING:
    from zellig.front.frames import Table

GUESSER = "ir"  # that an index is made for


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


@checked()
def quiz_index(
    sources: str | Sequence[str],
    *,
    out: str | PathLike[str],
    config: str | PathLike[str] | None = None,
    progress: Progress = lambda what, done, total: None,
) -> Card:
    """Make an index of questions and articles; its folder is then a guesser."""
    settings = _settings(GUESSER, config)
    return train_system(GUESSER, sources, Path(out), config=settings, progress=progress)


@checked()
def quiz_evaluate(
    model: Model,
    *,
    data: Data,
    buzzer: str | Buzzer = "threshold",
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
        decides = load_buzzer(buzzer) if isinstance(buzzer, str) else buzzer
        with players.here():
            systems = admit_all(names, [*items, *others], QUIZ, allow_overlap=allow_overlap)
            played: dict[str, list[Played]] = {
                name: play(each.system, decides, [*items, *others], step=step, seed=seed, progress=progress)
                for name, each in systems.items()
            }
    figures = rate(
        {name: rows[: len(items)] for name, rows in played.items()},
        items,
        dict.fromkeys(played, _shown(buzzer)),
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
    guesser: str,
    data: str,
    out: str | PathLike[str],
    people: QuizPeople | None = None,
    limit: int | None = None,
    step: int = STEP,
    seed: int = 2017,
    progress: Progress = lambda what, done, total: None,
) -> Saved:
    """Train a buzzer on what a guesser says of questions that are new to it."""
    lookup("buzzers", name)
    buzzer_training.refuse_taken(Path(out))
    lessons = buzzer_training.hear_lessons(
        guesser, open_corpus(data), limit=limit, step=step, progress=progress
    )
    return buzzer_training.fit_buzzer(name, lessons, _curve(people), Path(out), seed)


@checked()
def quiz_retrain(
    name: str,
    *,
    data: str,
    challenge: str,
    test: str,
    out: str | PathLike[str],
    config: str | PathLike[str] | None = None,
    limit: int | None = None,
    seed: int = 2017,
    progress: Progress = lambda what, done, total: None,
) -> QuizRetrained:
    """Train a guesser with and without challenge questions, and ask both about questions new to them."""
    settings = _settings(name, config)
    return QuizRetrained(
        retraining.retrain(
            name,
            data,
            open_corpus(challenge),
            open_corpus(test),
            Path(out),
            config=settings,
            limit=limit,
            seed=seed,
            progress=progress,
        )
    )


def _settings(name: str, config: str | PathLike[str] | None) -> msgspec.Struct:
    return config_of(name, {} if config is None else Path(config))


def _questions(players: Players, data: Data, limit: int | None, role: str = "data") -> tuple[str, list[Item]]:
    spec, corpus = players.corpus(data, None, None, role)
    return spec, questions_of(corpus, limit)


def _curve(people: QuizPeople | None) -> WinCurve:
    return PUBLISHED if people is None else people.figures.win_curve


def _shown(buzzer: str | Buzzer) -> str:
    return buzzer if isinstance(buzzer, str) else buzzer.spec.name
