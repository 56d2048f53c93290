"""What the game says to a performer, and what the performer replies.

A performer knows nothing but what is in these messages, whether it sits in this process, in one of its own or
behind an address. Every message has a number, its turn, which the reply repeats: a reply to another turn is
not taken, and a performer that is served over HTTP does not act twice in one turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.performers import Choice, Lineup, Outcome, Role

LARGEST_MESSAGE = 16 * 2**20  # bytes, on the way to an address
LARGEST_REPLY = 64 * 2**20
AROUND = 256  # bytes of a message that are not in its list


class Start(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="do", tag="start"):
    """A game begins, or is taken up again: everything known so far is forgotten."""

    turn: int
    game: str
    seed: int
    shared: int | None = None  # a seed that colluding performers have in common


class Select(msgspec.Struct, frozen=True, tag_field="do", tag="select"):
    """To the curator: give a real text for each of these rounds."""

    turn: int
    rounds: list[str]
    seeds: list[int]


class Break(msgspec.Struct, frozen=True, tag_field="do", tag="break"):
    """To the breaker: make a fake of each of these texts."""

    turn: int
    items: list[Item]
    seeds: list[int]


class Choose(msgspec.Struct, frozen=True, tag_field="do", tag="choose"):
    """To the chooser: name the fakes."""

    turn: int
    lineups: list[Lineup]
    seeds: list[int]


class Observe(msgspec.Struct, frozen=True, tag_field="do", tag="observe"):
    """To anybody: this is what you may know of the rounds that are over."""

    turn: int
    outcomes: list[Outcome]


class End(msgspec.Struct, frozen=True, tag_field="do", tag="end"):
    """The game is over: a performer that is served may begin another one."""

    turn: int


Message = Start | Select | Break | Choose | Observe | End


class Fake(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A breaker's text, and what it did; no text: it declines."""

    text: str | None = None
    phenomenon: str = ""


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a message: the one list that was asked for, or none after `start` and `observe`."""

    turn: int
    items: list[Item] | None = None
    fakes: list[Fake] | None = None
    choices: list[Choice] | None = None


def parts(outcomes: Sequence[Outcome]) -> Iterator[list[Outcome]]:
    """What one message after the other has room for; an outcome for which none has is left out."""
    part: list[Outcome] = []
    free = room = LARGEST_MESSAGE - AROUND
    for outcome in outcomes:
        size = len(msgspec.json.encode(outcome)) + 1  # and a comma
        if size > room:
            continue
        if size > free:
            yield part
            part, free = [], room
        part.append(outcome)
        free -= size
    if part:
        yield part


ROLE_OF: dict[type, Role] = {Select: "curator", Break: "breaker", Choose: "chooser"}


def answer(performer: Any, message: Message) -> Reply:
    """Let a performer answer a message; refuses lists that do not match what was asked."""
    match message:
        case Start():
            if callable(start := getattr(performer, "start", None)):
                start(message.game, message.seed)
            if message.shared is not None and callable(collude := getattr(performer, "collude", None)):
                collude(message.shared)
            return Reply(message.turn)
        case Observe():
            performer.observe(message.outcomes)
            return Reply(message.turn)
        case End():
            return Reply(message.turn)
        case Select():
            items = performer.select(message.rounds, message.seeds)
            return checked(message, Reply(message.turn, items=items))
        case Break():
            made = performer.break_items(message.items, message.seeds, None)
            return checked(message, Reply(message.turn, fakes=[_fake(pairs) for pairs in made]))
        case Choose():
            choices = performer.choose(message.lineups, message.seeds)
            return checked(message, Reply(message.turn, choices=choices))


def _fake(pairs: Sequence[Pair]) -> Fake:
    if not pairs:
        return Fake()
    return Fake(next(iter(pairs[0].modified.fields.values())), pairs[0].phenomenon)


def checked(message: Message, reply: Reply) -> Reply:
    """The reply, if it answers this message; otherwise an error that says what is wrong with it."""
    if reply.turn != message.turn:
        raise ZelligError(f"turn {message.turn} was answered with turn {reply.turn}")
    given: Sequence[object] | None
    match message:
        case Select():
            given = reply.items
        case Break():
            given = reply.fakes
        case Choose():
            given = reply.choices
        case _:
            return reply
    asked = len(message.seeds)
    if given is None or len(given) != asked:
        raise ZelligError(f"{asked} answers were asked for and {0 if given is None else len(given)} came")
    if isinstance(message, Choose) and [choice.id for choice in reply.choices or ()] != [
        lineup.id for lineup in message.lineups
    ]:
        raise ZelligError("the choices do not match the rounds that were asked about")
    return reply
