"""Verdicts in a file: only ever added to, the newest of a judge about a text counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from zellig.errors import ZelligError
from zellig.items import VERDICTS, RecordFile, Verdict, header_of
from zellig.seats.transcript_file import TranscriptFile
from zellig.tasks import Task


class Whose(NamedTuple):
    """What a verdict is about, and who says it: a person and a program may have one name."""

    text: str
    judge: str
    program: bool


Counted = dict[Whose, Verdict]


def counted(verdicts: Iterable[Verdict]) -> Counted:
    """What counts of verdicts in the order in which they were said: one that says nothing takes back."""
    found: Counted = {}
    for each in verdicts:
        key = Whose(each.id, each.judge, each.program is not None)
        found.pop(key, None)
        if says_something(each):
            found[key] = each
    return found


def says_something(verdict: Verdict) -> bool:
    """Is this a verdict, or one that was taken back?"""
    return is_opinion(verdict) or bool(verdict.note)


def is_opinion(verdict: Verdict) -> bool:
    """Was something said of the text itself, or was it skipped?"""
    return any(said is not None for said in (verdict.answer, verdict.grammatical, verdict.natural))


def read_verdicts(paths: Iterable[Path], task: Task) -> list[Verdict]:
    """The verdicts of files; refuses those of another task."""
    found: list[Verdict] = []
    for path in paths:
        file = RecordFile(path, Verdict)
        found += file
        if file.header and file.header.task not in (None, task.name):
            raise ZelligError(
                f"these are verdicts on {file.header.task}, and the texts are of {task.name}",
                path=path,
                remedy="Give the verdicts that belong to these texts.",
            )
    return found


@contextmanager
def adding_to(path: Path, task: Task) -> Iterator[VerdictFile]:
    """A file that verdicts are added to, one after the other; nobody else can write to it meanwhile. A
    new one that nothing was added to is not left behind."""
    new = not path.exists()
    file = TranscriptFile(path)
    try:
        said = read_verdicts([path], task)
        head = [] if _version(path) == VERDICTS else [header_of(Verdict, task.name).rstrip()]
        yield VerdictFile(file, said, head)
    finally:
        if new and not path.stat().st_size:
            path.unlink()  # while nobody else can have begun to write to it
        file.close()


def _version(path: Path) -> int:
    """That of what is added to a file as it is; 0 where no line says it."""
    file = RecordFile(path, Verdict)
    for _ in file:
        pass
    return file.headers[-1][1].version if file.headers else 0


class VerdictFile:
    """What a file holds so far, and what is added to it."""

    def __init__(self, file: TranscriptFile, said: Sequence[Verdict], head: Sequence[bytes]) -> None:
        self._file, self.said, self._head = file, list(said), head

    def add(self, *verdicts: Verdict) -> None:
        """Each is in the file when the next one is asked for."""
        self._file.add([*self._head, *(msgspec.json.encode(each) for each in verdicts)])
        self._head = ()
        self.said += verdicts
