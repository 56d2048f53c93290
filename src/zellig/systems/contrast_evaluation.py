"""How good systems are on a contrast set, by their names: loaded, and looked at for what they have learnt."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.language.data_check import warn_of_pairs
from zellig.systems.doubt_words import warn_of_doubt
from zellig.systems.evaluation import admit_all
from zellig.systems.training import Progress
from zellig.transform.evaluation import ContrastEvaluation, ContrastSet
from zellig.transform.evaluation import evaluate as measure


def evaluate(
    names: Sequence[str],
    contrasts: ContrastSet,
    *,
    allow_overlap: bool = False,
    replicates: int = 1000,
    seed: int = 2017,
    progress: Progress = lambda what, done, total: None,
) -> ContrastEvaluation:
    """Every figure of these systems on the pairs, and how many of the texts each was trained on."""
    warn_of_pairs(contrasts.pairs, contrasts.task, "the pairs")
    items = list(contrasts.questions.values())
    admitted = admit_all(names, items, contrasts.task, allow_overlap=allow_overlap)
    found = measure(
        contrasts,
        {name: each.system for name, each in admitted.items()},
        overlap={name: each.overlap for name, each in admitted.items()},
        replicates=replicates,
        seed=seed,
        progress=progress,
    )
    for name, doubt in found.doubts.items():
        warn_of_doubt(doubt, name, contrasts.task)
    return found
