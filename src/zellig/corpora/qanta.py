"""QANTA: quiz questions in one JSON file, a bare list or `{"questions": [...]}`.

The accepted answer is the page, with spaces for underscores, or where there is none the main answer of the
answer line. Every other key (category, fold, tournament ...) is metadata, with `gold_` before those that give
the answer away; the tokenizations are places in the text as it was published. A split is a fold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from zellig.corpora.corpus import Reader, Source, files_of
from zellig.corpora.json_lists import read_json_bytes, with_lines
from zellig.corpora.questions import (
    ANSWER_LINE,
    MARKS,
    NO_TEXT,
    POWER,
    as_published,
    leave_out,
    quiz_item,
)
from zellig.corpora.rows import Place, only_answer, unique
from zellig.decoding import FAULTS, fault, refusal
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.tasks.quiz import QUIZ
from zellig.tasks.quiz.answers import main_answer

_LIST = msgspec.json.Decoder(list[msgspec.Raw])  # left raw, they cost no more than the bytes of the file
_ID, _TEXT, _PAGE, _LINE = "qanta_id", "text", "page", "answer"
_GOLD = {"answer_prompt": "gold_answer_prompt", "first_sentence": "gold_first_sentence"}


class _Release(msgspec.Struct):
    questions: list[msgspec.Raw]


class _Question(msgspec.Struct):
    """The keys we rely on."""

    text: str
    qanta_id: int | str
    page: str | None = None
    answer: str | None = None
    fold: str | None = None


_QUESTION = msgspec.json.Decoder(_Question)
_KEYS = msgspec.json.Decoder(dict[str, Any])


def _read_raw(path: Path) -> tuple[bytes, list[msgspec.Raw]]:
    data = read_json_bytes(path)
    try:
        if data.lstrip()[:1] == b"[":
            return data, _LIST.decode(data)
        return data, msgspec.json.decode(data, type=_Release).questions
    except FAULTS as error:
        remedy = 'The file must hold a list of questions, or {"questions": [...]}.'
        raise refusal(error, path=path, what="a QANTA file", remedy=remedy) from None


class _Qanta(Reader):
    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        files = files_of(source, self.splits, (".json",))
        every = chain.from_iterable(_read_file(path, source.split, skipped) for path in files)
        for _, item in unique(every, "question"):
            yield item

    def encode(self, items: Iterable[Item], form: str, task: str) -> Iterator[bytes]:
        """The form with a top level, one question a line."""
        yield b'{"questions": ['
        for number, item in enumerate(items):
            yield (b",\n" if number else b"\n") + msgspec.json.encode(as_question(item))
        yield b"\n]}\n"


def _read_file(path: Path, fold: str | None, skipped: Counter[str]) -> Iterator[tuple[Place, Item]]:
    for number, record in enumerate(with_lines(*_read_raw(path)), start=1):
        try:
            question = _QUESTION.decode(record.raw)
            keys = _KEYS.decode(record.raw)
        except FAULTS as error:
            raise ZelligError(
                f"question {number} of the file is not one of QANTA ({fault(error)})",
                path=path,
                line=record.line,
                remedy="A question needs the keys text, page and qanta_id.",
            ) from None
        if fold in (None, question.fold):
            item, place = _item(question, keys), Place(path, record.line)
            if item.fields["text"]:
                yield place, item
            else:
                leave_out(NO_TEXT, place, skipped)


def _item(question: _Question, keys: Mapping[str, object]) -> Item:
    line = question.answer or ""
    answer = QUIZ.answer(question.page) if question.page else main_answer(line)
    metadata = {_GOLD.get(key, key): value for key, value in keys.items() if key not in (_TEXT, _PAGE, _LINE)}
    if answer and not question.page:
        metadata[_PAGE] = None  # so that it is written again without one
    return quiz_item(str(question.qanta_id), question.text, (answer,) if answer else (), line, metadata)


def as_question(item: Item) -> dict[str, object]:
    """The record of an item, with what its metadata say."""
    page = only_answer(item).replace(" ", "_") if item.accepted else None
    names = {gold: key for key, gold in _GOLD.items()} | {ANSWER_LINE: _LINE}
    kept = {names.get(key, key): value for key, value in item.metadata.items() if key not in (MARKS, POWER)}
    return {_ID: item.id, _PAGE: page, **kept, _TEXT: as_published(item)}


QANTA = _Qanta(
    name="qanta",
    description="QANTA quiz questions: a text that gets easier, answered by a Wikipedia page",
    licence="that of your copy; the questions belong to their writers",
    citation=(
        "Pedro Rodriguez, Shi Feng, Mohit Iyyer, He He and Jordan Boyd-Graber. 2019. "
        "Quizbowl: The Case for Incremental Question Answering."
    ),
    task="quiz",
    splits=(
        *("guesstrain", "guessdev", "guesstest", "buzztrain", "buzzdev", "buzztest"),
        *("expo", "adversarial"),
    ),
    forms=("json",),
)
