"""Systems that answer now, in a contest whose other answers were stored."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from zellig.errors import ZelligError
from zellig.games.contest.contest import Contest
from zellig.measures.outcomes import Answers
from zellig.oracle import Progress, answers_of
from zellig.systems.evaluation import admit
from zellig.transform.evaluation import ContrastSet


def ask_too(
    contest: Contest,
    systems: Sequence[str],
    *,
    allow_overlap: bool = False,
    progress: Progress = lambda what, done, total: None,
) -> Contest:
    """The contest with the answers of more systems, each asked once about every distinct text."""
    asked = ContrastSet(contest.task, contest.pairs)
    items = list(asked.questions.values())
    answers = dict(contest.answers)
    for spec in systems:
        system = admit(spec, items, contest.task, allow_overlap=allow_overlap).system
        name = Path(spec).resolve().name if os.path.isdir(spec) else system.spec.name
        if name in answers:
            raise ZelligError(f"there are two systems named {name!r}", remedy="Rename one of them.")
        given = answers_of(system, items, contest.task, progress)
        answers[name] = _by_entry(contest, asked.aligned(dict(zip(asked.questions, given, strict=True))))
    return replace(contest, answers=answers)


def _by_entry(contest: Contest, given: Answers) -> dict[str, Answers]:
    original, modified = iter(given.original), iter(given.modified)
    return {
        entry.name: Answers(*(list(islice(side, len(entry.pairs))) for side in (original, modified)))
        for entry in contest.entries
    }
