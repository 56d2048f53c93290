"""Training a buzzer: what a guesser says of questions that are new to it, and when to trust that."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

from zellig.buzzers.lesson import Heard
from zellig.buzzers.saved import CARD, Saved, is_whole, write_buzzer
from zellig.corpora import Corpus, corpus_hash
from zellig.errors import ZelligError
from zellig.games.quiz.hearing import STEP, hear
from zellig.games.quiz.questions import questions_of
from zellig.measures.expected_wins import WinCurve
from zellig.oracle import Progress
from zellig.outputs import is_begun
from zellig.registry import lookup
from zellig.systems.card import CARD as TRAINED
from zellig.systems.guesses import refuse_known
from zellig.systems.loading import fingerprint, load_system


class Lessons(NamedTuple):
    """What a guesser said of questions that are new to it, and where all that is from."""

    heard: list[Heard]
    guesser: str
    guesser_fingerprint: str
    corpus: str
    corpus_hash: str


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
    system = load_system(guesser)
    if os.path.isfile(os.path.join(guesser, TRAINED)):
        refuse_known(Path(guesser), items)
    heard = [reading.heard for reading in hear(system, items, step=step, progress=progress)]
    return Lessons(heard, guesser, fingerprint(guesser, system), corpus.spec, corpus_hash(items))


def fit_buzzer(name: str, lessons: Lessons, curve: WinCurve, out: Path, seed: int = 2017) -> Saved:
    """Train the buzzer of this name on lessons, and save it."""
    kind: Any = lookup("buzzers", name)
    refuse_taken(out)
    buzzer = kind.fit(lessons.heard, kind.Config(), curve, seed)
    saved = Saved(buzzer.spec, *lessons[1:], curve)
    return write_buzzer(out, saved, buzzer.arrays())


def refuse_taken(out: Path) -> None:
    """Refuse a folder that holds a buzzer, or anything else."""
    if is_begun(out, [CARD], "a trained buzzer") and is_whole(out):
        raise ZelligError("this folder holds a buzzer already", path=out, remedy="Choose another --out.")
