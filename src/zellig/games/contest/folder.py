"""Reading a contest from a folder of files.

Own layout, the same as a run directory's:
    pairs/<breaker>.jsonl  predictions/<system>/<breaker>.jsonl  [dev.jsonl  dev/<system>.jsonl]
Every file may be a TSV or CSV table instead. The 2017 release is read by `bibi2017.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from zellig.corpora.rows import unique
from zellig.errors import ZelligError
from zellig.files import list_folder, reading
from zellig.games.contest.answers import (
    Questions,
    careful_answers,
    match_files,
    prediction_rows,
    read_answers,
    system_folders,
)
from zellig.games.contest.bibi2017 import read_bibi2017
from zellig.games.contest.contest import Contest, Development
from zellig.items import Item, Pair, RecordFile, read_records
from zellig.pairs.reading import RECORDS, TABLES, pairs_of_items, same_task, task_in
from zellig.pairs.tables import read_item_rows
from zellig.tasks import Task, get_task

Layout = Literal["zellig", "bibi2017"]


def read_contest(
    folder: Path, layout: Layout = "zellig", task: str | None = None, exclude: Sequence[str] = ()
) -> Contest:
    """Read and check a contest; the first fault raises a ZelligError that names file, line and remedy.

    The files of excluded systems are not opened, so that a broken one can be left out.
    """
    if layout == "bibi2017":
        return read_bibi2017(folder, get_task(task or "sentiment"), exclude)
    return _read_own(folder, task, exclude)


def read_pairs(folder: Path) -> tuple[Task, dict[str, list[Pair]]]:
    """The task of a contest and the pairs of its breakers, whoever answered them."""
    files = _record_files(folder / "pairs", "pairs of the breakers (pairs/<breaker>.jsonl)")
    task = _declared_task(files)
    return task, {path.stem: _read_pairs(path, task) for path in files}


def _read_own(folder: Path, task_name: str | None, exclude: Sequence[str]) -> Contest:
    inside = {path.name for path in list_folder(folder)}
    if "pairs" not in inside and "gold" in inside:
        raise ZelligError("this looks like the 2017 release", path=folder, remedy="Say --layout bibi2017.")
    pair_files = _record_files(folder / "pairs", "pairs of the breakers (pairs/<breaker>.jsonl)")
    task = get_task(task_name) if task_name else _declared_task(pair_files)
    pairs = {path.stem: _read_pairs(path, task) for path in pair_files}
    systems = system_folders(folder / "predictions", exclude)
    questions = {breaker: Questions(made) for breaker, made in pairs.items()}
    answers = {}
    for system in systems:
        files = {path.stem: path for path in _record_files(system, "predictions (<breaker>.jsonl)")}
        match_files(system, files, pairs, "pairs/{}.jsonl")
        answers[system.name] = {
            breaker: read_answers(files[breaker], questions[breaker], task) for breaker in pairs
        }
    return Contest(task, pairs, answers, _development(folder, list(answers), exclude, task))


def _record_files(folder: Path, what: str) -> list[Path]:
    files = [path for path in list_folder(folder) if path.suffix in (RECORDS, *TABLES)]
    if not files:
        raise ZelligError("it holds no files", path=folder, remedy=f"Put the {what} there.")
    names = [path.stem for path in files]
    for path in files:
        if names.count(path.stem) > 1:
            raise ZelligError(f"there are two files for {path.stem}", path=path, remedy="Keep one of them.")
    return files


def _declared_task(files: list[Path]) -> Task:
    """The task that the headers of the record files name."""
    for path in files:
        if path.suffix == RECORDS:
            records = read_records(path, Pair)
            next(iter(records.blocks()), None)
            if records.header and records.header.task:
                return task_in(path, records.header.task)
    raise ZelligError(
        "the files do not say which task this is",
        path=files[0],
        line=1,
        remedy='Give --task, or a header line {"zellig": "pairs", "version": 1, "task": "sentiment"}.',
    )


def _read_pairs(path: Path, task: Task) -> list[Pair]:
    """The pairs of one breaker, each item legal in the task, no id with two meanings."""
    if path.suffix == RECORDS:
        records = read_records(path, Pair)
        pairs = list(records)
        same_task((records.header and records.header.task) or "", task, path)
        if _plainly_sound(pairs, task):
            return pairs
        rows: Iterable[tuple[int, Pair]] = RecordFile(path, Pair).numbered()
    else:
        rows = pairs_of_items(read_item_rows(path, task), task, path)
    pairs = list(_sound(rows, path, task))
    if not pairs:
        raise ZelligError("it holds no pair", path=path, line=1, remedy="Remove the file, or fill it.")
    return pairs


def _plainly_sound(pairs: list[Pair], task: Task) -> bool:
    """True if the quick look finds nothing to explain; `_sound` then need not go line by line."""
    items: dict[str, Item] = {}
    fields, legal = set(task.fields), set(task.labels)
    for pair in pairs:
        for item in (pair.original, pair.modified):
            if item.fields.keys() != fields or not item.accepted:
                return False
            if not all(map(str.strip, item.fields.values())):
                return False
            if task.labels:
                if not legal.issuperset(item.accepted):
                    return False
            elif any(task.answer(answer) != answer for answer in item.accepted):
                return False
            if items.setdefault(item.id, item) != item:
                return False
    return len(pairs) > 0 and len({pair.id for pair in pairs}) == len(pairs)


def _sound(rows: Iterable[tuple[int, Pair]], path: Path, task: Task) -> Iterator[Pair]:
    """Pass the pairs on; refuse the first that cannot be scored."""
    items: dict[str, tuple[int, Item]] = {}
    for line, pair in unique(rows, path, "pair"):
        for item in (pair.original, pair.modified):
            _sound_item(item, path, line, task)
            first, known = items.setdefault(item.id, (line, item))
            if set(known.accepted) != set(item.accepted):
                raise ZelligError(
                    f"item {item.id!r} has the label {_words(item.accepted)} here "
                    f"and {_words(known.accepted)} on line {first}",
                    path=path,
                    line=line,
                    remedy="One item has one label: correct one of the two lines.",
                )
            if known.fields != item.fields:
                raise ZelligError(
                    f"item {item.id!r} has another text here than on line {first}",
                    path=path,
                    line=line,
                    remedy="Give different items different ids.",
                )
        yield pair


def _sound_item(item: Item, path: Path, line: int, task: Task) -> None:
    for fault in task.faults_of_item(item):
        raise ZelligError(
            f"item {item.id!r}: {fault}",
            path=path,
            line=line,
            remedy=f"Correct the line; the fields and answers of {task.name} are in docs/tasks.md.",
        )
    if not item.accepted:
        raise ZelligError(
            f"item {item.id!r} has no accepted answer",
            path=path,
            line=line,
            remedy="Give the right answer in 'accepted'.",
        )


def _development(folder: Path, systems: list[str], exclude: Sequence[str], task: Task) -> Development:
    """The development items and the systems' answers to them, if the folder has them."""
    with reading(folder / "dev"):
        there = (folder / "dev").is_dir()
    if not there:
        return Development()
    known = [folder / f"dev{suffix}" for suffix in (RECORDS, *TABLES)]
    gold_file = next((path for path in list_folder(folder) if path in known), None)
    if gold_file is None:
        raise ZelligError(
            "the development items are missing beside it",
            path=folder / "dev",
            remedy="Add dev.jsonl with the items and their accepted answers.",
        )
    items = _dev_items(gold_file, task)
    answers = {}
    for path in _record_files(folder / "dev", "development predictions (<system>.jsonl)"):
        if path.stem in exclude:
            continue
        if path.stem not in systems:
            raise ZelligError(
                f"there is no system {path.stem!r} in predictions/",
                path=path,
                remedy="Remove the file, or add the system.",
            )
        answers[path.stem] = careful_answers(prediction_rows(path), path, set(items), task)
    return Development(items, answers)


def _dev_items(path: Path, task: Task) -> dict[str, Item]:
    """The development items by id, each legal in the task, at least one."""
    rows = RecordFile(path, Item).numbered() if path.suffix == RECORDS else read_item_rows(path, task)
    gold: dict[str, Item] = {}
    for line, item in unique(rows, path, "item"):
        _sound_item(item, path, line, task)
        gold[item.id] = item
    if not gold:
        raise ZelligError("it holds no item", path=path, line=1, remedy="Fill it, or remove it and dev/.")
    return gold


def _words(answers: Iterable[str]) -> str:
    return " or ".join(answers)
