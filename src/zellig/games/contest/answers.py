"""Reading a system's answers to a breaker's pairs: all of them, each once, each legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zellig.doors import option
from zellig.errors import ZelligError
from zellig.files import list_folder, reading
from zellig.games.contest.contest import Confidences, left_in
from zellig.items import Pair, Prediction, RecordFile, read_records
from zellig.measures.columns import Column, code_type, column_of
from zellig.measures.outcomes import Answers
from zellig.pairs.reading import RECORDS
from zellig.pairs.tables import read_prediction_rows
from zellig.tasks import Task
from zellig.texts import counted

Ints = NDArray[np.integer]


def system_folders(folder: Path, exclude: Sequence[str]) -> list[Path]:
    """The folders of the systems that are not excluded, at least one."""
    entries = list_folder(folder)
    with reading(folder):  # a folder may be listed and still keep its entries to itself
        systems = [path for path in entries if path.is_dir()]
    if not systems:
        raise ZelligError(
            "there is no system in it",
            path=folder,
            remedy="Put each system's answers into a folder of its own, one file for each breaker.",
        )
    return [folder / name for name in left_in([path.name for path in systems], exclude)]


def match_files(system: Path, files: Mapping[str, Path], entries: Sequence[str], gold: str) -> None:
    """Every entry has a file of predictions, and the other way round; `gold` is where pairs lie."""
    for breaker, path in files.items():
        if breaker not in entries:
            raise ZelligError(
                f"there is no gold file for it ({gold.format(breaker)})",
                path=path,
                remedy=f"Add the breaker's pairs; there are: {', '.join(entries)}.",
            )
    for breaker in entries:
        if breaker not in files:
            raise ZelligError(
                f"the predictions for {breaker} are missing",
                path=system,
                remedy=f"Add {breaker}.jsonl, or leave the system out with {option('exclude', system.name)}.",
            )


class QuestionSheet:
    """The items a system has to answer for one breaker, worked out once for all systems."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        self.original = [pair.original.id for pair in pairs]
        self.modified = [pair.modified.id for pair in pairs]
        self.wanted = {*self.original, *self.modified}
        self.order: Sequence[str] = ()  # of the last one's ids: nearly everybody answers in the same one
        self._places: tuple[Ints, Ints] = (np.zeros(0, np.intp), np.zeros(0, np.intp))

    def align(self, found: Answered) -> Answers:
        """One answer to each of the wanted items, in the order of the pairs."""
        if found.ids != self.order:
            place = {name: place for place, name in enumerate(found.ids)}
            self.order = found.ids
            self._places = (
                np.array([place[name] for name in self.original], dtype=np.intp),
                np.array([place[name] for name in self.modified], dtype=np.intp),
            )
        return Answers(*(found.answers.at(places) for places in self._places))

    def align_confidences(self, found: Mapping[str, float]) -> Confidences:
        """Probabilities of the answers by item id, in the order of the pairs."""
        return Confidences(
            [found.get(item) for item in self.original], [found.get(item) for item in self.modified]
        )


class Answered(NamedTuple):
    """Answers in the order of a file, with the ids of their items."""

    ids: Sequence[str]
    answers: Column


def answered_of(found: Mapping[str, str]) -> Answered:
    """Answers by the ids of their items."""
    return Answered(list(found), column_of(list(found.values())))


def read_answers(path: Path, questions: QuestionSheet, task: Task) -> Answers:
    """One system's answers to one breaker, in the task's spelling."""
    return questions.align(_answered(path, questions.wanted, task, questions.order))


def answers_by_id(path: Path, wanted: Set[str], task: Task) -> dict[str, str]:
    """One answer to each of the wanted items, in the task's spelling."""
    found = _answered(path, wanted, task)
    return dict(zip(found.ids, found.answers, strict=True))


def answers_in_order(path: Path, asked: Sequence[str], task: Task) -> Column:
    """One answer to each of the items with these ids, in the task's spelling and in their order."""
    quick = _quick_answers(path, len(asked), task)
    if quick and quick.ids == asked:  # nearly everybody answers in the order in which they were asked
        return quick.answers
    found = answers_by_id(path, set(asked), task)
    return column_of([found[name] for name in asked])


def _answered(path: Path, wanted: Set[str], task: Task, usual: Sequence[str] = ()) -> Answered:
    """One answer to each of the wanted items, in the task's spelling; `usual` is an order of all of them."""
    quick = _quick_answers(path, len(wanted), task)
    if quick and (quick.ids == usual or (len(quick.ids) == len(wanted) and wanted == set(quick.ids))):
        return quick
    return answered_of(careful_answers(prediction_rows(path), path, wanted, task))


def _quick_answers(path: Path, most: int, task: Task) -> Answered | None:
    """All answers at once, or None if there is anything to complain about, or there are too many."""
    if path.suffix != RECORDS:
        return None
    ids: list[str] = []
    codes: list[Ints] = []
    spelling: dict[str | int, str] = {}
    place: dict[str | int, int] = {}
    for block in read_records(path, Prediction).blocks():
        given = [each.answer for each in block]
        try:
            for raw in set(given) - spelling.keys():
                spelling[raw], place[raw] = task.given(raw), len(place)
        except ZelligError:
            return None
        ids.extend([each.id for each in block])
        codes.append(np.fromiter(map(place.__getitem__, given), code_type(len(place)), len(given)))
        if len(ids) > most:
            return None
    return Answered(ids, Column(list(spelling.values()), np.concatenate([*codes, np.zeros(0, np.int8)])))


def prediction_rows(path: Path) -> Iterator[tuple[int, Prediction]]:
    """The predictions of a record file or a table, with their line numbers."""
    return RecordFile(path, Prediction).numbered() if path.suffix == RECORDS else read_prediction_rows(path)


def careful_answers(
    rows: Iterable[tuple[int, Prediction]],
    path: Path,
    wanted: Set[str],
    task: Task,
    repeats: dict[str, int] | None = None,
) -> dict[str, str]:
    """Row by row, so that the first fault can be named; a repeated id is refused, or noted in `repeats`."""
    found: dict[str, str] = {}
    line = 0
    for line, prediction in rows:
        if prediction.id not in wanted:
            raise ZelligError(
                f"there is no item {prediction.id!r} to be answered",
                path=path,
                line=line,
                remedy="Remove the line, or check that it is the right file.",
            )
        try:
            answer = task.given(prediction.answer)
        except ZelligError as error:
            raise ZelligError(error.what, path=path, line=line, remedy=error.remedy) from None
        if prediction.id in found:
            if repeats is None:
                raise ZelligError(
                    f"there is a second answer for item {prediction.id!r}",
                    path=path,
                    line=line,
                    remedy="Keep one line for each item.",
                )
            repeats[prediction.id] = line
        found[prediction.id] = answer
    if missing := sorted(wanted - found.keys()):
        others = f" and {counted(len(missing) - 1, 'other')}" if len(missing) > 1 else ""
        raise ZelligError(
            f"there is no answer for item {missing[0]!r}{others} (to the end of the file)",
            path=path,
            line=line + 1,
            remedy="Add a line for each item that was asked.",
        )
    return found
