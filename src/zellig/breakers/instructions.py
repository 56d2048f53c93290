"""What a language model is told to write: rows of the taxonomy, and instructions that are no strategy."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from zellig.breakers.strategies.promised import promised_item, promises_for
from zellig.breakers.strategies.strategy import codes_for, rows_for
from zellig.breakers.strategies.taxonomy import Example, Row, TaskName, taxonomy
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.language.clause import RefusedError
from zellig.systems.model import Format
from zellig.tasks import Task

_FILLED_IN = re.compile(r"\{(\w+)\}")


class Instruction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One that is no strategy: the answer stays, or becomes another one of the task."""

    code: str
    promise: Literal["same", "another"]
    instruction: str


class Instructions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of `data/instructions.toml`."""

    prompt: str
    schema: str
    text: str
    impossible: str
    declines: list[str]
    usual: dict[TaskName, list[str]]
    instruction: list[Instruction]


class Assignment(msgspec.Struct, frozen=True):
    """What is to be made of an item."""

    code: str
    promised: str  # as the taxonomy writes promises
    prompt: str


@cache
def instructions() -> Instructions:
    """The data file."""
    raw = files("zellig.breakers").joinpath("data/instructions.toml").read_bytes()
    return msgspec.toml.decode(raw, type=Instructions)


def codes_to_write(task: Task) -> list[str]:
    """All that a model can be asked to write in a task: none unless it has labels and is about meaning."""
    if not (task.labels and task.about_meaning):
        return []
    codes = [code for code in codes_for(task.name, off=True) if not taxonomy()[code].one_of]  # of one field
    return [*codes, *(each.code for each in instructions().instruction)]


def usual_codes(task: Task) -> list[str]:
    """What is written in a task unless somebody says otherwise."""
    rows = rows_for(task)
    return instructions().usual[rows] if rows else []


def refuse_unknown(codes: Sequence[str], task: Task) -> None:
    """Refuse what nobody can be asked to write in a task."""
    known = codes_to_write(task)
    for code in codes:
        if code not in known:
            raise ZelligError(
                f"{code!r} is nothing that a language model is asked to write in {task.name}",
                remedy=f"There are: {', '.join(known)}.",
            )


def assignments(
    item: Item, task: Task, codes: Sequence[str], each: int, seed: int, form: Format
) -> list[Assignment]:
    """So many of the codes that promise something for an item, drawn by its seed."""
    chance = random.Random(seed)  # noqa: S311  (reproducible choice, not a secret)
    possible = [(code, promised) for code in codes for promised in _promised(code, item, task, chance)]
    drawn = chance.sample(possible, min(each, len(possible)))
    return [Assignment(code, promised, _prompt(code, promised, item, task, form)) for code, promised in drawn]


def _promised(code: str, item: Item, task: Task, chance: random.Random) -> Iterator[str]:
    """The promise for an item with this answer; none where there is none, or where the text would decide."""
    if len(item.accepted) != 1:
        return
    own = {each.code: each.promise for each in instructions().instruction}
    if own.get(code) == "same":
        yield "same"
    elif own.get(code) == "another":
        others = [label for label in task.labels if label not in item.accepted]
        yield f"becomes {task.flips.get(item.accepted[0]) or chance.choice(others)}"
    else:
        rows = rows_for(task)
        try:
            found = promises_for(item, task, taxonomy()[code].promise[rows] if rows else {})
        except RefusedError:
            return
        if len(found) == 1:
            yield found[0]


def _prompt(code: str, promised: str, item: Item, task: Task, form: Format) -> str:
    """The words of an assignment; what the row of a strategy does not say is left out."""
    _, changed = promised_item(item, Item("", {}), promised, task)
    field, words = task.editable[-1], instructions()
    told = {
        "question": task.question,
        "fields": "\n".join(f"{name}: {item.fields.get(name, '')}" for name in task.fields),
        "answer": _named(item.accepted, task),
        "field": field,
        "promised": _named(changed.accepted, task),
        **_of_code(code, item, task),
    }
    lines = [*words.prompt.strip("\n").split("\n"), words.schema if form == "schema" else words.text]
    return "\n".join(
        _FILLED_IN.sub(lambda place: told[place[1]], line)
        for line in lines
        if all(told.get(name) for name in _FILLED_IN.findall(line))
    )


def _of_code(code: str, item: Item, task: Task) -> dict[str, str]:
    own = {each.code: each.instruction for each in instructions().instruction}
    if code in own:
        return {"instruction": own[code]}
    row = taxonomy()[code]
    found = {"instruction": row.instruction, "template": row.template, "conditions": row.conditions}
    example = _example(row, item, task)
    return found | ({"original": example.original, "modified": example.modified} if example else {})


def _example(row: Row, item: Item, task: Task) -> Example | None:
    """One with the answer of the item, if there is any."""
    label = task.words.get(item.accepted[0], item.accepted[0])
    examples = [each for each in row.examples if each.task == rows_for(task)]
    return next((each for each in examples if each.label == label), examples[0] if examples else None)


def _named(labels: Sequence[str], task: Task) -> str:
    return " or ".join(f"{each} ({task.words[each]})" if each in task.words else each for each in labels)
