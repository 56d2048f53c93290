"""The records everything is made of, and their JSONL.

A file starts with a header line `{"zellig": "pairs", "version": 1, "task": "sentiment"}` and goes on
with one record a line. The header may be missing (then the current version is assumed) and may come
again further down, so that files can be concatenated.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

import msgspec

from zellig.decoding import FAULTS, fault
from zellig.errors import Refuse, ZelligError, refuse
from zellig.files import MAX_LINE, decode_line, opened, read_blocks, write_whole

VERSION = 1
VERDICTS = 2  # the version of verdicts: those of programs say how they came about

UNPARSED = "unparsed"  # reserved: the system said something, and it is none of the task's answers

Relation = Literal["same", "flip", "becomes", "not"]
Kind = Literal["items", "pairs", "predictions", "verdicts", "keys"]


class Item(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, forbid_unknown_fields=True):
    """One piece of language: named text fields, the answers that count as right, metadata."""

    id: str
    fields: dict[str, str]
    accepted: tuple[str, ...] = ()  # empty: the right answer is not known (blind data)
    metadata: dict[str, Any] = {}


class Pair(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, forbid_unknown_fields=True):
    """An item and a changed copy of it, with a promise about the answer.

    `promise` is the relation between the original's answer and the modified item's; what it comes to
    is in `modified.accepted`. Edits are computed from the two texts (`zellig.pairs.edits`), never
    stored, so that they cannot disagree with them.
    """

    id: str
    original: Item
    modified: Item
    promise: Relation
    phenomenon: str = ""
    rationale: str = ""
    author: str = ""
    lineage: tuple[str, ...] = ()  # what made it, first step first
    from_scratch: bool = False  # the original was written for this pair, not taken from a corpus


class Prediction(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A system's answer to the item with this id; whole numbers are allowed where labels are numbers.

    Programs write what else they know beside it: other keys are passed over.
    """

    id: str
    answer: str | int
    probabilities: dict[str, float] | None = None
    position: int | None = None  # quiz: how many characters had been shown


class Program(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, forbid_unknown_fields=True):
    """How a program came to a verdict: it was asked several times, and most of its replies decide."""

    params: dict[str, Any]  # what decides its replies
    samples: int
    read: int  # replies in which something could be read
    agreement: dict[str, float]  # of the replies that were read, the share that says what most say
    version: str = ""


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, forbid_unknown_fields=True):
    """What a judge, blind, says about an item."""

    id: str
    judge: str
    answer: str | int | None = None
    grammatical: bool | None = None
    natural: bool | None = None
    note: str = ""
    program: Program | None = None  # None: a person says it


class Key(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, forbid_unknown_fields=True):
    """The key of a text that is put to judges: what is promised of it, without the text."""

    id: str  # as verdicts call it
    pair: str  # that it stands in; of an item, its id
    accepted: tuple[str, ...] = ()  # empty: nothing is promised of its answer
    phenomenon: str = ""
    promise: Relation | None = None  # None: nothing was changed, or nothing is promised
    original: str = ""  # the id of the text that it was made from; empty: of none
    cluster: str = ""  # what is counted together; empty: what was made from one original


