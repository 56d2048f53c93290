"""What is uploaded to a contest: bytes under a file name, read and checked as a whole.

What cannot be read at all is refused. Of a file of pairs single lines may be refused and the others taken;
answers and items are taken as a whole or not at all, for a file with a hole in it is worth nothing.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeVar

import msgspec

from zellig.checks.findings import Finding
from zellig.checks.form import scorable_item
from zellig.checks.pipeline import check
from zellig.errors import ZelligError
from zellig.games.contest.advice import in_contest
from zellig.games.contest.answers import answers_by_id, answers_in_order, prediction_rows
from zellig.games.contest.phases import Act
from zellig.games.contest.rules import Rules
from zellig.games.judging.asked import Material
from zellig.items import Item, Pair, Prediction, RecordFile, first_header
from zellig.measures.columns import Column
from zellig.pairs.reading import RECORDS, read_items, read_pairs, read_rows
from zellig.tasks import Task, get_task
from zellig.tasks.finding import by_name_only
from zellig.texts import counted, digest

Text = TypeVar("Text", Item, Pair)
Kind = Literal["training", "dev", "starter", "to-judge", "dev-predictions", "pairs", "predictions"]

# What one has to be allowed to do, to bring something of a kind; the other kinds are the organiser's.
ACTS: dict[Kind, Act] = {
    "dev-predictions": "put-dev-predictions",
    "pairs": "put-pairs",
    "predictions": "put-predictions",
}

KINDS_OF_DATA: tuple[Kind, ...] = ("training", "dev", "starter", "to-judge")

ENDINGS = (".jsonl", ".tsv", ".csv")
MEGABYTE = 2**20
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,
    RuntimeError,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
)
LONGEST_ID = 100
FINDINGS, LONGEST_TEXT = 500, 500  # that are kept of an upload, and the characters of each of their texts
PAIRS = "pairs"  # the folder of a run that has its pairs
UNPACKED = 10  # times the size that an upload may have, that a zip may hold


class Checked(msgspec.Struct, frozen=True):
    """What became of an upload: taken or not, why, and what was found in its lines."""

    taken: bool
    reason: str
    findings: tuple[Finding, ...] = ()


class Known(msgspec.Struct, frozen=True):
    """What an upload is checked against."""

    rules: Rules
    dev: Sequence[Item] = ()
    starter: Sequence[Item] = ()
    training: Sequence[Item] = ()
    asked: frozenset[str] = frozenset()  # the blind items of the round that is answered


def check_upload(kind: Kind, filename: str, content: bytes, known: Known) -> Checked:
    """Read and check an upload; refuses nothing with an error: what is wrong with it is told."""
    try:
        with as_file(filename, content, known.rules.quotas.megabytes * MEGABYTE) as path:
            task = get_task(known.rules.task)
            _refuse_other_task(path, kind, task)
            return _CHECKS[kind](path, known, task)
    except ZelligError as error:
        where = [error.where] if error.where else []
        return Checked(False, ": ".join([*where, f"{error.what.rstrip('.')}. {error.remedy}".strip()]))


def _refuse_other_task(path: Path, kind: Kind, task: Task) -> None:
    """Refuse a record file whose header names another task than the contest's, whatever its lines hold."""
    if path.suffix != RECORDS:
        return
    records: RecordFile[Any] = RecordFile(path, _records_in(path, kind))
    next(records.numbered(lambda error: None), None)  # who reads the lines tells what is wrong with them
    declared = records.header.task if records.header else None
    if not declared or declared == task.name:
        return
    try:
        other = get_task(declared)
    except ZelligError:  # nobody knows it here
        other = None
    # One with the same fields and answers may stand for another (qasrl-f1, qasrl).
    if other is None or (other.fields, other.labels) != (task.fields, task.labels):
        raise ZelligError(
            f"its header says that it is about the task {declared!r}, and this contest is about {task.name}",
            line=1,
            remedy="Check that it is the right file, and correct the header if it is.",
        )


