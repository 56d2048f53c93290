"""A run that was played, read back from its folder as the contest that it amounts to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from zellig.errors import ZelligError
from zellig.games.breaking.answering import confidences_of
from zellig.games.breaking.comparing import ComparedRuns, compare_runs
from zellig.games.breaking.gate.finished import refuse_unfinished
from zellig.games.contest.answers import QuestionSheet
from zellig.games.contest.contest import Contest
from zellig.games.contest.folder import read_contest
from zellig.items import Prediction, read_records


def read_run(folder: Path) -> Contest:
    """The pairs and answers of a run, or of any folder of a contest, with the systems' probabilities."""
    contest = read_contest(folder)
    refuse_unfinished(folder)
    questions = {entry.name: QuestionSheet(entry.pairs) for entry in contest.entries}
    confidences = {}
    for system in contest.systems:
        files = {name: folder / "predictions" / system / f"{name}.jsonl" for name in questions}
        confidences[system] = {
            name: questions[name].align_confidences(
                confidences_of(read_records(path, Prediction), contest.task) if path.is_file() else {}
            )
            for name, path in files.items()
        }
    return replace(contest, confidences=confidences)


def compare_folders(folders: Sequence[Path], systems: Sequence[str] = ()) -> ComparedRuns:
    """Compare two runs, or two systems of one."""
    if not 1 <= len(folders) <= 2 or len(systems) > 2:
        raise ZelligError(
            f"{len(folders)} runs and {len(systems)} systems are named",
            remedy="Name two runs, or one run and two systems.",
        )
    places = list(dict.fromkeys(folder.resolve() for folder in folders))
    runs = list(map(read_run, places))
    names = (
        [place.name for place in places]
        if len({place.name for place in places}) == 2
        else ("first", "second")
    )
    return compare_runs(runs[0], runs[-1], systems, names)