class Drawn(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where the texts of keys come from, and how they were chosen."""

    source: str  # a file or a folder, or in words
    by: str  # the version of Zellig
    sample: int | None = None  # so many of every phenomenon; None: all
    seed: int | None = None
    originals: bool = False


class Header(msgspec.Struct, frozen=True):
    """First line of a record file."""

    zellig: Kind
    version: int = VERSION
    task: str | None = None
    author: str | msgspec.UnsetType = msgspec.UNSET  # pairs: who brings them, if not the file's name tells it
    victim: str | msgspec.UnsetType = msgspec.UNSET  # pairs: the system that was asked while they were made
    # pairs: by id what speaks against their validity, where somebody has looked
    findings: dict[str, list[str]] | msgspec.UnsetType = msgspec.UNSET
    drawn: Drawn | msgspec.UnsetType = msgspec.UNSET  # keys: which texts these are


Record = TypeVar("Record", Item, Pair, Prediction, Verdict, Key)

KINDS: dict[type, Kind] = {
    Item: "items",
    Pair: "pairs",
    Prediction: "predictions",
    Verdict: "verdicts",
    Key: "keys",
}
VERSIONS: dict[Kind, int] = {"verdicts": VERDICTS}  # of kinds that have changed since the first

_HEADER_START = b'{"zellig":'
_FIELD_OF_ERROR = re.compile(r" - at '\$\.?(?P<field>[^']*)'$")


def content_hash(item: Item) -> str:
    """Hash of what a system sees of an item (its fields), not of its id or answers."""
    return hashlib.sha256(msgspec.json.encode(item.fields, order="sorted")).hexdigest()[:32]


def pair_hash(pair: Pair) -> str:
    """Hash of what a pair claims: both texts, both sets of accepted answers, the promise."""
    claim = [[content_hash(side), sorted(side.accepted)] for side in (pair.original, pair.modified)] + [
        [pair.promise, []]
    ]
    return hashlib.sha256(msgspec.json.encode(claim)).hexdigest()[:32]


class RecordFile(Generic[Record]):
    """A JSONL file of one kind of record, read as a stream; `header` is set from the first line.

    `headers` are all that were met so far, each with the number of records before it.
    """

    def __init__(self, path: str | Path, kind: type[Record]) -> None:
        self.path = Path(path)
        self.header: Header | None = None
        self.headers: list[tuple[int, Header]] = []
        self._number = 0  # of records that were read
        self._kind: type = kind
        self._name = KINDS[kind]
        self._decoder: msgspec.json.Decoder[Record] = msgspec.json.Decoder(kind)

    def __iter__(self) -> Iterator[Record]:
        for record in self.blocks():
            yield from record

    def blocks(self) -> Iterator[list[Record]]:
        """Lists of records, a few megabytes of the file at a time."""
        self._begin()
        for first, block in read_blocks(self.path):
            body = block
            if first == 1:
                body = body.removeprefix(b"\xef\xbb\xbf")
                if body.startswith(_HEADER_START):
                    line, _, body = body.partition(b"\n")
                    self._read_header(line, 1)
            try:
                records = self._decoder.decode_lines(body)
            except FAULTS:
                records = []
            if len(records) == body.count(b"\n") + (not body.endswith(b"\n") and body != b""):
                self._number += len(records)
                yield records
            else:  # blank lines, a second header, or a fault: go line by line, to name the line
                yield [record for _, record in self._line_by_line(first, block)]

    def numbered(self, refuse: Refuse = refuse) -> Iterator[tuple[int, Record]]:
        """Records with their line numbers; slower, for complaints about a record's content.

        Lines that cannot be read are refused one by one; a header that does not fit always ends everything.
        """
        self._begin()
        for first, block in read_blocks(self.path):
            yield from self._line_by_line(first, block, refuse)

    def _line_by_line(
        self, first: int, block: bytes, refuse: Refuse = refuse
    ) -> Iterator[tuple[int, Record]]:
        for line, raw in enumerate(block.split(b"\n"), start=first):
            try:
                text = decode_line(raw, self.path, line)
            except ZelligError as error:
                refuse(error)
                continue
            if not text.strip():
                continue
            if text.encode().startswith(_HEADER_START):
                self._read_header(text.encode(), line)
                continue
            try:
                record = self._decoder.decode(text)
            except FAULTS as error:
                if _is_header(text):
                    self._read_header(text.encode(), line)
                else:
                    refuse(self._complaint(error, self._kind, text, line))
            else:
                self._number += 1
                yield line, record

    def _begin(self) -> None:
        self.headers, self._number = [], 0

    def _read_header(self, raw: bytes, line: int) -> None:
        text = decode_line(raw, self.path, line)
        try:
            header = msgspec.json.decode(text, type=Header)
        except FAULTS as error:
            raise self._complaint(error, Header, text, line) from None
        if header.zellig != self._name:
            raise ZelligError(
                f"this file holds {header.zellig}, and {self._name} were expected",
                path=self.path,
                line=line,
                remedy=f"Give a file of {self._name}.",
            )
        if header.version > (newest := VERSIONS.get(header.zellig, VERSION)):
            raise ZelligError(
                f"this file has schema version {header.version}; this Zellig reads up to {newest}",
                path=self.path,
                line=line,
                remedy="Update Zellig (pip install --upgrade zellig).",
            )
        if (self._number, header) not in self.headers[-1:]:  # which a block that has to be read again repeats
            self.headers.append((self._number, header))
        if self.header is None:
            self.header = header
        elif header.task and self.header.task and header.task != self.header.task:
            raise ZelligError(
                f"this part is about the task {header.task}, the one before about {self.header.task}",
                path=self.path,
                line=line,
                remedy="Keep the two in files of their own.",
            )

    def _complaint(self, error: Exception, kind: type, text: str, line: int) -> ZelligError:
        message = fault(error)
        remedy = (
            f"One JSON object a line; the fields of {self._name} are listed in docs/reference/formats.md."
        )
        if isinstance(error, msgspec.ValidationError):
            place = _FIELD_OF_ERROR.search(message)
            message = _FIELD_OF_ERROR.sub("", message)
            field = place["field"] if place else None
            if message.startswith(("Invalid enum value", "Object contains unknown field")):
                message += f" (there are: {', '.join(_legal_words(kind, field or ''))})"
            if "unknown field" in message:
                remedy = f"{remedy} Keys of your own go into an item's metadata."
            if "got 'int'" in message and "'str'" in message:
                remedy = "Ids and answers are texts: put the number in quotes."
            return ZelligError(message, path=self.path, line=line, field=field, remedy=remedy)
        if "truncated" in message:
            message = f"the line ends in the middle of a record (after {text[-20:]!r})"
            remedy = "The file was cut off: write it again, or delete this line."
        else:
            message = f"this is not JSON that can be read ({message})"
        return ZelligError(message, path=self.path, line=line, remedy=remedy)


def _legal_words(kind: type, place: str) -> tuple[str, ...]:
    """What may stand at a place of a record (`original`, `promise`): its keys, or its words."""
    found: object = msgspec.inspect.type_info(kind)
    for name in place.split(".") if place else ():
        fields = found.fields if isinstance(found, msgspec.inspect.StructType) else ()
        found = next((field.type for field in fields if field.encode_name == name), None)
    if isinstance(found, msgspec.inspect.StructType):
        return tuple(field.encode_name for field in found.fields)
    return tuple(map(str, found.values)) if isinstance(found, msgspec.inspect.LiteralType) else ()


def _is_header(text: str) -> bool:
    """Is this a header with its keys in another order, or spaced differently, than we write them?"""
    try:
        return "zellig" in msgspec.json.decode(text, type=dict[str, Any])
    except FAULTS:
        return False


def read_records(path: str | Path, kind: type[Record]) -> RecordFile[Record]:
    """Stream the records of a JSONL file; the first bad line raises a ZelligError that names it."""
    return RecordFile(path, kind)


def first_header(path: str | Path) -> Header | None:
    """The first line of a record file, which says what it holds; None if it has no such line."""
    with opened(Path(path)) as file:
        line = file.readline(MAX_LINE)
    try:
        return msgspec.json.decode(line.removeprefix(b"\xef\xbb\xbf"), type=Header)
    except FAULTS:
        return None


def encode_record(record: Record) -> bytes:
    """One line of JSONL, with its line end."""
    return msgspec.json.encode(record) + b"\n"


def header_of(
    kind: type[Record],
    task: str | None = None,
    author: str | None = None,
    victim: str | None = None,
    findings: Mapping[str, Sequence[str]] | None = None,
    drawn: Drawn | None = None,
) -> bytes:
    """The first line of a record file, with its line end."""
    header = Header(
        KINDS[kind],
        VERSIONS.get(KINDS[kind], VERSION),
        task=task,
        author=author or msgspec.UNSET,
        victim=victim or msgspec.UNSET,
        findings=msgspec.UNSET if findings is None else {name: list(some) for name, some in findings.items()},
        drawn=drawn or msgspec.UNSET,
    )
    return msgspec.json.encode(header) + b"\n"


def write_records(
    path: str | Path,
    kind: type[Record],
    records: Iterable[Record],
    task: str | None = None,
    *,
    author: str | None = None,
    victim: str | None = None,
    drawn: Drawn | None = None,
) -> int:
    """Write a header and the records, whole or not at all; says how many records."""
    count = 0
    with write_whole(Path(path)) as file:
        file.write(header_of(kind, task, author, victim, drawn=drawn))
        for record in records:
            file.write(encode_record(record))
            count += 1
    return count
