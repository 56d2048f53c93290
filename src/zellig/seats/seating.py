"""A performer as the rules of a game name it, and the seat that it is given."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from zellig import corpora, systems
from zellig.decoding import fault
from zellig.errors import ZelligError
from zellig.messages import Serves
from zellig.own_objects import HERE, PREFIX
from zellig.processes import clean_environment
from zellig.seats.address import Address
from zellig.seats.loading import GENERATOR, PERSON, load_performer, settled
from zellig.seats.own_process import WORKER, OwnProcess
from zellig.seats.seat import Here, Seat
from zellig.seats.worker import Whom
from zellig.systems.command import split_command, variables
from zellig.systems.http import KEY
from zellig.systems.model import names_model

COMMAND, WEB = "cmd:", ("http:", "https:")
OUTSIDE = (PREFIX, HERE, COMMAND, *WEB)  # how the names of performers whose code is not ours begin
OWN_KEYS = ("name", "resources", "batch", "isolated")  # of a performer's table; the others are parameters


class Seating(msgspec.Struct, frozen=True):
    """Who is to play, and how."""

    name: str
    params: dict[str, object] = {}
    resources: tuple[str, ...] = ()  # what it was made with, declared by who brings it
    batch: int | None = None  # rounds at once under a time limit, if it declares that it can
    isolated: bool = True  # in a process of its own

    @property
    def is_person(self) -> bool:
        """Is it somebody at this terminal, who is asked round by round?"""
        return self.name == PERSON

    @property
    def is_from_outside(self) -> bool:
        """Is its code not ours?"""
        return self.name.startswith(OUTSIDE)

    @property
    def address(self) -> str:
        """Where it is served; empty if it is not."""
        return self.name.rstrip("/") if self.name.startswith(WEB) else ""

    @property
    def files_named(self) -> list[Path]:
        """The files and folders that its name speaks of, and the system and the corpus that it is given."""
        named = systems.files_named(self.name)
        if self.is_from_outside:  # what its parameters mean, only its author knows
            return named
        system, corpus = self.params.get("system"), self.params.get("corpus")
        named += systems.files_named(system) if isinstance(system, str) else []
        named += corpora.files_named(corpus) if isinstance(corpus, str) else []
        return named


def seating_of(table: Mapping[str, object], role: str, path: Path | None, remedy: str) -> Seating:
    """A performer's table; what is no key of ours is a parameter of the performer."""
    own = {name: value for name, value in table.items() if name in OWN_KEYS}
    params = {name: value for name, value in table.items() if name not in OWN_KEYS}
    resources = own.get("resources", [])
    own["resources"] = [resources] if isinstance(resources, str) else resources
    try:
        return msgspec.convert({**own, "params": params}, Seating)
    except msgspec.ValidationError as error:
        raise ZelligError(fault(error), path=path, field=role, remedy=remedy) from None


def take_seat(role: Serves, seating: Seating, corpus: str) -> Seat:
    """The performer in the seat that is meant for it; refuses one that cannot be there."""
    name = seating.name
    if seating.address:
        return Address(role, name, seating.params, seating.resources)
    if name.startswith(COMMAND):
        if seating.params:
            raise ZelligError(
                f"{name!r} has no parameter {next(iter(seating.params))!r}",
                remedy="Write it into the command.",
            )
        options, words = split_command(name, ("env",))
        return OwnProcess(words, clean_environment(variables(options)), resources=seating.resources)
    in_hand = name.startswith(HERE) or corpus.startswith(HERE)  # another process would not have them
    # What a model replies is kept and paid for by the game, so it is asked from here; a fault of its server
    # ends the game, which can be gone on with, and does not cost rounds.
    if seating.is_person or in_hand or names_model(name) or not seating.isolated:
        return Here(load_performer(role, name, seating.params, corpus), seating.resources)
    whom = Whom(role, name, settled(role, name, seating.params, corpus), corpus, seating.resources)
    return OwnProcess(WORKER, _environment(name), whom)


def _environment(name: str) -> dict[str, str]:
    """What our own worker is given: everything, since the user's own Python may need it, but not the token.

    With the token one can speak to performers at addresses; `generator` may have to, no other one of ours.
    """
    return {key: value for key, value in os.environ.items() if key != KEY or name == GENERATOR}