def _records_in(path: Path, kind: Kind) -> type[Any]:
    """What a record file of a kind holds; judges are asked about items as well as about pairs."""
    if kind == "to-judge" and (header := first_header(path)) is not None and header.zellig == "items":
        return Item
    return _RECORDS[kind]


def read_pairs_of(filename: str, content: bytes, rules: Rules, refused: Sequence[Finding]) -> list[Pair]:
    """The pairs of an upload that was taken, without the lines that were refused."""
    lines = {finding.line for finding in refused if finding.severity == "reject"}
    with as_file(filename, content, rules.quotas.megabytes * MEGABYTE) as path:
        if not lines and path.suffix == RECORDS:  # nothing was wrong with any line: they are read at once
            return list(RecordFile(path, Pair))
        rows = read_rows(str(path), get_task(rules.task))
        return [row for line, row in rows if line not in lines and isinstance(row, Pair)]


def read_items_of(filename: str, content: bytes, rules: Rules) -> list[Item]:
    """The items of an upload that was taken."""
    return items_in(filename, content, get_task(rules.task), rules.quotas.megabytes * MEGABYTE)


def read_to_judge(filename: str, content: bytes, rules: Rules) -> Material:
    """The texts of an upload that are put to judges."""
    task = get_task(rules.task)
    with as_file(filename, content, rules.quotas.megabytes * MEGABYTE) as path:
        return _material(path, task)


def _material(path: Path, task: Task) -> Material:
    """The pairs or items of a file, none of which is there twice."""
    if path.suffix == RECORDS and _records_in(path, "to-judge") is Item:
        return Material(task, items=[item for _, item in _once(RecordFile(path, Item).numbered())])
    return Material(task, pairs=[pair for _, pair in _once(read_pairs(str(path), task))])


def _once(rows: Iterable[tuple[int, Text]]) -> Iterator[tuple[int, Text]]:
    """Pairs or items with their lines; refuses an id that cannot be used, or comes again."""
    seen: dict[str, int] = {}
    for line, each in rows:
        _check_id(each.id, line)
        if each.id in seen:
            raise ZelligError(
                f"the id {each.id!r} comes again (first in line {seen[each.id]})",
                line=line,
                remedy="Give every one an id of its own.",
            )
        seen[each.id] = line
        yield line, each


def items_in(filename: str, content: bytes, task: Task, largest: int) -> list[Item]:
    """The items in some bytes under a file name; refuses what cannot be read, and more bytes than may be."""
    with as_file(filename, content, largest) as path:
        return [item for _, item in _items(path, task)]


def read_answers_of(filename: str, content: bytes, rules: Rules, asked: Sequence[str]) -> Column:
    """The answers of an upload that was taken, in the order of the items with these ids."""
    with as_file(filename, content, rules.quotas.megabytes * MEGABYTE) as path:
        return answers_in_order(path, asked, get_task(rules.task))


def answered_in(filename: str, content: bytes, rules: Rules) -> set[str]:
    """The ids of the items that an upload which was taken answers."""
    with as_file(filename, content, rules.quotas.megabytes * MEGABYTE) as path:
        return {prediction.id for _, prediction in prediction_rows(path)}


def plain_name(kind: str, filename: str) -> str:
    """A name for an upload that says how to read it, and nothing else."""
    return kind + next((each for each in (*ENDINGS, ".zip") if filename.lower().endswith(each)), "")


