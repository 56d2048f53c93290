"""Packets of a tournament as JSON: those of qbreader, of MODAQ and YAPP, and of QuizDB.

A list of questions, or an object that has one as `tossups` or `data.tossups`. Bonuses are several questions
in one: they are no items, and are counted; who plays a match reads them by themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from zellig.corpora.corpus import Reader, Source, named_files
from zellig.corpora.json_lists import read_json_bytes, with_lines
from zellig.corpora.packet_json import PublishedBonus, packet_json
from zellig.corpora.question_text import clean
from zellig.corpora.questions import QUESTION, question_item, quiz_item
from zellig.corpora.rows import Place, unique
from zellig.decoding import FAULTS, fault, refusal
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.tasks.quiz.answers import main_answer

ENDINGS = (".json", ".json.gz")
BONUS = "part of a bonus"

_LIST = msgspec.json.Decoder(list[msgspec.Raw])
_RECORD = msgspec.json.Decoder(dict[str, Any])


class _Lists(msgspec.Struct):
    tossups: list[msgspec.Raw] | None = None
    bonuses: list[msgspec.Raw] | None = None


class _File(_Lists):
    name: str | None = None
    data: _Lists | None = None


class _Packet(NamedTuple):
    """A file of questions; `data` is what it is made of."""

    path: Path
    name: str
    data: bytes
    tossups: Sequence[msgspec.Raw]
    bonuses: Sequence[msgspec.Raw]


class _Packets(Reader):
    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        for _, item in unique(_all_questions(source.place, skipped), "question"):
            yield item

    def encode(self, items: Iterable[Item], form: str, task: str) -> Iterator[bytes]:
        """One packet."""
        yield packet_json(items)


def _all_questions(source: Path, skipped: Counter[str]) -> Iterator[tuple[Place, Item]]:
    for name, path in named_files(source, ENDINGS, "packets").items():
        yield from _questions(_read_packet(name, path), name, skipped)


def _read_packet(name: str, path: Path) -> _Packet:
    data = read_json_bytes(path)
    remedy = 'A packet is a list of questions, or has one: {"tossups": [...]}.'
    try:
        if data.lstrip()[:1] == b"[":
            return _Packet(path, name, data, _LIST.decode(data), ())
        found = msgspec.json.decode(data, type=_File)
    except FAULTS as error:
        raise refusal(error, path=path, what="a packet", remedy=remedy) from None
    lists = found if found.tossups is not None or found.data is None else found.data
    if lists.tossups is None:
        raise ZelligError("it has no list of tossups", path=path, line=1, field="tossups", remedy=remedy)
    return _Packet(path, found.name or name, data, lists.tossups, lists.bonuses or ())


def _questions(packet: _Packet, name: str, skipped: Counter[str]) -> Iterator[tuple[Place, Item]]:
    for number, record in enumerate(with_lines(packet.data, packet.tossups), start=1):
        place = Place(packet.path, record.line)
        row = _decoded(record.raw, number, place)
        if _is_bonus(row):
            skipped[BONUS] += _parts(row)
            continue
        if QUESTION not in row and "text" in row:  # as in QuizDB
            row[QUESTION] = row.pop("text")
        known = {"packet": packet.name, "number": number} | {
            key: value for key, value in row.items() if value is not None
        }
        if item := question_item(known, f"{name}-{number}", place, skipped):
            yield place, item
    for number, record in enumerate(with_lines(packet.data, packet.bonuses), start=1):
        skipped[BONUS] += _parts(_decoded(record.raw, number, Place(packet.path, record.line)))


def read_bonuses(source: Path) -> list[PublishedBonus]:
    """The bonuses of a packet, or of all in a folder, in order; refuses one whose parts are not answered."""
    found = []
    for name, path in named_files(source, ENDINGS, "packets").items():
        packet = _read_packet(name, path)
        for number, record in enumerate(with_lines(packet.data, packet.bonuses), start=1):
            place = Place(path, record.line)
            found.append(_bonus(_decoded(record.raw, number, place), f"{name}-bonus-{number}", place))
    return found


def _bonus(row: Mapping[str, Any], name: str, place: Place) -> PublishedBonus:
    texts = row.get("parts") or row.get("texts")
    lines = row.get("formatted_answers") or row.get("answers")
    try:
        questions, answers = msgspec.convert((texts, lines), tuple[list[str], list[str]])
    except msgspec.ValidationError:
        questions, answers = [], []
    if not questions or len(questions) != len(answers):
        raise ZelligError(
            "the parts of a bonus are texts, and each has an answer",
            **place._asdict(),
            remedy='Write {"leadin": ..., "parts": [...], "answers": [...]}.',
        )
    parts = (
        quiz_item(f"{name}-{number}", question, (main_answer(line),) if main_answer(line) else (), line, {})
        for number, (question, line) in enumerate(zip(questions, answers, strict=True), start=1)
    )
    return PublishedBonus(name, clean(str(row.get("leadin") or "")).text, tuple(parts))


def _decoded(raw: msgspec.Raw, number: int, place: Place) -> dict[str, Any]:
    try:
        return _RECORD.decode(raw)
    except FAULTS as error:
        raise ZelligError(
            f"number {number} is not a question ({fault(error)})",
            **place._asdict(),
            remedy="A question is an object with the keys question and answer.",
        ) from None


def _is_bonus(row: Mapping[str, Any]) -> bool:
    return "leadin" in row or "parts" in row


def _parts(row: Mapping[str, Any]) -> int:
    """How many questions a bonus has; QuizDB has their texts, the others call them parts."""
    lists = (row.get(key) for key in ("parts", "texts", "answers", "formatted_answers"))
    return next((len(each) for each in lists if isinstance(each, list)), 1)


PACKETS = _Packets(
    name="packets",
    description="Quiz packets as JSON (qbreader, MODAQ, YAPP, QuizDB), one file or folders; no bonuses",
    licence="that of your copy; the questions belong to their writers",
    citation="Cite the tournaments that your files are from.",
    task="quiz",
    forms=("json",),
)
