"""Language models that break in a run: what their servers do, which is found out once, and what they cost."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from zellig.breakers import openai
from zellig.decoding import FAULTS
from zellig.files import read_whole
from zellig.games.breaking.notes import Notes
from zellig.performers import Spec
from zellig.store.run import PLAN
from zellig.systems.model import Manners, names_model
from zellig.systems.replies import Cost


class Written(msgspec.Struct, frozen=True):
    """What a language model that breaks wrote for what it cost."""

    pairs: int
    valid: int
    calls_for_a_valid_one: float | None  # None: there is none
    tokens_for_a_valid_one: float | None  # None: there is none, or not all tokens are known


class ModelFigures(msgspec.Struct, frozen=True):
    """What a language model cost in a run, and what it wrote if it breaks."""

    cost: Cost
    written: Written | None = None


class _Plan(msgspec.Struct, frozen=True):
    """What is read of `run.toml`."""

    breakers: dict[str, Spec] = {}


def settled(breakers: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Names of breakers with what the servers of models do: as the folder's plan says, or as they show."""
    models = [name for name, load in breakers.items() if names_model(load)]
    known = _known_manners(folder) if models else {}
    return {
        name: openai.settled(load, known.get(name)) if name in models else load
        for name, load in breakers.items()
    }


def _known_manners(folder: Path) -> dict[str, Manners]:
    """What a run that was begun found out; a plan that cannot be read is refused where it is compared."""
    if not (folder / PLAN).is_file():
        return {}
    try:
        plan = msgspec.toml.decode(read_whole(folder / PLAN), type=_Plan)
    except FAULTS:
        return {}
    found = {}
    for name, spec in plan.breakers.items():
        params: dict[str, Any] = spec.params
        if {"format", "seeded"} <= params.keys():
            found[name] = Manners(params["format"], params["seeded"])
    return found


def model_figures(costs: Mapping[str, Cost], notes: Mapping[str, Notes]) -> dict[str, ModelFigures]:
    """By role and name of a model what it cost; of a breaker also what its valid pairs cost."""
    return {by: ModelFigures(cost, _written(by, cost, notes)) for by, cost in sorted(costs.items())}


def _written(by: str, cost: Cost, notes: Mapping[str, Notes]) -> Written | None:
    role, _, name = by.partition(" ")
    if role != "breaker" or name not in notes:
        return None
    made = notes[name]
    calls = cost.calls / made.valid if made.valid else None
    tokens = cost.tokens / made.valid if made.valid and not cost.uncounted else None
    return Written(made.pairs, made.valid, calls, tokens)
