"""Verdicts in files: each is only ever added to, and the newest of a judge about a text counts.

What comes later in a file is newer. Of two files nothing says which is newer, so they may not contradict each
other, and the order in which they are given tells nothing.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from zellig.doors import by_door
from zellig.errors import ZelligError
from zellig.games.judging.names import refuse_alike
from zellig.items import VERDICTS, RecordFile, Verdict, header_of
from zellig.judges.person import NONE
from zellig.pairs.reading import TABLES
from zellig.seats.transcript_file import TranscriptFile
from zellig.tasks import Task
from zellig.texts import counted as so_many


class Whose(NamedTuple):
    """What a verdict is about, and who says it: a person and a program may have one name."""

    text: str
    judge: str
    program: bool


Counted = dict[Whose, Verdict]


def counted(verdicts: Iterable[Verdict]) -> Counted:
    """What counts of verdicts in the order in which they were said: one that says nothing takes back."""
    return {key: each for key, each in _newest(verdicts).items() if says_something(each)}


def _newest(verdicts: Iterable[Verdict]) -> Counted:
    """By judge and text what was said last, also where it takes back what was said before."""
    found: Counted = {}
    for each in verdicts:
        key = Whose(each.id, each.judge, each.program is not None)
        found.pop(key, None)
        found[key] = each
    return found


def counted_in(paths: Iterable[Path], task: Task) -> Counted:
    """What counts of the verdicts of several files, in whatever order they are given. Refuses files in which
    one judge contradicts another file, and judges whose names look alike."""
    said: defaultdict[Whose, dict[Path, Verdict]] = defaultdict(dict)
    for path in paths:
        for key, each in _newest(read_verdicts([path], task)).items():
            said[key][path] = each
    refuse_alike(key.judge for key in said if not key.program)  # models may differ by case
    against = [key for key in sorted(said) if len(set(map(_claim, said[key].values()))) > 1]
    if against:
        name = min(key.judge for key in against)
        of_one = [key for key in against if key.judge == name]
        files = sorted({str(path) for key in of_one for path in said[key]})
        raise ZelligError(
            f"{name} says different things about {so_many(len(of_one), 'text')} in {' and '.join(files)}, "
            f"and nothing tells which is newer (the first text is {of_one[0].text})",
            remedy="Leave one of the files out, or put them into one, the older lines first.",
        )
    # They may differ in their notes: which one is kept does not depend on the order of the files.
    found = {key: max(each.values(), key=msgspec.json.encode) for key, each in sorted(said.items())}
    return {key: each for key, each in found.items() if says_something(each)}


def _claim(verdict: Verdict) -> tuple[object, ...]:
    """What a verdict comes to; two that differ in no more than a remark claim the same."""
    return says_something(verdict), verdict.answer, verdict.grammatical, verdict.natural


def says_something(verdict: Verdict) -> bool:
    """Is this a verdict, or one that was taken back?"""
    return is_opinion(verdict) or bool(verdict.note)


def is_opinion(verdict: Verdict) -> bool:
    """Was something said of the text itself, or was it skipped?"""
    return any(said is not None for said in (verdict.answer, verdict.grammatical, verdict.natural))


def read_verdicts(paths: Iterable[Path], task: Task) -> list[Verdict]:
    """The verdicts of files, with answers in the spelling of the task; refuses those of another task, and an
    answer that the task does not have."""
    found: list[Verdict] = []
    for path in paths:
        file = RecordFile(path, Verdict)
        try:
            numbered = list(file.numbered())
        except ZelligError as error:
            raise _table(path) or error from None
        if file.header and file.header.task not in (None, task.name):
            raise ZelligError(
                f"these are verdicts on {file.header.task}, and the texts are of {task.name}",
                path=path,
                remedy="Give the verdicts that belong to these texts.",
            )
        found += [_in_spelling(each, task, path, line) for line, each in numbered]
    return found


def _table(path: Path) -> ZelligError | None:
    """What to say of a table, such as a sheet that was filled in, where verdicts are read."""
    if path.suffix.lower() not in TABLES:
        return None
    read = by_door(
        "`zellig judge sheet RUN --by NAME --read SHEET --out FILE`",
        "`read_judged_sheet(run, sheet=..., by=..., out=...)` of zellig.front.judging",
    )
    return ZelligError(
        "this is a table, and verdicts are JSON lines", path=path, remedy=f"{read} makes them of a sheet."
    )


def _in_spelling(verdict: Verdict, task: Task, path: Path, line: int) -> Verdict:
    """Who writes `positive` says the same as who writes `+1`; a name is one, however its accents are made."""
    verdict = msgspec.structs.replace(verdict, judge=unicodedata.normalize("NFC", verdict.judge))
    if verdict.answer in (None, NONE):
        return verdict
    try:
        return msgspec.structs.replace(verdict, answer=task.given(verdict.answer))
    except ZelligError as error:
        remedy = f"{error.remedy} Who finds none right says {NONE!r}."
        raise ZelligError(error.what, path=path, line=line, field="answer", remedy=remedy) from None


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

    def people(self) -> set[str]:
        """The names of people who have said something."""
        return {each.judge for each in self.said if each.program is None}

    def add(self, *verdicts: Verdict) -> None:
        """Each is in the file when the next one is asked for."""
        if not verdicts:
            return
        self._file.add([*self._head, *(msgspec.json.encode(each) for each in verdicts)])
        self._head = ()
        self.said += verdicts
