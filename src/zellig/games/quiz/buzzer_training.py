"""Training a buzzer: what a guesser says of questions that are new to it, and when to trust that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from zellig.buzzers.saved import CARD, Saved, is_buzzer, write_buzzer
from zellig.corpora import Corpus, corpus_hash
from zellig.errors import ZelligError
from zellig.games.quiz.hearing import STEP, hear
from zellig.measures.expected_wins import WinCurve
from zellig.oracle import Progress
from zellig.outputs import is_begun
from zellig.registry import lookup
from zellig.systems.evaluation import admit
from zellig.systems.loading import fingerprint
from zellig.tasks.quiz import QUIZ


def train_buzzer(
    name: str,
    guesser: str,
    corpus: Corpus,
    out: Path,
    curve: WinCurve,
    *,
    limit: int | None = None,
    step: int = STEP,
    seed: int = 2017,
    progress: Progress = lambda what, done, total: None,
) -> Saved:
    """Train a buzzer to trust a guesser; refuses questions that the guesser has learnt from."""
    kind: Any = lookup("buzzers", name)
    is_begun(out, [CARD], "a trained buzzer")
    if is_buzzer(out):
        raise ZelligError("this folder holds a buzzer already", path=out, remedy="Choose another --out.")
    if corpus.task != QUIZ.name:
        raise ZelligError(
            f"{corpus.spec} is a corpus of {corpus.task}", remedy="Choose a corpus of quiz questions."
        )
    items = [item for item in corpus.first(limit) if item.accepted]
    system = admit(guesser, items, QUIZ, allow_overlap=False).system
    heard = [reading.heard for reading in hear(system, items, step=step, progress=progress)]
    config = kind.Config()
    buzzer = kind.fit(heard, config, curve, seed)
    saved = Saved(
        buzzer.spec,
        guesser,
        fingerprint(guesser, system),
        corpus.spec,
        corpus_hash(items),
        msgspec.json.encode(curve).decode(),
    )
    return write_buzzer(out, saved, buzzer.arrays())
