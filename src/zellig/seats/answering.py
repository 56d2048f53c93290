"""How a performer answers a message, and whether a reply answers one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zellig.errors import ZelligError
from zellig.items import Pair
from zellig.messages import (
    Answer,
    Break,
    Buzz,
    Choose,
    End,
    Envelope,
    Message,
    Modified,
    Observe,
    Reply,
    Select,
    Serves,
    Start,
)
from zellig.performers import ask

ROLE_OF: dict[type, Serves] = {
    Answer: "system",
    Break: "breaker",
    Choose: "chooser",
    Select: "curator",
    Buzz: "player",
}


def answer(performer: Any, envelope: Envelope) -> Reply:
    """Let a performer answer a message; refuses lists that do not match what was asked."""
    message, turn = envelope.message, envelope.turn
    match message:
        case Start():
            if callable(start := getattr(performer, "start", None)):
                start(envelope.game, message.seed)
            if message.shared is not None and callable(collude := getattr(performer, "collude", None)):
                collude(message.shared)
            return Reply(turn)
        case Observe():
            performer.observe(message.observations)
            return Reply(turn)
        case End():
            return Reply(turn)
        case Answer():
            reply = Reply(turn, predictions=ask(performer, message.items))
        case Break():
            made = performer.break_items(message.items, message.seeds, None)
            reply = Reply(turn, pairs=[[_modified(pair) for pair in pairs] for pairs in made])
        case Choose():
            reply = Reply(turn, choices=performer.choose(message.lineups, message.seeds))
        case Select():
            reply = Reply(turn, items=performer.select(message.rounds, message.seeds))
        case Buzz():
            reply = Reply(turn, said=performer.play(message.hearings, message.seeds))
    return checked(envelope, reply)


def _modified(pair: Pair) -> Modified:
    return Modified(pair.modified.fields, pair.phenomenon, pair.rationale)


def checked(envelope: Envelope, reply: Reply) -> Reply:
    """The reply, if it answers this message; otherwise an error that says what is wrong with it."""
    if reply.turn != envelope.turn:
        raise ZelligError(f"turn {envelope.turn} was answered with turn {reply.turn}")
    asked, given = _lists(envelope.message, reply)
    if asked is None:
        return reply
    if given is None or len(given) != len(asked):
        raise ZelligError(
            f"{len(asked)} answers were asked for and {0 if given is None else len(given)} came"
        )
    message = envelope.message
    if isinstance(message, Answer | Choose | Buzz) and [each.id for each in given] != [
        each.id for each in asked
    ]:
        raise ZelligError("the answers do not match what was asked about")
    return reply


def _lists(message: Message, reply: Reply) -> tuple[Sequence[Any] | None, Sequence[Any] | None]:
    """What was asked about, and what was given for it; None: there is nothing to give."""
    match message:
        case Answer():
            return message.items, reply.predictions
        case Break():
            return message.items, reply.pairs
        case Choose():
            return message.lineups, reply.choices
        case Select():
            return message.rounds, reply.items
        case Buzz():
            return message.hearings, reply.said
        case _:
            return None, None
