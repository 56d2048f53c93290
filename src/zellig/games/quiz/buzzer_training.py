"""Training a buzzer: what a guesser says of questions that are new to it, and when to trust that."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from zellig.buzzers.lesson import Heard
from zellig.buzzers.program import STEP
from zellig.buzzers.saved import CARD, Saved, is_whole, write_buzzer
from zellig.corpora import Corpus, corpus_hash
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.games.quiz.hearing import hear
from zellig.games.quiz.questions import questions_of
from zellig.items import Item
from zellig.measures.expected_wins import WinCurve
from zellig.notices import warn
from zellig.oracle import Progress
from zellig.outputs import is_begun
from zellig.performers import System
from zellig.registry import lookup
from zellig.systems.card import CARD as TRAINED
from zellig.systems.card import read_card
from zellig.systems.declared import training_folder
from zellig.systems.guesses import refuse_known
from zellig.systems.loading import fingerprint, load_system_for
from zellig.tasks.quiz import QUIZ
from zellig.texts import key64

LEAST = 20  # questions that a buzzer can learn from


class Lessons(NamedTuple):
    """What a guesser said of questions that are new to it, and where all that is from."""

    heard: list[Heard]
    guesser: str
    guesser_fingerprint: str
    corpus: str
    corpus_hash: str
    questions: tuple[int, ...]  # the keys of their texts


def hear_lessons(
    guesser: str,
    corpus: Corpus,
    *,
    limit: int | None = None,
    step: int = STEP,
    progress: Progress = lambda what, done, total: None,
) -> Lessons:
    """Read the questions of a corpus to a guesser; refuses questions that it has learnt from."""
    items = questions_of(corpus, limit)
    system = load_system_for(QUIZ, guesser)
    if os.path.isfile(os.path.join(guesser, TRAINED)):
        refuse_known(Path(guesser), items)
    heard = [reading.heard for reading in hear(system, items, step=step, progress=progress)]
    keys = tuple(sorted(key64(QUIZ.text(item)) for item in items))
    return Lessons(heard, guesser, fingerprint(guesser, system), corpus.spec, corpus_hash(items), keys)


def fit_buzzer(name: str, lessons: Lessons, curve: WinCurve, out: Path, seed: int = 2017) -> Saved:
    """Train the buzzer of this name on lessons, and save it."""
    kind: Any = lookup("buzzers", name)
    refuse_taken(out)
    _refuse_useless(lessons)
    buzzer = kind.fit(lessons.heard, kind.Config(), curve, seed)
    saved = Saved(buzzer.spec, *lessons[1:5], curve, lessons.questions)
    return write_buzzer(out, saved, buzzer.arrays())


def _refuse_useless(lessons: Lessons) -> None:
    """Refuse lessons that teach nothing: of few questions, or of a guesser that is never right."""
    if len(lessons.heard) < LEAST:
        raise ZelligError(
            f"a buzzer cannot learn from {len(lessons.heard)} questions", remedy=f"Give {LEAST} or more."
        )
    if not any(any(each.right) for each in lessons.heard):
        raise ZelligError(
            f"{lessons.guesser} is right on none of the {len(lessons.heard):,} questions, "
            "so nothing can be learnt about when to trust it",
            remedy="Give questions of the kind that it has learnt from, or train it on more.",
        )


def warn_of_another_guesser(saved: Saved, shown: str, name: str, system: System) -> None:
    """Say it where a buzzer has learnt from another guesser than the one that it is to buzz for."""
    folder = training_folder(system, name)
    trained = folder is not None and os.path.isfile(folder / TRAINED)
    known = read_card(folder).fingerprint if folder and trained else fingerprint(name, system)
    if known != saved.guesser_fingerprint:
        warn(
            f"the buzzer {saved.spec.name} learnt when to trust {saved.guesser}, and {shown} is another "
            "guesser: it may buzz too early or too late"
        )


def warn_of_own_questions(saved: Saved, items: Sequence[Item]) -> None:
    """Say it where a buzzer is asked about questions that it has learnt from."""
    known = sum(map(set(saved.questions).__contains__, (key64(QUIZ.text(item)) for item in items)))
    if known:
        warn(
            f"the buzzer {saved.spec.name} has learnt from {known:,} of the {len(items):,} questions: "
            "how often it wins on others is not known from these"
        )


def refuse_taken(out: Path) -> None:
    """Refuse a folder that holds a buzzer, or anything else."""
    if is_begun(out, [CARD], "a trained buzzer") and is_whole(out):
        raise ZelligError(
            "this folder holds a buzzer already", path=out, remedy=f"Choose another {option('out')}."
        )
