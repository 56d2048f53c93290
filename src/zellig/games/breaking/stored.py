"""Pairs read back: from the folder of a run, of a contest or of contrast sets, or from a file of pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from zellig.games.breaking.answering import confidences_of
from zellig.games.breaking.gate.finished import refuse_unfinished
from zellig.games.breaking.notes import with_faults
from zellig.games.contest.answers import QuestionSheet
from zellig.games.contest.contest import Confidences, Contest
from zellig.games.contest.folder import read_contest
from zellig.items import Prediction, read_records
from zellig.tasks import Task


def read_stored(source: Path, task: str | None = None) -> Contest:
    """The pairs, with answers, the systems' probabilities and what speaks against validity where they lie
    beside them; without systems if nobody has answered. Refuses a run that is not finished."""
    contest = read_contest(source, task=task, unanswered=True)
    refuse_unfinished(source)  # after the pairs were read: a run that is over and has none has no scores
    questions = {entry.name: QuestionSheet(entry.pairs) for entry in contest.entries}
    confidences = {
        system: _confidences(source / "predictions" / system, questions, contest.task)
        for system in contest.systems
    }
    return replace(contest, entries=with_faults(contest.entries, source), confidences=confidences)


def _confidences(folder: Path, questions: Mapping[str, QuestionSheet], task: Task) -> dict[str, Confidences]:
    """By entry how probable a system's answers are to itself; a table of answers has no place for that."""
    files = {name: folder / f"{name}.jsonl" for name in questions}
    return {
        name: asked.align_confidences(
            confidences_of(read_records(files[name], Prediction), task) if files[name].is_file() else {}
        )
        for name, asked in questions.items()
    }
