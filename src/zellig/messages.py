"""What is said to a performer of any game, and what it replies.

A performer knows nothing but what is in these messages, whether it sits in this process, in one of its own or
behind an address. A message travels in an envelope with its game and its turn. The reply repeats the turn: a
reply to another turn is not taken, and a performer that is served over HTTP does not act twice in one turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from zellig.items import Item, Prediction
from zellig.performers import Choice, Hearing, Lineup, Observation, Role, Said

LARGEST_MESSAGE = 16 * 2**20  # bytes, on the way to an address
LARGEST_REPLY = 64 * 2**20
AROUND = 512  # bytes of a message that are not in its list


class Start(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="do", tag="start"):
    """A game begins, or is taken up again: everything known so far is forgotten."""

    seed: int
    shared: int | None = None  # a seed that colluding performers have in common


class Answer(msgspec.Struct, frozen=True, tag_field="do", tag="answer"):
    """To a system: answer each of these items."""

    items: list[Item]


class Break(msgspec.Struct, frozen=True, tag_field="do", tag="break"):
    """To a breaker: make pairs of each of these items."""

    items: list[Item]
    seeds: list[int]


class Choose(msgspec.Struct, frozen=True, tag_field="do", tag="choose"):
    """To a chooser: name the fakes."""

    lineups: list[Lineup]
    seeds: list[int]


class Select(msgspec.Struct, frozen=True, tag_field="do", tag="select"):
    """To a curator: give a real text for each of these rounds."""

    rounds: list[str]
    seeds: list[int]


class Buzz(msgspec.Struct, frozen=True, tag_field="do", tag="buzz"):
    """To a player of a match: this is what has been heard of these questions; guess, and say when to buzz."""

    hearings: list[Hearing]
    seeds: list[int]


class Observe(msgspec.Struct, frozen=True, tag_field="do", tag="observe"):
    """To anybody: this is what you may know of the rounds that are over."""

    observations: list[Observation]


class End(msgspec.Struct, frozen=True, tag_field="do", tag="end"):
    """The game is over: a performer that is served may begin another one."""


Message = Start | Answer | Break | Choose | Select | Buzz | Observe | End


class Envelope(msgspec.Struct, frozen=True):
    """A message, the game it belongs to, and its number there."""

    game: str
    turn: int
    message: Message


class Questions(msgspec.Struct, frozen=True):
    """The short form for a plain system, which knows of no game: nothing but the items."""

    items: list[Item]


class Modified(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a breaker makes of an item: a pair without its original, which whoever asks has already."""

    fields: dict[str, str]
    phenomenon: str = ""
    rationale: str = ""


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reply to a message: the one list that was asked for, or none after `start`, `observe` and `end`."""

    turn: int = 0  # 0: to the short form
    predictions: list[Prediction] | None = None
    pairs: list[list[Modified]] | None = None  # for each item those that were made of it; none: it declines
    choices: list[Choice] | None = None
    items: list[Item] | None = None
    said: list[Said] | None = None


Serves = Literal["system", "player", Role]  # who can be at an address


class Status(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a server says about the performer behind it."""

    name: str
    version: str | None = None
    role: Serves = "system"
    params: dict[str, Any] = {}
    adapts: bool = False
    resources: tuple[str, ...] = ()
    justification: str = ""  # of a curator
    game: str = ""  # that is being played there
    # of a system
    task: str | None = None
    labels: tuple[str, ...] = ()
    max_batch: int | None = None
    probabilities: bool = False  # it gives them with every prediction


def parts(observations: Sequence[Observation]) -> Iterator[list[Observation]]:
    """What one message after the other has room for; an observation for which none has is left out."""
    part: list[Observation] = []
    free = room = LARGEST_MESSAGE - AROUND
    for each in observations:
        size = len(msgspec.json.encode(each)) + 1  # and a comma
        if size > room:
            continue
        if size > free:
            yield part
            part, free = [], room
        part.append(each)
        free -= size
    if part:
        yield part
