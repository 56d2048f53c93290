"""Items of quiz questions: one form, whatever they were published in.

The text is what a player hears. The accepted answer is the main one of the answer line; the line as it was
published, and the marks that were taken out of the text, are metadata that no system is shown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from zellig.corpora.question_text import Mark, clean, published_text
from zellig.corpora.rows import Place, cell
from zellig.decoding import FAULTS, fault
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.notices import warn
from zellig.tasks.quiz.answers import main_answer

QUESTION = "question"
ANSWER_LINE, MARKS, POWER = "gold_answer_line", "gold_marks", "power"

NO_TEXT = "a question without a text"

# The names a part of a question may have; of several in one record the first counts.
_NAMES = ("id", "key", "_id")
_LINES = ("formatted_answer", "answer_formatted", "answer", "answer_sanitized")
_NOT_KEPT = frozenset(["question_sanitized", "answer_sanitized", ANSWER_LINE, MARKS, POWER])  # or made here
# In keys whose values may tell the answer, or a text that is not yet read; `metadata` is for the reader.
_TELLING = re.compile("answer|accept|prompt|reject|question|text|page|metadata")


def question_item(row: Mapping[str, Any], name: str, place: Place, skipped: Counter[str]) -> Item | None:
    """The item of a published record, named so if it has no id; None, counted and said, without a text."""
    question = cell(row, QUESTION, place)
    line = _answer_line(row, place)
    main = main_answer(line)
    item = quiz_item(_name(row, place) or name, question, (main,) if main else (), line, _rest(row))
    if item.fields["text"]:
        return item
    leave_out(NO_TEXT, place, skipped)
    return None


def quiz_item(
    name: str, question: str, accepted: tuple[str, ...], line: str, metadata: Mapping[str, object]
) -> Item:
    """The item of a question: cleaned, with its answer line and all that is needed to publish it again."""
    cleaned = clean(question)
    more: dict[str, object] = {ANSWER_LINE: line} if line else {}
    if cleaned.power is not None:
        more[POWER] = cleaned.power
    if cleaned.marks:
        more[MARKS] = [list(mark) for mark in cleaned.marks]
    return Item(name, {"text": cleaned.text}, accepted, {**metadata, **more})


def phenomena_of(item: Item) -> list[str]:
    """What makes a question hard, in the words of who wrote it."""
    said = item.metadata.get("phenomenon")
    return [str(each) for each in (said if isinstance(said, list | tuple) else [said]) if each]


def as_published(item: Item) -> str:
    """The question of an item as it was published."""
    return published_text(item.fields["text"], marks_of(item))


def published_place(item: Item, place: int) -> int:
    """Where a character of an item's text stood in what was published."""
    shift = 0
    for mark in marks_of(item):
        if mark.end > place:
            break
        shift += len(mark.published) - (mark.end - mark.start)
    return place + shift


def marks_of(item: Item) -> tuple[Mark, ...]:
    """What was left out of an item's question, and where; refuses what cannot be such marks."""
    try:
        return msgspec.convert(item.metadata.get(MARKS, ()), tuple[Mark, ...])
    except FAULTS as error:
        raise ZelligError(
            f"the marks of the item {item.id!r} are none ({fault(error)})",
            field=MARKS,
            remedy="A mark is a list: start, end, what was published there, its kind.",
        ) from None


def leave_out(reason: str, place: Place, skipped: Counter[str]) -> None:
    """Count what is left out, and say where the first was."""
    if not skipped[reason]:
        warn(f"{place.path}, line {place.line}: {reason} is left out; so are all others like it")
    skipped[reason] += 1


def _first(row: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next((name for name in names if row.get(name) not in (None, "")), names[0])


def _answer_line(row: Mapping[str, Any], place: Place) -> str:
    name = _first(row, _LINES)
    return "" if row.get(name) is None else cell(row, name, place)


def _name(row: Mapping[str, Any], place: Place) -> str:
    name = _first(row, _NAMES)
    found = row.get(name)
    if isinstance(found, dict):  # as MongoDB exports its ids
        found = found.get("$oid")
    return "" if found is None else cell({name: found}, name, place)


def _rest(row: Mapping[str, Any]) -> dict[str, object]:
    """All that is no text or answer: what stands in an object of its own is brought up."""
    used = {*_NAMES, QUESTION, _first(row, _LINES)}
    return dict(_metadata({key: value for key, value in row.items() if key not in used}))


def _metadata(row: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    for key, value in row.items():
        if key in _NOT_KEPT or value is None:
            continue
        if isinstance(value, dict) and isinstance(value.get("name"), str):
            if "year" in value and "year" not in row:
                yield "year", value["year"]
            yield key, value["name"]
        else:
            yield f"gold_{key}" if _TELLING.search(key) else key, value


def published_metadata(item: Item) -> dict[str, object]:
    """An item's metadata under the keys that they were published with, without what is made in reading."""
    keys = {key: key.removeprefix("gold_") for key in item.metadata if key not in _NOT_KEPT}
    return {plain if _TELLING.search(plain) else key: item.metadata[key] for key, plain in keys.items()}
