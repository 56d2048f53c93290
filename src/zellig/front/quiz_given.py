"""What may be given to the jobs of quizzes: names, files and objects, each refused in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path

import msgspec

from zellig.buzzers import load_buzzer
from zellig.corpora import Corpus, names_corpus
from zellig.corpora.plain_paths import TABLE, looks_like_a_path, reader_of_file
from zellig.errors import ZelligError
from zellig.front.options import path_of
from zellig.front.people import QuizPeople
from zellig.front.players import Data, Players
from zellig.games.quiz.questions import of_quiz, questions_of
from zellig.items import Item
from zellig.measures.expected_wins import PUBLISHED, WinCurve, too_few
from zellig.performers import Buzzer, Spec
from zellig.systems.training import config_of
from zellig.tasks.quiz import QUIZ

CORPUS = "the name of a corpus"


def settings_of(name: str, config: Mapping[str, object] | str | PathLike[str] | None) -> msgspec.Struct:
    """Settings of a guesser, in hand or in a file."""
    given = {} if config is None else config
    return config_of(name, given if isinstance(given, Mapping) else path_of(given, "settings, or their file"))


def named(given: object, what: str) -> str:
    """A name or a path; refuses whatever is not `what`."""
    if not isinstance(given, str | PathLike):
        raise ZelligError(f"{type(given).__name__} is not {what}", remedy=f"Give {what}.")
    return fspath(given)


def corpus_named(given: object) -> str:
    """The name of a corpus; refuses a plain table, which does not say that it holds questions."""
    spec = named(given, CORPUS)
    if not names_corpus(spec) and looks_like_a_path(spec) and reader_of_file(Path(spec)) == TABLE:
        raise ZelligError(
            "it does not say how its questions are to be read",
            path=spec,
            remedy=f"Write tossups:{spec} for questions, one JSON object a line, or packets:{spec}.",
        )
    return spec


def corpora_named(given: object) -> list[str]:
    """The names of one corpus or several; refuses none."""
    names = [given] if isinstance(given, str) else given
    if not isinstance(names, Sequence) or not names:
        raise ZelligError("an index is made of corpora", remedy=f"Give {CORPUS}, or a list of names.")
    return [corpus_named(each) for each in names]


def buzzer_of(given: str | PathLike[str] | Buzzer) -> Buzzer:
    """A buzzer by its name, of a folder, or in hand; refuses what is none."""
    if isinstance(given, str | PathLike):
        return load_buzzer(fspath(given))
    if not callable(getattr(given, "buzz", None)) or not isinstance(getattr(given, "spec", None), Spec):
        raise ZelligError(
            f"{type(given).__name__} is not a buzzer",
            remedy="Give a name, the folder of a trained one, or an object with spec and buzz.",
        )
    return given


def questions_in(
    players: Players, data: Data, limit: int | None, role: str = "data"
) -> tuple[str, list[Item]]:
    """Questions by the name of their corpus, or in hand; and what they are called."""
    spec, corpus = _corpus(players, data, role)
    return spec, questions_of(corpus, limit)


def quiz_corpus(players: Players, data: Data, role: str = "data") -> Corpus:
    """A corpus of quiz questions or articles, by its name or in hand; refuses one of another task."""
    return of_quiz(_corpus(players, data, role)[1])


def _corpus(players: Players, data: Data, role: str) -> tuple[str, Corpus]:
    in_hand = not isinstance(data, str | PathLike)  # then nothing else says the task
    given = data if in_hand else corpus_named(data)
    return players.corpus(given, QUIZ.name if in_hand else None, None, role)


def curve_of(people: QuizPeople | None) -> WinCurve:
    """The win curve of these people, or the published one; refuses too few people."""
    if people is None:
        return PUBLISHED
    if not isinstance(people, QuizPeople):
        raise ZelligError(
            "people are what quiz_people gives", remedy="Give quiz_people(buzzes, questions=...)."
        )
    if people.figures.win_curve is None:
        raise too_few(people.figures.every.buzzes)
    return people.figures.win_curve