@contextmanager
def as_file(filename: str, content: bytes, largest: int) -> Iterator[Path]:
    """An upload as a file for readers; of a zip the one file in it, or the pairs of the run whose folder it
    is. Refuses what is too large, or of no kind that is known."""
    name, data = filename, content
    if len(content) > largest:
        raise ZelligError(
            f"it has {len(content):,} bytes, and {largest:,} are allowed", remedy="Upload less at once."
        )
    if name.lower().endswith(".zip"):
        name, data = _unpacked(content, largest * UNPACKED)
    ending = next((each for each in ENDINGS if name.lower().endswith(each)), None)
    if ending is None:
        raise ZelligError(
            "its kind cannot be told from its name",
            remedy=f"Name it so that it ends in {', '.join(ENDINGS)}.",
        )
    with TemporaryDirectory(prefix="zellig-upload-") as folder:
        path = Path(folder) / f"upload{ending}"
        path.write_bytes(data)
        try:
            with by_name_only():  # what an upload says of its task opens no files
                yield path
        except ZelligError as error:
            if error.path == str(path):
                error.path = filename  # who uploaded it knows no other
            raise


def _unpacked(content: bytes, largest: int) -> tuple[str, bytes]:
    """The name and the bytes of the one file in a zip, or of all pairs of a run, read no further than
    allowed, whatever it says of its size."""
    remedy = "Pack the one file, or the folder of a run, without a password."
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            every = [each for each in archive.infolist() if not each.is_dir()]
            inside = [each for each in every if _is_of_run(each.filename)] or every
            if len(inside) != 1 and inside == every:
                raise ZelligError(f"the zip holds {len(inside):,} files, not one", remedy=remedy)
            data = bytearray()
            for each in sorted(inside, key=lambda each: each.filename):
                if each.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    # others may want any amount of memory before the first byte
                    raise ZelligError("the zip is packed in a way that is not taken", remedy="Deflate it.")
                with archive.open(each) as file:
                    data += file.read(largest + 1 - len(data))
    except _BROKEN as error:
        raise ZelligError(f"the zip cannot be read ({error})", remedy=remedy) from None
    if len(data) > largest:
        raise ZelligError(f"unpacked it has more than {largest:,} bytes", remedy="Upload less at once.")
    return inside[0].filename, bytes(data)


def _is_of_run(name: str) -> bool:
    """Is a file of a zip one of the files of pairs in the folder of a run, packed with it or without?"""
    *folders, _ = Path(name).parts
    return Path(name).suffix == RECORDS and folders[-1:] == [PAIRS] and len(folders) <= 2


def _check_shown_items(path: Path, known: Known, task: Task) -> Checked:
    """Items that builders train on, or breakers change: none that is blind."""
    return _check_items(path, task, {"development": known.dev})


def _check_blind_items(path: Path, known: Known, task: Task) -> Checked:
    """Development items: none that builders train on, or breakers change."""
    return _check_items(path, task, {"training": known.training, "starter": known.starter})


def _check_items(path: Path, task: Task, apart: Mapping[str, Sequence[Item]]) -> Checked:
    """Items of the organiser, of which none may be among those that are named."""
    elsewhere = {
        digest(task.text(item)): f"the text is that of the {what} item {item.id!r}"
        for what, items in apart.items()
        for item in items
    }
    rows = list(_once(_items(path, task)))
    leaking: list[Finding] = []
    for line, item in rows:
        scorable_item(item, task, path, line)
        if (message := elsewhere.get(digest(task.text(item)))) is not None:
            remedy = "Leave it out here, or there."
            leaking.append(Finding(item.id, line, "leakage", "reject", message, remedy))
    if not rows:
        raise ZelligError("there is no item in it", remedy="Check that it is the right file.")
    if leaking:
        texts = "1 has a text" if len(leaking) == 1 else f"{len(leaking):,} have texts"
        return Checked(
            False,
            f"Of {counted(len(rows), 'item')} {texts} that the development items share with the training or "
            "starter items: development items are blind.",
            _kept(leaking),
        )
    return Checked(True, f"{counted(len(rows), 'item')}.")


def _items(path: Path, task: Task) -> Iterator[tuple[int, Item]]:
    """The items of a record file, or of a table of the task."""
    if path.suffix == RECORDS:
        return RecordFile(path, Item).numbered()
    return read_items(str(path), task)


def _check_dev_predictions(path: Path, known: Known, task: Task) -> Checked:
    found = answers_by_id(path, {item.id for item in known.dev}, task)
    return Checked(True, f"Answers to {counted(len(found), 'item')}.")


