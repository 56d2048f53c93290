"""What a corpus is, and what a reader of corpora can do."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import IO

from zellig.corpora.as_written import as_written
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.files import list_folder, reading
from zellig.items import Item, encode_record
from zellig.notices import warn
from zellig.tasks import get_task

FREE: tuple[str, ...] = ()  # the legal values of an option that may have any
FEW = 5  # items that may well have one answer by chance

_NAME_PARTS = re.compile(r"[._-]")


@dataclass(frozen=True)
class Source:
    """Where a reader reads, and which part: `path` is None for corpora that come from a resource."""

    path: Path | None
    split: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)  # every option, defaults filled in

    @property
    def place(self) -> Path:
        """The path, for readers that always have one."""
        if self.path is None:
            raise ZelligError("this reader needs a path", remedy="Write READER:PATH[:SPLIT][?options].")
        return self.path


@dataclass(frozen=True)
class Reader:
    """One format: what it is, what may be asked of it, how to read it and, if it can, how to write it."""

    name: str
    description: str
    licence: str
    citation: str
    task: str = ""  # empty: the file says it
    splits: tuple[str, ...] = ()
    options: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # legal values, default first; or FREE
    resource: str | None = None  # the resource a named corpus comes from
    file: Path | None = None  # the file of a named corpus that comes with Zellig
    forms: tuple[str, ...] = ()  # file name endings it can write, default first

    @property
    def named(self) -> bool:
        """Is the name enough, so that no path belongs into a spec?"""
        return self.resource is not None or self.file is not None

    @property
    def grammar(self) -> str:
        """How a spec of this reader is written."""
        split = "[:SPLIT]" if self.splits else ""
        options = "[?options]" if self.options else ""
        return self.name + ("" if self.named else ":PATH") + split + options

    def task_of(self, source: Source) -> str:
        """The name of the task of the items in `source`."""
        return self.task

    def columns_of(self, source: Source) -> list[str]:
        """The columns of a table; none of what is no table."""
        return []

    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        """Stream the items; rows left out are counted in `skipped` under the reason."""
        raise NotImplementedError

    def write(self, items: Iterable[Item], file: IO[bytes], form: str = "", task: str = "") -> None:
        """Write items in this format; `form` is one of `forms`, the first if it is empty."""
        file.writelines(self.encode(items, form, task))

    def encode(self, items: Iterable[Item], form: str, task: str) -> Iterator[bytes]:
        """The written file, piece by piece."""
        raise ZelligError(f"{self.name} can only be read", remedy="Choose another format to convert to.")


class Corpus:
    """A source of items that can be read again and again, one item at a time."""

    def __init__(self, spec: str, reader: Reader, source: Source) -> None:
        self.spec = spec
        self.reader = reader
        self.source = source
        self.task = reader.task_of(source)
        self.skipped: Counter[str] = Counter()  # what the last reading left out, and why

    def __iter__(self) -> Iterator[Item]:
        self.skipped = Counter()
        return self.reader.read(self.source, self.skipped)

    def first(self, limit: int | None) -> Iterator[Item]:
        """The first items, at most so many; that they all have one answer, and later ones not, is said."""
        answers: set[tuple[str, ...]] = set()
        count = 0
        items = iter(self)
        for item in islice(items, limit):
            answers.add(item.accepted)
            count += 1
            yield item
        one = len(answers) == 1 and any(answers) and len(get_task(self.task).labels) > 1
        if one and count == limit and count >= FEW and _any_other(items, answers):
            warn(
                f"the first {count:,} items of {as_written(self.spec)} all have the answer "
                f"{' or '.join(*answers)}: the file seems to be sorted, so shuffle it, or take more"
            )

    def no_answers(self) -> ZelligError:
        """The complaint of who needs the right answers, where no item has one."""
        what = f"no item of {as_written(self.spec)} has an answer"
        columns = self.reader.columns_of(self.source)
        if not columns:
            return ZelligError(what, remedy="Choose a corpus with gold answers.")
        what += f": no column is known to have the labels (there are: {', '.join(columns)})"
        remedy = "Add a column of labels, called label"
        if len(columns) > len(get_task(self.task).fields):  # else there is none that could be named
            said = option("mapping", 'label = "COLUMN"')
            remedy += f"; or say which it is, {said}"
        return ZelligError(what, remedy=f"{remedy}.")

    @property
    def name(self) -> str:
        return self.reader.name

    @property
    def split(self) -> str | None:
        return self.source.split

    @property
    def licence(self) -> str:
        return self.reader.licence

    @property
    def citation(self) -> str:
        return self.reader.citation


def _any_other(items: Iterator[Item], answers: set[tuple[str, ...]]) -> bool:
    """Is there an item with another answer? Where they all have one, the order is not to blame."""
    try:
        return any(item.accepted and item.accepted not in answers for item in items)
    except ZelligError:  # what was not asked for is not refused
        return False


def corpus_hash(items: Iterable[Item]) -> str:
    """Hash of items as they were read, with their answers: under one name there may be others another day."""
    digest = hashlib.sha256()
    for item in items:
        digest.update(encode_record(item))
    return digest.hexdigest()


def files_of(source: Source, splits: tuple[str, ...], suffixes: tuple[str, ...]) -> list[Path]:
    """The files to read: the path itself, or those files of the folder that carry the split in their name.

    A name counts in parts: `wiki1.dev.tsv` and `snli_1.0_dev.jsonl` belong to dev. Where a folder holds
    the same data with several endings, the first of `suffixes` that is there is read.
    """
    path, wanted = source.place, {source.split} if source.split else set(splits)
    with reading(path):
        folder = path.is_dir()
    if not folder:
        # A file whose name says nothing about splits is taken at the user's word.
        found = [path] if wanted & (splits_in(path, splits) or wanted) else []
    else:
        carriers = [entry for entry in list_folder(path) if wanted & splits_in(entry, splits)]
        choices = ([entry for entry in carriers if entry.suffix == suffix] for suffix in suffixes)
        found = next(filter(None, choices), [])
    if not found:
        raise ZelligError(
            f"there is no file of the split {' or '.join(sorted(wanted))} here",
            path=path,
            remedy=f"The name of a file says its split, and ends in {' or '.join(suffixes)}.",
        )
    return found


def named_files(path: Path, endings: tuple[str, ...], what: str) -> dict[str, Path]:
    """The file itself, or all of a folder, and of the folders in it, with these endings; refuses none.

    They go by their names without the ending, from which names of what they hold can be made.
    """
    with reading(path):
        if not path.is_dir():
            return {_without_ending(path.name, endings): path}
        below = sorted(each for each in path.rglob("*") if each.is_file())
    found: dict[str, Path] = {}
    for each in below:
        name = each.relative_to(path).as_posix()
        if name.lower().endswith(endings) and not any(part.startswith(".") for part in name.split("/")):
            first = found.setdefault(_without_ending(name, endings), each)
            if first is not each:
                raise ZelligError(
                    f"{first.name} has the same name", path=each, remedy="Keep one of the two files."
                )
    if not found:
        raise ZelligError(
            f"there are no {what} here", path=path, remedy=f"Their files end in {' or '.join(endings)}."
        )
    return found


def _without_ending(name: str, endings: tuple[str, ...]) -> str:
    ending = next((each for each in endings if name.lower().endswith(each)), "")
    return name[: len(name) - len(ending)]


def splits_in(path: Path, splits: tuple[str, ...]) -> set[str]:
    """The splits that a file name carries."""
    return set(_NAME_PARTS.split(path.name)) & set(splits)
