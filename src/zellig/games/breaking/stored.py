"""Pairs read back: from the folder of a run, of a contest or of contrast sets, or from a file of pairs.

Whatever begins with pairs that lie somewhere reads them here, with all that a run has noted about them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from zellig.games.breaking.answering import confidences_of
from zellig.games.breaking.gate.finished import refuse_unfinished
from zellig.games.breaking.notes import notes_of, read_notes
from zellig.games.contest.answers import QuestionSheet
from zellig.games.contest.contest import Confidences, Contest
from zellig.games.contest.folder import Layout, read_contest, read_entries
from zellig.items import Prediction, read_records
from zellig.store.hashes import warn_of_changes
from zellig.tasks import Task

PAIRS, MADE = "pairs", "made"
ANSWERS = ("predictions", "dev", "dev.jsonl")


def read_stored(source: Path, task: str | None = None) -> Contest:
    """The pairs, with answers, the systems' probabilities and what speaks against validity where they lie
    beside them; without systems if nobody has answered. Refuses a run that is not finished."""
    _refuse_without_pairs(source)
    contest = _noted(read_contest(source, task=task, unanswered=True), source, ANSWERS)
    questions = {entry.name: QuestionSheet(entry.pairs) for entry in contest.entries}
    confidences = {
        system: _confidences(source / "predictions" / system, questions, contest.task)
        for system in contest.systems
    }
    return replace(contest, confidences=confidences)


def read_pairs_of_run(source: Path, task: str | None = None) -> Contest:
    """The pairs and what speaks against their validity, whoever has answered them."""
    _refuse_without_pairs(source)
    about, entries = read_entries(source, task)
    return _noted(Contest(about, entries, {}), source)


def read_to_score(
    folder: Path, layout: Layout, task: str | None, exclude: Sequence[str], *, unanswered: bool
) -> Contest:
    """A contest, the folder of a run among others; what is excluded is not opened."""
    _refuse_without_pairs(folder)
    contest = read_contest(folder, layout, task, exclude, unanswered=unanswered)
    return contest if layout != "zellig" else _noted(contest, folder, ANSWERS)


def _refuse_without_pairs(source: Path) -> None:
    """A run that has just begun, or has come to nothing, is called that."""
    if not os.path.isdir(source / PAIRS):
        refuse_unfinished(source)


def _noted(contest: Contest, source: Path, answers: Sequence[str] = ()) -> Contest:
    """The pairs with what a run has noted against their validity; warns if files were edited since its end.

    The source is the folder of a run, or one of the files of pairs in it; elsewhere nothing is noted.
    """
    refuse_unfinished(source)  # after the pairs were read: a run that is over and has none has no scores
    beside = source.absolute().parent
    alone = beside.name == PAIRS and os.path.isfile(source)
    folder = beside.parent if alone else source
    notes = {entry.name: notes_of(entry.name) for entry in contest.entries}
    warn_of_changes(folder, [f"{PAIRS}/{source.name}", *notes.values()] if alone else [PAIRS, MADE, *answers])
    entries = [
        replace(entry, faults=read_notes(path).faults) if os.path.isfile(path) else entry
        for entry in contest.entries
        for path in [folder / notes[entry.name]]
    ]
    return replace(contest, entries=entries)


def _confidences(folder: Path, questions: Mapping[str, QuestionSheet], task: Task) -> dict[str, Confidences]:
    """By entry how probable a system's answers are to itself; a table of answers has no place for that."""
    files = {name: folder / f"{name}.jsonl" for name in questions}
    return {
        name: asked.align_confidences(
            confidences_of(read_records(files[name], Prediction), task) if files[name].is_file() else {}
        )
        for name, asked in questions.items()
    }
