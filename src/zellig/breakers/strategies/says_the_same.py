"""Strategies that leave what a text says as it is: they are for every task about what texts say.

They know nothing about the answers. Where a task has several fields, chance chooses the one that changes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files

import msgspec

from zellig.breakers.strategies import robustness
from zellig.breakers.strategies.domains import Domain
from zellig.breakers.strategies.kit import Kit
from zellig.breakers.strategies.opinion import Opinion, Reading, read_texts
from zellig.breakers.strategies.rewriting import rewrite, uncapitalised
from zellig.breakers.strategies.version import Version
from zellig.items import Item
from zellig.language.clause import RefusedError
from zellig.tasks import Task
from zellig.transform.change import refuse_if

Readings = Mapping[str, Reading]  # by field
OnReading = Callable[[Reading, random.Random], Version]

UNKNOWN = "?"  # the answer, which these strategies do not look at


class Wordings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is put into a text, and takes nothing away from it."""

    fillers: tuple[str, ...]
    marks: dict[str, tuple[str, ...]]  # by the mark at the end of a text, what may stand there as well


@cache
def wordings() -> Wordings:
    """The lists of `data/says_the_same.toml`."""
    raw = files("zellig.breakers.strategies").joinpath("data/says_the_same.toml").read_bytes()
    return msgspec.toml.decode(raw, type=Wordings)


def kit_for(task: Task) -> Kit:
    """The strategies for the fields of a task that may be edited."""
    return Kit(
        partial(_read, task.editable),
        {name: partial(_in_some_field, change) for name, change in CHANGES.items()},
        any_writing=True,
    )


def _read(fields: Sequence[str], items: Sequence[Item], domain: Domain) -> Iterator[Readings | None]:
    """Whatever the texts are about: what is put into them fits any text."""
    texts = read_texts([item.fields[name] for item in items for name in fields])
    for first in range(0, len(texts), len(fields)):
        read = zip(fields, texts[first : first + len(fields)], strict=True)
        yield {name: reading for name, reading in read if reading is not None} or None


def _in_some_field(change: OnReading, readings: Readings, chance: random.Random) -> Version:
    """The change in the first field that takes it, in the order of chance; else why the last did not."""
    reason = RefusedError("empty")
    for name in chance.sample(list(readings), len(readings)):
        try:
            return change(readings[name], chance)._replace(field=name)
        except RefusedError as refused:
            reason = refused
    raise reason


def noise(reading: Reading, chance: random.Random) -> Version:
    """*My parcel has not arrived* becomes *My pracel has not arrived*."""
    made = robustness.noise(Opinion(reading, UNKNOWN, 0), chance)
    return made._replace(why="A reader sees past a typing error.")


def other_name(reading: Reading, chance: random.Random) -> Version:
    """*Peter* becomes *Simon*, *London* becomes *Vienna*."""
    made = robustness.entity_neutral(Opinion(reading, UNKNOWN, 0), chance)
    return made._replace(why="Another name of the same kind asks for the same answer.")


def lower_case(reading: Reading, chance: random.Random) -> Version:
    """*i never got my parcel.*"""
    text = reading.sentence.text.lower()
    return Version(text, "small letters", "Capitals say nothing that the words do not say.")


def upper_case(reading: Reading, chance: random.Random) -> Version:
    """*I NEVER GOT MY PARCEL.*"""
    text = reading.sentence.text.upper()
    return Version(text, "capital letters", "Capitals say nothing that the words do not say.")


def end_mark(reading: Reading, chance: random.Random) -> Version:
    """*Where is my parcel??*"""
    last = reading.tokens[-1]
    refuse_if(len(reading.tokens) < 2 or last.text not in wordings().marks, "no mark at the end")
    mark = chance.choice(wordings().marks[last.text])
    text = rewrite(reading.sentence, {last.i: mark})
    return Version(text, f"{last.text} -> {mark or 'nothing'}", "The words before the mark are the same.")


def filler(reading: Reading, chance: random.Random) -> Version:
    """*Well, I never got my parcel.*"""
    word = chance.choice(wordings().fillers)
    start = len(reading.tokens[0].text)
    text = f"{word}, {uncapitalised(reading.sentence)}{reading.sentence.text[start:]}"
    return Version(text, word, f"'{word}' adds nothing to what is said.")


CHANGES: dict[str, OnReading] = {
    "noise": noise,
    "entity-neutral": other_name,
    "lower-case": lower_case,
    "upper-case": upper_case,
    "end-mark": end_mark,
    "filler": filler,
}
