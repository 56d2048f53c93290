"""Reading the release of the 2017 shared task: gold/<breaker>_*.tsv and predictions/<system>/<breaker>_*.

Ids repeat inside its files, once with another label. The published counts come out if the last row
counts, so that is what we do, with a warning; the own layout refuses such files.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from zellig.corpora.bibi2017 import breaker_of, read_gold, read_predictions
from zellig.files import list_folder
from zellig.games.contest.answers import (
    QuestionSheet,
    answered_of,
    careful_answers,
    match_files,
    system_folders,
)
from zellig.games.contest.contest import Contest, Entry
from zellig.items import Item
from zellig.measures.outcomes import Answers
from zellig.pairs.reading import pairs_of_items, same_task
from zellig.tasks import Task


def read_bibi2017(folder: Path, task: Task, exclude: Sequence[str] = ()) -> Contest:
    """The contest of the release; breakers and systems are named by their files and folders."""
    same_task("sentiment", task, folder)
    warnings: list[str] = []
    entries: list[Entry] = []
    for path in list_folder(folder / "gold"):
        items: dict[str, Item] = {}
        lines: dict[str, int] = {}
        repeats: dict[str, int] = {}
        for line, item in read_gold(path):
            if item.id in items:
                repeats[item.id] = line
            items[item.id], lines[item.id] = item, line
        rows = ((lines[item.id], item) for item in items.values())
        entries.append(Entry(breaker_of(path), [pair for _, pair in pairs_of_items(rows, task, path)]))
        warnings += _warning(path, repeats)
    answers: dict[str, dict[str, Answers]] = {}
    for system in system_folders(folder / "predictions", exclude):
        files = {breaker_of(path): path for path in list_folder(system)}
        match_files(system, files, [entry.name for entry in entries], "gold/{}_*.tsv")
        answers[system.name] = {}
        for entry in entries:
            path, repeats = files[entry.name], {}
            questions = QuestionSheet(entry.pairs)
            found = careful_answers(read_predictions(path), path, questions.wanted, task, repeats)
            answers[system.name][entry.name] = questions.align(answered_of(found))
            warnings += _warning(path, repeats)
    return Contest(task, entries, answers, warnings=tuple(warnings))


def _warning(path: Path, repeats: dict[str, int]) -> list[str]:
    if not repeats:
        return []
    named = ", ".join(f"{item} (line {line})" for item, line in repeats.items())
    return [f"{path}: ids come again and the last row counts: {named}."]