def _check_predictions(path: Path, known: Known, task: Task) -> Checked:
    found = answers_by_id(path, known.asked, task)
    return Checked(True, f"Answers to {counted(len(found), 'item')}.")


def _check_pairs(path: Path, known: Known, task: Task) -> Checked:
    rules = known.rules
    report = check(
        read_rows(str(path), task, rules.quotas.pairs),
        task,
        rules.policy,
        originals=known.starter or None,
        against=known.training or None,
    )
    for pair in report.accepted:
        _check_id(pair.id)
    findings = _kept(in_contest(report.findings))
    taken, refused = report.accepted, len(report.rejected)
    told = _counts(len(taken), report.summary().review, refused)
    if left_out := len(report.findings) - len(findings):
        told += f" {left_out:,} more {'finding is' if left_out == 1 else 'findings are'} not listed."
    if not taken:
        return Checked(False, told, findings)
    most = rules.quotas.pairs_per_phenomenon
    for phenomenon, number in Counter(pair.phenomenon for pair in taken).most_common(1):
        if most is not None and number > most:
            return Checked(
                False,
                f"{told} Of {phenomenon or 'no phenomenon'} there are {number:,}, and a team may bring "
                f"{most:,} of each.",
                findings,
            )
    return Checked(True, told, findings)


def _kept(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The first findings, and one of each line that is refused, or has to be looked at: by these, the line is
    left out later, or put before an organiser."""
    graver = {each.line: each for each in reversed(findings) if each.severity == "review"}
    graver |= {each.line: each for each in reversed(findings) if each.severity == "reject"}
    others = [each for each in findings if graver.get(each.line) is not each]
    kept = [*graver.values(), *others[: max(0, FINDINGS - len(graver))]]
    return tuple(map(_cut, sorted(kept, key=lambda each: each.line)))


def _cut(finding: Finding) -> Finding:
    """A finding that does not repeat a text of any length."""
    texts = {name: getattr(finding, name)[:LONGEST_TEXT] for name in ("pair", "message", "remedy")}
    return msgspec.structs.replace(finding, **texts)


def _check_to_judge(path: Path, known: Known, task: Task) -> Checked:
    """Pairs or items from anywhere, about which judges are asked: what cannot be read is refused, and nothing
    else."""
    found = _material(path, task)
    if not found.pairs and not found.items:
        raise ZelligError("there is no pair in it", remedy="Check that it is the right file.")
    told = counted(len(found.items), "item") if found.items else counted(len(found.pairs), "pair")
    return Checked(True, f"{told}.")


def _check_id(name: str, line: int | None = None) -> None:
    """Refuse an id that cannot stand in the key of what is judged."""
    if len(name) > LONGEST_ID or not name.isprintable():
        raise ZelligError(
            f"the id {name[:LONGEST_ID]!r} is too long, or cannot be read",
            line=line,
            remedy=f"Give it an id of at most {LONGEST_ID} characters that can be seen.",
        )


def _counts(taken: int, review: int, refused: int) -> str:
    parts = [f"{counted(taken, 'pair')} taken"]
    if review:
        parts.append(f"{review:,} of them to be looked at")
    if refused:
        parts.append(f"{refused:,} refused")
    return ", ".join(parts) + "."


_RECORDS: dict[Kind, type[Any]] = {
    "training": Item,
    "dev": Item,
    "starter": Item,
    "to-judge": Pair,
    "dev-predictions": Prediction,
    "pairs": Pair,
    "predictions": Prediction,
}
_CHECKS: dict[Kind, Callable[[Path, Known, Task], Checked]] = {
    "training": _check_shown_items,
    "dev": _check_blind_items,
    "starter": _check_shown_items,
    "to-judge": _check_to_judge,
    "dev-predictions": _check_dev_predictions,
    "pairs": _check_pairs,
    "predictions": _check_predictions,
}
