"""Trying a performer out over the contract, before it plays: does it answer, and twice the same?"""

from __future__ import annotations

from zellig.errors import ZelligError
from zellig.items import Item
from zellig.messages import Break, Choose, Message, Observe, Reply, Select, Start
from zellig.performers import Lineup, Observation, Role
from zellig.seats.seat import Missed, Seat

TEXTS = (  # our own
    "The ferry left before the fog had lifted.",
    "Two gardeners planted a row of pears along the wall.",
    "Nobody had told the cook that the guests were early.",
)
SEEDS = [11, 12, 13]
LIMIT = 30.0  # seconds for a message
GAME = "try-out"


def try_out(seat: Seat, role: Role) -> str:
    """Let a performer play three rounds that do not count, twice; gives what was found in words.

    Refuses one that does not answer, or does not answer what was asked.
    """
    seat.join(GAME)
    try:
        first, second = (_played(seat, role) for _ in range(2))
    except Missed as missed:
        raise ZelligError(
            f"it does not answer as a {role} ({missed})", remedy="Correct it, and register it again."
        ) from None
    finally:
        seat.leave()
    alike = _content(first) == _content(second)
    again = "the same again" if alike else "something else the second time, with the same seeds"
    return f"It works: it answered {len(TEXTS)} rounds, and {again}."


def _played(seat: Seat, role: Role) -> Reply:
    seat.ask(Start(7), LIMIT)
    reply = seat.ask(_message(role), LIMIT)
    if role == "curator" and any(
        len(item.fields) != 1 or not next(iter(item.fields.values())).strip() for item in reply.items or ()
    ):
        raise Missed("garbled", "an item with no text, or with several")
    if seat.player.adapts:
        seat.ask(Observe([Observation("0", (TEXTS[0], TEXTS[1]), fake=0, choice=1)]), LIMIT)
    return reply


def _message(role: Role) -> Message:
    if role == "curator":
        return Select([str(n) for n in range(len(TEXTS))], SEEDS)
    if role == "breaker":
        return Break([Item(str(n), {"text": text}) for n, text in enumerate(TEXTS)], SEEDS)
    shuffled = [" ".join(reversed(text.split())) for text in TEXTS]
    pairs = zip(TEXTS, shuffled, strict=True)
    return Choose([Lineup(str(n), pair) for n, pair in enumerate(pairs)], SEEDS)


def _content(reply: Reply) -> tuple[object, ...]:
    return reply.pairs, reply.choices, reply.items
