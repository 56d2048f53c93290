"""Performers by what `arena.toml` calls them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from zellig import corpora, systems
from zellig.breakers.loading import load_breaker
from zellig.corpora import open_corpus
from zellig.decoding import FAULTS, fault
from zellig.errors import ZelligError
from zellig.games.arena.rules import PERSON, PYTHON, Rules
from zellig.items import Item
from zellig.own_objects import load_object
from zellig.performers import Breaker, Lineup, Role, Spec
from zellig.registry import lookup, names
from zellig.tasks import get_task

GENERATOR = "generator"  # a system of the user's: asking it may cost something
REHEARSED = "The cook is chopping an onion."
CALLS: dict[Role, str] = {"curator": "select", "breaker": "break_items", "chooser": "choose"}


def load_performer(role: Role, name: str, params: Mapping[str, Any], corpus: str) -> Any:
    """The performer of this role; refuses parameters that it does not have."""
    if name.startswith(PYTHON):
        return _own(load_object(name.removeprefix(PYTHON)), name, params, role, corpus)
    if role == "chooser":
        return _made(lookup("choosers", name), name, params, role, corpus)
    if role == "curator":
        return _made(lookup("curators", name), name, params, role, corpus)
    if name in names("fakes"):
        return _made(lookup("fakes", name), name, params, role, corpus)
    if name in names("breakers"):
        _refuse_parameters(name, params)
        return _without_oracle(load_breaker(name, get_task(open_corpus(corpus).task)), name)
    there = ", ".join(names("fakes"))
    raise ZelligError(f"{name!r} is no breaker of the arena", remedy=f"There are: {there}.")


def _without_oracle(breaker: Breaker, name: str) -> Breaker:
    """Nobody answers questions in the arena."""
    if breaker.see != "nothing":
        raise ZelligError(
            f"{name!r} breaks systems by asking them, and in the arena there is none to be asked",
            remedy=f"There are: {', '.join(names('fakes'))}.",
        )
    return breaker


def rehearse(performer: Any, role: Role, name: str) -> None:
    """Let one of our performers play a round that does not count, so that what it needs is loaded.

    Loading is not what a time limit is for, and a user's mistake shows here, before the game.
    """
    if name.startswith(PYTHON) or name in (PERSON, GENERATOR):
        return
    if role == "curator":
        performer.select(["0"], [0])
    elif role == "breaker":
        performer.break_items([Item("0", {"text": REHEARSED})], [0], None)
    else:
        performer.choose([Lineup("0", (REHEARSED, REHEARSED))], [0])


def parameters(texts: Sequence[str]) -> dict[str, Any]:
    """Parameters as they are typed, NAME=VALUE: numbers and true and false are read as such."""
    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise ZelligError(f"{text!r} is no parameter", remedy="Write NAME=VALUE.")
        try:
            found[name] = msgspec.json.decode(value)
        except FAULTS:
            found[name] = value
    return found


def files_named(rules: Rules) -> list[Path]:
    """The files and folders that the corpus and the names of the performers speak of."""
    of_seats = (systems.files_named(seat.name) for seat in rules.seats.values())
    return [*corpora.files_named(rules.corpus), *chain.from_iterable(of_seats)]


def _own(found: Any, name: str, params: Mapping[str, Any], role: Role, corpus: str) -> Any:
    """The user's own performer, or what their factory makes."""
    performer = found
    if isinstance(getattr(found, "spec", None), Spec):
        _refuse_parameters(name, params)
    elif callable(found):
        performer = _made(found, name, params, role, corpus)
    if not isinstance(getattr(performer, "spec", None), Spec) or not hasattr(performer, CALLS[role]):
        raise ZelligError(
            f"{name!r} has no 'spec' of the class Spec, or no '{CALLS[role]}'",
            remedy=f"A {role} has both; see docs/arena.md.",
        )
    if role == "breaker" and hasattr(performer, "see"):
        return _without_oracle(performer, name)
    return performer


def _made(factory: Callable[..., Any], name: str, params: Mapping[str, Any], role: Role, corpus: str) -> Any:
    """A performer from its factory."""
    known = inspect.signature(factory).parameters
    kinds = get_type_hints(factory)
    for each, value in params.items():
        if each not in known or known[each].kind is not inspect.Parameter.KEYWORD_ONLY:
            there = [key for key, value in known.items() if value.kind is inspect.Parameter.KEYWORD_ONLY]
            hint = f"It has: {', '.join(there)}." if there else "It has none."
            raise ZelligError(f"the {role} {name!r} has no parameter {each!r}", remedy=hint)
        try:
            msgspec.convert(value, kinds.get(each, Any))
        except msgspec.ValidationError as error:
            what = f"{each} = {value!r} of the {role} {name!r}: {fault(error)}"
            raise ZelligError(what, remedy="See docs/arena.md.") from None
    return factory(corpus, **params) if role == "curator" else factory(**params)


def _refuse_parameters(name: str, params: Mapping[str, Any]) -> None:
    if params:
        raise ZelligError(f"{name!r} has no parameter {next(iter(params))!r}", remedy="Take it out.")
