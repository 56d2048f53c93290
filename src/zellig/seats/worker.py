"""The program in which a local performer sits: it reads messages and writes replies, one JSON object a line.

    python -m zellig.seats.worker

The first line says whom to load, and is answered with the player, or with an error that ends the program.
"""

from __future__ import annotations

import os
import sys

import msgspec

from zellig.errors import ZelligError
from zellig.messages import Envelope, Serves
from zellig.seats.answering import answer
from zellig.seats.loading import load_performer, rehearse
from zellig.seats.player import Player, player_of


class Whom(msgspec.Struct, frozen=True):
    """Whom to load."""

    role: Serves
    name: str
    params: dict[str, object]
    corpus: str
    resources: tuple[str, ...] = ()


class Ready(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who was loaded, or why nobody was."""

    player: Player | None = None
    error: str = ""
    remedy: str = ""


def main() -> None:
    # What a performer prints must not get between the replies: it goes to the standard error.
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    messages = sys.stdin.buffer
    whom = msgspec.json.decode(messages.readline(), type=Whom)
    try:
        performer = load_performer(whom.role, whom.name, whom.params, whom.corpus)
        rehearse(performer, whom.role, whom.name)
    except ZelligError as error:
        replies.write(msgspec.json.encode(Ready(error=error.what, remedy=error.remedy or "")) + b"\n")
        return
    ready = Ready(player_of(performer, whom.resources))
    replies.write(msgspec.json.encode(ready) + b"\n")
    decoder = msgspec.json.Decoder(Envelope)
    for line in messages:
        reply = memoryview(msgspec.json.encode(answer(performer, decoder.decode(line))) + b"\n")
        while reply:
            reply = reply[replies.write(reply) or 0 :]


if __name__ == "__main__":
    main()
