"""Performers by what the rules of a game call them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_type_hints

import msgspec

from zellig.breakers import python
from zellig.breakers.fakes.as_fake import as_fake
from zellig.breakers.loading import domain_for, load_breaker
from zellig.breakers.promises import NoPromiseError, refuse_asking
from zellig.breakers.strategies.domain_choice import MOST as LOOKED_AT
from zellig.breakers.strategies.domains import NEUTRAL, get_domain
from zellig.breakers.strategies.strategy import codes_for, is_worded
from zellig.breakers.strategies.taxonomy import taxonomy
from zellig.buzzers.program import load_program, names_of
from zellig.choosers import openai
from zellig.corpora import open_corpus
from zellig.decoding import FAULTS, fault
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.messages import Serves
from zellig.own_objects import is_own, load_object
from zellig.performers import Breaker, Lineup, Spec
from zellig.registry import lookup, names
from zellig.systems import load_system
from zellig.systems.model import names_model
from zellig.tasks import Task, get_task
from zellig.tasks.is_fake import IS_FAKE

PERSON = "person"  # somebody at this terminal
GENERATOR = "generator"  # a system of the user's: asking it may cost something
DOMAIN = "domain"  # the parameter of a strategy
REHEARSED = "The cook is chopping an onion."
REMEDY = "See docs/reference/arena.md."
CALLS = {"curator": "select", "chooser": "choose", "player": "play"}

Params = Mapping[str, object]


def load_performer(role: Serves, name: str, params: Params, corpus: str) -> Any:
    """The performer of this role; refuses parameters that it does not have."""
    if role == "system":
        _refuse_parameters(name, params)
        return load_system(name)
    if role == "player" and (not is_own(name) or names_of(name)[1]):
        _refuse_parameters(name, params)
        return load_program(name)
    if role == "breaker":
        return _faker(name, params, corpus)
    if is_own(name):
        return _own(load_object(name), name, params, role, corpus)
    if role == "chooser" and names_model(name):
        _refuse_parameters(name, params)
        return openai.load(name)
    if role == "curator":
        return _made(lookup("curators", name), (corpus,), params, f"curator {name!r}")
    return _made(lookup("choosers", name), (), params, f"chooser {name!r}")


def _faker(name: str, params: Params, corpus: str) -> Breaker:
    """A breaker that makes fakes, or one of the corpus's own task whose texts pass for fakes."""
    task = get_task(open_corpus(corpus).task)
    if not is_own(name) and name not in names("breakers"):
        if name not in codes_for(task.name, off=True):
            there = ", ".join([*names("breakers"), *codes_for(task.name, off=True)])
            raise ZelligError(f"{name!r} is not a breaker for {task.name}", remedy=f"There are: {there}.")
        known = (DOMAIN,) if is_worded(task) else ()
        _refuse_parameters(name, {each: value for each, value in params.items() if each not in known})
        domain = settled("breaker", name, params, corpus).get(DOMAIN, NEUTRAL)
        return as_fake(load_breaker(name, task, get_domain(str(domain)).name), task)
    try:
        breaker = _breaker(name, params, IS_FAKE)
    except NoPromiseError:
        breaker = as_fake(_breaker(name, params, task), task)
    refuse_asking(breaker)
    return breaker


def settled(role: Serves, name: str, params: Params, corpus: str) -> dict[str, object]:
    """The parameters of a performer with the domain of a strategy, which a look at the corpus tells.

    It is settled where somebody hears of it: nobody listens to a process of its own.
    """
    if role != "breaker" or DOMAIN in params or name not in taxonomy() or name in names("breakers"):
        return dict(params)
    opened = open_corpus(corpus)
    domain = domain_for(get_task(opened.task), list(opened.first(LOOKED_AT)))
    return dict(params) if domain is None else {**params, DOMAIN: domain}


def _breaker(name: str, params: Params, task: Task) -> Breaker:
    if is_own(name):
        return python.load(name, task, params)
    breaker: Breaker = _made(lookup("breakers", name), (task,), params, f"breaker {name!r}")
    return breaker


def rehearse(performer: Any, role: Serves, name: str) -> None:
    """Let one of our performers play a round that does not count, so that what it needs is loaded.

    Loading is not what a time limit is for, and a user's mistake shows here, before the game.
    """
    if role in ("system", "player") or is_own(name) or names_model(name) or name in (PERSON, GENERATOR):
        return
    if role == "curator":
        performer.select(["0"], [0])
    elif role == "breaker":
        performer.break_items([Item("0", {"text": REHEARSED})], [0], None)
    else:
        performer.choose([Lineup("0", (REHEARSED, REHEARSED))], [0])


def parameters(texts: Sequence[str]) -> Params:
    """Parameters as they are typed, NAME=VALUE: numbers and true and false are read as such."""
    found: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise ZelligError(f"{text!r} is not a parameter", remedy="Write NAME=VALUE.")
        try:
            found[name] = msgspec.json.decode(value)
        except FAULTS:
            found[name] = value
    return found


def _own(found: Any, name: str, params: Params, role: Serves, corpus: str) -> Any:
    """The user's own curator or chooser, or what their factory makes."""
    performer = found
    if isinstance(getattr(found, "spec", None), Spec):
        _refuse_parameters(name, params)
    elif callable(found):
        given: tuple[object, ...] = (corpus,) if role == "curator" else ()
        performer = _made(found, given, params, f"{role} {name!r}")
    if not isinstance(getattr(performer, "spec", None), Spec) or not hasattr(performer, CALLS[role]):
        raise ZelligError(
            f"{name!r} has no 'spec' of the class Spec, or no '{CALLS[role]}'",
            remedy=f"A {role} has both; see docs/reference/arena.md.",
        )
    return performer


def _made(factory: Callable[..., Any], given: Sequence[object], params: Params, who: str) -> Any:
    """A performer from its factory; its parameters are those that must be named."""
    known = inspect.signature(factory).parameters
    kinds = get_type_hints(factory)
    for each, value in params.items():
        if each not in known or known[each].kind is not inspect.Parameter.KEYWORD_ONLY:
            there = [key for key, value in known.items() if value.kind is inspect.Parameter.KEYWORD_ONLY]
            hint = f"It has: {', '.join(there)}." if there else "It has none."
            raise ZelligError(f"the {who} has no parameter {each!r}", remedy=hint)
        try:
            msgspec.convert(value, kinds.get(each, Any))
        except msgspec.ValidationError as error:
            what = f"{each} = {value!r} of the {who}: {fault(error)}"
            raise ZelligError(what, remedy=REMEDY) from None
    return factory(*given, **params)


def _refuse_parameters(name: str, params: Params) -> None:
    if params:
        raise ZelligError(f"{name!r} has no parameter {next(iter(params))!r}", remedy="Take it out.")
