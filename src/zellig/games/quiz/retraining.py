"""Do challenge questions teach a guesser anything? Train it with and without them (Wallace et al. 2018, 5.3).

The challenge questions are cut in two. A guesser that has learnt one half is asked about the other, so that
every challenge question is answered once by a guesser that had not seen it, and compared with the guesser
that had learnt ordinary questions alone. What that costs on ordinary questions is told, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from zellig.buzzers import load_buzzer
from zellig.corpora import Corpus, open_corpus
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.games.quiz.evaluation import Played, QuizEvaluation, play, rate
from zellig.games.quiz.questions import questions_of, refuse_shared
from zellig.items import Item, read_records, write_records
from zellig.measures.expected_wins import PUBLISHED
from zellig.oracle import Progress
from zellig.outputs import is_begun
from zellig.pairs.near_duplicates import near_duplicates
from zellig.systems.loading import load_system_for
from zellig.systems.question_words import COPY, runs
from zellig.systems.training import train_system
from zellig.tasks.quiz import QUIZ
from zellig.texts import digest

BUZZER = "threshold"
BEFORE, AFTER = "before", "after"
HALVES = ("first-half", "second-half")
NEW = "Ask about questions that are not learnt from."


class Retrained(msgspec.Struct, frozen=True):
    """A guesser before and after, on the challenge questions and on ordinary ones."""

    guesser: str
    challenge: QuizEvaluation
    ordinary: QuizEvaluation


class _Job(NamedTuple):
    name: str
    corpus: str
    out: Path
    config: msgspec.Struct | None
    seed: int
    progress: Progress


def retrain(
    name: str,
    corpus: str,
    challenge: Corpus,
    ordinary: Corpus,
    out: Path,
    *,
    config: msgspec.Struct | None = None,
    limit: int | None = None,
    seed: int = 2017,
    progress: Progress = lambda what, done, total: None,
) -> Retrained:
    """Train the guesser three times into folders of `out`, and compare what it answers."""
    begun = is_begun(out, [BEFORE, *(f"{half}.jsonl" for half in HALVES)], "a retraining")
    halves, tested = _halves(questions_of(challenge)), questions_of(ordinary, limit)
    if not all(halves):
        raise ZelligError(f"{challenge.spec} has too few questions to be cut in two", remedy="Give more.")
    asked = [*halves[1], *halves[0]]  # each half by the guesser that has learnt the other
    learnt = questions_of(open_corpus(corpus))
    refuse_shared(corpus, learnt, challenge.spec, asked, NEW)
    refuse_shared(corpus, learnt, ordinary.spec, tested, NEW)
    refuse_shared(challenge.spec, asked, ordinary.spec, tested, NEW)
    if begun:
        _refuse_other(out, halves)
    job = _Job(name, corpus, out, config, seed, progress)
    folder = _train(job, BEFORE, [])
    for half, items in zip(HALVES, halves, strict=True):
        write_records(out / f"{half}.jsonl", Item, items, QUIZ.name)
    before = _play(job, folder, [*asked, *tested])
    learnt_first = _play(job, _train(job, f"after-{HALVES[0]}", HALVES[:1]), [*halves[1], *tested])
    learnt_second = _play(job, _train(job, f"after-{HALVES[1]}", HALVES[1:]), halves[0])
    after = learnt_first[: len(halves[1])] + learnt_second
    return Retrained(
        name,
        _rate(before[: len(asked)], after, asked, challenge.spec, seed),
        _rate(before[len(asked) :], learnt_first[len(halves[1]) :], tested, ordinary.spec, seed),
    )


def _refuse_other(out: Path, halves: Sequence[list[Item]]) -> None:
    for half, items in zip(HALVES, halves, strict=True):
        path = out / f"{half}.jsonl"
        if path.exists() and list(read_records(path, Item)) != items:
            raise ZelligError(
                "this folder holds a retraining with other questions",
                path=out,
                remedy=f"Choose another {option('out')}.",
            )


def _halves(items: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    """Two parts by the texts, whatever their order; what is nearly the same text is in the same one."""
    texts = [QUIZ.text(item) for item in items]
    near = [(one, other) for one, other, _ in near_duplicates([*map(runs, texts)], COPY)]
    ones, others = np.array(near, dtype=np.intp).reshape(-1, 2).T
    _, groups = connected_components(coo_array((np.ones(len(near)), (ones, others)), shape=(len(items),) * 2))
    keys: dict[int, bytes] = {}
    for group, text in zip(groups.tolist(), texts, strict=True):
        keys[group] = min(digest(text), keys.get(group, digest(text)))
    halves: tuple[list[Item], list[Item]] = [], []
    for group, item in zip(groups.tolist(), items, strict=True):
        halves[keys[group][0] % 2].append(item)
    return halves


def _train(job: _Job, folder: str, halves: Sequence[str]) -> Path:
    corpora = [job.corpus, *(f"items:{job.out / half}.jsonl" for half in halves)]
    train_system(job.name, corpora, job.out / folder, config=job.config, seed=job.seed, progress=job.progress)
    return job.out / folder


def _play(job: _Job, folder: Path, items: Sequence[Item]) -> list[Played]:
    system = load_system_for(QUIZ, str(folder))
    return play(system, load_buzzer(BUZZER), items, seed=job.seed, progress=job.progress)


def _rate(
    before: list[Played], after: list[Played], items: Sequence[Item], corpus: str, seed: int
) -> QuizEvaluation:
    played = {BEFORE: before, AFTER: after}
    return rate(played, items, dict.fromkeys(played, BUZZER), PUBLISHED, corpus=corpus, seed=seed)
