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
from zellig.buzzers.program import STEP
from zellig.buzzers.saved import Saved, is_buzzer, read_buzzer
from zellig.corpora import open_corpus
from zellig.engine import open_engine
from zellig.files import write_text
from zellig.front.options import checked, path_of
from zellig.front.people import QuizPeople
from zellig.front.places import InFolder, Output
from zellig.front.players import Data, Model, Players
from zellig.front.quiz_given import (
    buzzer_of,
    corpora_named,
    corpus_named,
    curve_of,
    named,
    questions_in,
    settings_of,
)
from zellig.front.saying import saying
from zellig.front.trained import TrainedSystem
from zellig.games.quiz import buzzer_training, retraining
from zellig.games.quiz.evaluation import Played, QuizEvaluation, play, rate
from zellig.games.quiz.questions import refuse_shared
from zellig.items import Item
from zellig.oracle import Progress
from zellig.outputs import new_file
from zellig.performers import Buzzer
from zellig.registry import lookup
from zellig.report.quiz import quiz_in_words, render_quiz, render_retrained, retrained_in_words
from zellig.systems.evaluation import admit_all
from zellig.systems.training import train_system
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
        write_text(new_file(path), render_quiz(self.figures, self.people.figures if self.people else None))
        return Path(path)

    def __repr__(self) -> str:
        return "\n".join(quiz_in_words(self.figures))


@dataclass(frozen=True)
class QuizRetrained:
    """A guesser before and after it learnt from challenge questions."""

    figures: retraining.Retrained
    said: tuple[str, ...] = ()

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
        write_text(new_file(path), render_retrained(self.figures))
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
    pages: str | PathLike[str] | None = None,
    config: Mapping[str, object] | str | PathLike[str] | None = None,
    out: str | PathLike[str] | None = None,
    progress: Progress = lambda what, done, total: None,
) -> TrainedSystem:
    """Make an index of the questions and articles of corpora, by their names; it is then a guesser.

    `pages` is a table from answers to pages, which says where two names mean one answer. Nothing is written
    unless `out` names a folder.
    """
    output = Output(out)
    corpora = corpora_named(sources)
    with saying() as said:
        settings = settings_of(GUESSER, config)
        if pages is not None:
            settings = msgspec.structs.replace(settings, pages=fspath(path_of(pages, "a table of pages")))
        card = train_system(GUESSER, corpora, output.path, config=settings, progress=progress)
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
    workers: int = 1,
    engine: str = "local",
    progress: Progress = lambda what, done, total: None,
) -> QuizEvaluated:
    """Read the questions of a corpus to one guesser or several, and judge what they answer, and when.

    `buzzer` says when: a name, the folder of a trained one, or an object. `against` are questions of another
    kind, such as ordinary ones where the data are adversarial. `people` gives the win curve of those people
    in place of the published one. `engine` is who does the work, see docs/reference/engines.md.
    """
    players, curve = Players(), curve_of(people)
    with saying() as said:
        spec, items = questions_in(players, data, limit)
        other_spec, others = ("", []) if against is None else questions_in(players, against, limit, "against")
        refuse_shared(spec, items, other_spec, others, "Compare with other questions.")
        names = players.systems(model, QUIZ, None, list)  # no labels to find out: it hears beginnings alone
        decides = buzzer.buzzer if isinstance(buzzer, TrainedBuzzer) else buzzer_of(buzzer)
        with players.here(), open_engine(engine, workers) as doing:
            players.refuse_elsewhere(doing)
            systems = admit_all(names, [*items, *others], QUIZ, allow_overlap=allow_overlap)
            if (saved := _saved(buzzer)) is not None:
                buzzer_training.warn_of_own_questions(saved, [*items, *others])
                for name, (shown, each) in zip(names, systems.items(), strict=True):
                    buzzer_training.warn_of_another_guesser(saved, shown, name, each.system)
            played: dict[str, list[Played]] = {
                shown: play(
                    each.system,
                    decides,
                    [*items, *others],
                    step=step,
                    seed=seed,
                    engine=doing,
                    name=name,
                    progress=progress,
                )
                for name, (shown, each) in zip(names, systems.items(), strict=True)
            }
    figures = rate(
        {name: rows[: len(items)] for name, rows in played.items()},
        items,
        dict.fromkeys(played, _called(buzzer, decides)),
        curve,
        corpus=spec,
        people_buzzed_on=None if people is None else _shared(people, items),
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
    output, curve = Output(out), curve_of(people)
    lookup("buzzers", name)
    buzzer_training.refuse_taken(output.path)
    asked = guesser._output.path if isinstance(guesser, TrainedSystem) else guesser
    with saying() as said:
        lessons = buzzer_training.hear_lessons(
            named(asked, "the name of a guesser, or one that was trained"),
            open_corpus(corpus_named(data)),
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
    settings = settings_of(name, config)
    with saying() as said:
        figures = retraining.retrain(
            name,
            corpus_named(data),
            open_corpus(corpus_named(challenge)),
            open_corpus(corpus_named(test)),
            Path(out),
            config=settings,
            limit=limit,
            seed=seed,
            progress=progress,
        )
    return QuizRetrained(figures, tuple(said))


def _called(given: str | PathLike[str] | TrainedBuzzer | Buzzer, buzzer: Buzzer) -> str:
    """As the user wrote it; where that is a mere name, with the settings that it stands for."""
    name = fspath(given) if isinstance(given, str | PathLike) else buzzer.spec.name
    if name != buzzer.spec.name or _saved(given) is not None or not buzzer.spec.params:
        return name
    return f"{name} ({', '.join(map(str, buzzer.spec.params.values()))})"


def _saved(given: str | PathLike[str] | TrainedBuzzer | Buzzer) -> Saved | None:
    """The card of a buzzer that has learnt."""
    if isinstance(given, TrainedBuzzer):
        return given.saved
    return (
        read_buzzer(Path(given)) if isinstance(given, str | PathLike) and is_buzzer(fspath(given)) else None
    )


def _shared(people: QuizPeople, items: Sequence[Item]) -> int:
    """How many of the questions these people buzzed on."""
    return sum(item.fields["text"] in people.buzzed_on for item in items)
