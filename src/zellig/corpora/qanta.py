"""QANTA: quiz questions in one JSON file, a bare list or `{"questions": [...]}`.

The accepted answer is the page, with spaces for underscores; questions without a page have none. Every other
key (category, fold, tournament, tokenizations ...) is metadata, with `gold_` before those that give the
answer away. A split is a fold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from zellig.corpora.corpus import Reader, Source, files_of
from zellig.corpora.rows import only_answer
from zellig.decoding import FAULTS, fault, refusal
from zellig.errors import ZelligError
from zellig.files import opened
from zellig.items import Item
from zellig.tasks.quiz import QUIZ

# A JSON list cannot be decoded piecemeal; left raw, its questions cost no more than the bytes of the file.
_LIST = msgspec.json.Decoder(list[msgspec.Raw])
_ID, _TEXT, _PAGE = "qanta_id", "text", "page"
_ANSWERS = {"answer": "gold_answer", "answer_prompt": "gold_answer_prompt"}


class _Release(msgspec.Struct):
    questions: list[msgspec.Raw]


class _Question(msgspec.Struct):
    """The keys we rely on."""

    text: str
    qanta_id: int | str
    page: str | None = None
    fold: str | None = None


_QUESTION = msgspec.json.Decoder(_Question)
_KEYS = msgspec.json.Decoder(dict[str, Any])


def _read_raw(path: Path) -> tuple[bytes, list[msgspec.Raw]]:
    with opened(path) as file:
        data = file.read().removeprefix(b"\xef\xbb\xbf")
    try:
        if data.lstrip()[:1] == b"[":
            return data, _LIST.decode(data)
        return data, msgspec.json.decode(data, type=_Release).questions
    except FAULTS as error:
        remedy = 'The file must hold a list of questions, or {"questions": [...]}.'
        raise refusal(error, path=path, what="a QANTA file", remedy=remedy) from None


def _line_of(data: bytes, questions: list[msgspec.Raw], number: int) -> int:
    position = 0
    for raw in questions[: number + 1]:
        position = data.index(bytes(raw), position) + len(bytes(raw))
    return data.count(b"\n", 0, position - len(bytes(questions[number]))) + 1


class _Qanta(Reader):
    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        for path in files_of(source, self.splits, (".json",)):
            yield from self._read_file(path, source.split)

    def _read_file(self, path: Path, fold: str | None) -> Iterator[Item]:
        data, questions = _read_raw(path)
        for number, raw in enumerate(questions):
            try:
                question = _QUESTION.decode(raw)
                keys = _KEYS.decode(raw)
            except FAULTS as error:
                raise ZelligError(
                    f"question {number + 1} of the file is not one of QANTA ({fault(error)})",
                    path=path,
                    line=_line_of(data, questions, number),
                    remedy="A question needs the keys text, page and qanta_id.",
                ) from None
            if fold in (None, question.fold):
                yield _item(question, keys)

    def encode(self, items: Iterable[Item], form: str, task: str) -> Iterator[bytes]:
        """The form with a top level, one question a line."""
        yield b'{"questions": ['
        for number, item in enumerate(items):
            yield (b",\n" if number else b"\n") + msgspec.json.encode(_as_question(item))
        yield b"\n]}\n"


def _item(question: _Question, keys: Mapping[str, object]) -> Item:
    accepted = (QUIZ.answer(question.page),) if question.page else ()
    metadata = {_ANSWERS.get(key, key): value for key, value in keys.items() if key not in (_TEXT, _PAGE)}
    return Item(str(question.qanta_id), {"text": question.text}, accepted, metadata)


def _as_question(item: Item) -> dict[str, object]:
    page = only_answer(item).replace(" ", "_") if item.accepted else None
    names = {gold: key for key, gold in _ANSWERS.items()}
    metadata = {names.get(key, key): value for key, value in item.metadata.items()}
    return {_ID: item.id, **metadata, _TEXT: item.fields["text"], _PAGE: page}


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
