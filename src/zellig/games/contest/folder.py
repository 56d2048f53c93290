"""Reading a contest from a folder of files.

Own layout, the same as a run directory's:
    pairs/<breaker>.jsonl  predictions/<system>/<breaker>.jsonl  [dev.jsonl  dev/<system>.jsonl]
A name that cannot be that of a file is written as `file_names.py` says.
Every file may be a TSV or CSV table instead. The 2017 release is read by `bibi2017.py`.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

from zellig.checks.form import scorable_item
from zellig.checks.reading import read_scorable, task_of_files
from zellig.corpora.rows import Place, unique
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.files import list_folder, reading
from zellig.games.contest.answers import (
    QuestionSheet,
    careful_answers,
    match_files,
    prediction_rows,
    read_answers,
    system_folders,
)
from zellig.games.contest.bibi2017 import read_bibi2017
from zellig.games.contest.contest import Contest, Development, Entry
from zellig.games.contest.file_names import file_name_of, name_in
from zellig.items import Item, RecordFile
from zellig.pairs.brought import together
from zellig.pairs.reading import RECORDS, TABLES
from zellig.pairs.tables import read_item_rows
from zellig.tasks import Task, get_task

Layout = Literal["zellig", "bibi2017"]


def read_contest(
    folder: Path,
    layout: Layout = "zellig",
    task: str | None = None,
    exclude: Sequence[str] = (),
    *,
    unanswered: bool = False,
) -> Contest:
    """Read and check a contest; the first fault raises a ZelligError that names file, line and remedy.

    The files of excluded systems are not opened, so that a broken one can be left out. With `unanswered`, a
    folder (or a file of pairs) that no system has answered yet is a contest, too.
    """
    pairs_alone = unanswered and layout == "zellig"
    if os.path.isfile(folder) and not pairs_alone:  # the method of Path fails on names that cannot be
        inside = "gold/ and predictions/" if layout == "bibi2017" else "pairs/ and predictions/"
        remedy = f"Give the folder that holds {inside}."
        raise ZelligError("this is a file, and a contest is a folder", path=folder, remedy=remedy)
    if layout == "bibi2017":
        return read_bibi2017(folder, get_task(task or "sentiment"), exclude)
    if unanswered and not os.path.isdir(folder / "predictions"):
        about, entries = read_entries(folder, task)
        return Contest(about, entries, {})
    return _read_own(folder, task, exclude)


def read_entries(source: Path, task_name: str | None = None) -> tuple[Task, list[Entry]]:
    """The task and the entries of a contest's folder, whoever answered them, or of one file of pairs."""
    with reading(source):
        alone = stat.S_ISREG(source.stat().st_mode)
    of_breakers = "pairs of the breakers (pairs/<breaker>.jsonl)"
    files = [source] if alone else _record_files(source / "pairs", of_breakers)
    task = get_task(task_name) if task_name else task_of_files(files)
    if alone:
        return task, _read_brought(source, task)
    return task, [_named_by_file(entry, path) for path in files for entry in _read_brought(path, task)]


def _read_own(folder: Path, task_name: str | None, exclude: Sequence[str]) -> Contest:
    inside = {path.name for path in list_folder(folder)}
    if "pairs" not in inside and "gold" in inside:
        raise ZelligError(
            "this looks like the 2017 release", path=folder, remedy=f"Say {option('layout', 'bibi2017')}."
        )
    task, entries = read_entries(folder, task_name)
    systems = _by_name(system_folders(folder / "predictions", [*map(file_name_of, exclude)]))
    questions = {entry.name: QuestionSheet(entry.pairs) for entry in entries}
    answers = {}
    for system in systems:
        files = {name_in(path.stem): path for path in _record_files(system, "predictions (<breaker>.jsonl)")}
        match_files(system, files, list(questions), "pairs/{}.jsonl")
        answers[name_in(system.name)] = {
            name: read_answers(files[name], asked, task) for name, asked in questions.items()
        }
    return Contest(task, entries, answers, _development(folder, list(answers), exclude, task))


def _by_name(paths: Iterable[Path]) -> list[Path]:
    return sorted(paths, key=lambda path: name_in(path.name))


def _record_files(folder: Path, what: str) -> list[Path]:
    files = _by_name(path for path in list_folder(folder) if path.suffix in (RECORDS, *TABLES))
    if not files:
        raise ZelligError("it holds no files", path=folder, remedy=f"Put the {what} there.")
    names = [path.stem for path in files]
    for path in files:
        if names.count(path.stem) > 1:
            raise ZelligError(f"there are two files for {path.stem}", path=path, remedy="Keep one of them.")
    return files


def _read_brought(path: Path, task: Task) -> list[Entry]:
    """The pairs of a file by author; refuses the first that cannot be scored.

    A header says who brings them and which system was asked, if any; else the file's name is the author.
    """
    parts = (part._replace(author=part.author or name_in(path.stem)) for part in read_scorable(path, task))
    return [Entry(part.author or "", part.pairs, part.victim, part.findings) for part in together(parts)]


def _named_by_file(entry: Entry, path: Path) -> Entry:
    """The files of answers go by the entry's name, so its own file does as well."""
    if entry.name != name_in(path.stem):
        raise ZelligError(
            f"its header says that these are the pairs of {entry.name!r}",
            path=path,
            line=1,
            remedy=f"Call it {file_name_of(entry.name)}{path.suffix}, or correct the author and the victim "
            "in the header.",
        )
    return entry


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
        name = name_in(path.stem)
        if name in exclude:
            continue
        if name not in systems:
            raise ZelligError(
                f"there is no system {name!r} in predictions/",
                path=path,
                remedy="Remove the file, or add the system.",
            )
        answers[name] = careful_answers(prediction_rows(path), path, set(items), task)
    return Development(items, answers)


def _dev_items(path: Path, task: Task) -> dict[str, Item]:
    """The development items by id, each legal in the task, at least one."""
    rows = RecordFile(path, Item).numbered() if path.suffix == RECORDS else read_item_rows(path, task)
    gold: dict[str, Item] = {}
    for place, item in unique(((Place(path, line), item) for line, item in rows), "item"):
        scorable_item(item, task, path, place.line)
        gold[item.id] = item
    if not gold:
        raise ZelligError("it holds no item", path=path, line=1, remedy="Fill it, or remove it and dev/.")
    return gold
