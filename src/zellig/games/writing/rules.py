"""The rules of a workshop as data: what is written there, against which systems, and under which licence."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Annotated, Literal

import msgspec

from zellig.checks.policy import Policy, default_policy
from zellig.errors import ZelligError
from zellig.tasks import Task

Role = Literal["editor", "writer", "reader"]  # readers answer blind, and tag a sample
MOST_SYSTEMS = 4

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Meaning = Annotated[str, msgspec.Meta(max_length=300)]
Characters = Annotated[int, msgspec.Meta(ge=1, le=20_000)]


class Lengths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a text is: at least, about, and at most; in characters as they are heard."""

    shortest: Characters
    mark: Characters
    longest: Characters


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which accepted questions are tagged again, by people who do not see the writer's tags."""

    share: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.25
    readers: Annotated[int, msgspec.Meta(ge=1, le=20)] = 2  # of each question
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**31)] = 2017


class WorkshopRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is agreed before anybody writes."""

    task: str
    systems: tuple[Name, ...]  # the first is written against
    lengths: Lengths
    categories: dict[Name, tuple[Name, ...]] = {}  # with their subcategories
    phenomena: dict[Name, Meaning] = {}
    wanted: dict[Name, Annotated[int, msgspec.Meta(ge=0, le=100_000)]] = {}  # texts of a category, in all
    licence: str = "CC BY 4.0"  # under which texts are submitted
    everybody: bool = False  # may anybody who has an account write?
    sample: Sample = Sample()
    policy: Policy = msgspec.field(default_factory=default_policy)  # of pairs


_FIXED = {  # what cannot be changed any more when a workshop is founded, and why
    "task": "texts are of one task",
    "systems": "texts were written against them, and are counted by what they answered",
    "licence": "writers have agreed to it",
    "sample": "nobody chooses which questions are tagged again",
    "policy": "pairs were checked by it",
}


class _Beginning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    categories: dict[Name, tuple[Name, ...]]
    phenomena: dict[Name, Meaning]
    lengths: Lengths


def usual_rules(task: Task, systems: tuple[str, ...]) -> WorkshopRules:
    """What a workshop begins with."""
    name = "quiz" if task.name == "quiz" else "pairs"
    raw = files(__package__).joinpath(f"data/{name}.toml").read_text("utf-8")
    given = msgspec.convert(tomllib.loads(raw), _Beginning)
    return WorkshopRules(task.name, systems, given.lengths, given.categories, given.phenomena)


def refuse_fixed(before: WorkshopRules, after: WorkshopRules) -> None:
    """Refuse rules that change what holds for good; lengths, categories, `wanted`, phenomena and who may
    write can be changed."""
    for name, why in _FIXED.items():
        if getattr(before, name) != getattr(after, name):
            raise ZelligError(
                f"{name} cannot be changed: {why}", field=name, remedy="Found another workshop for that."
            )


def check_rules(rules: WorkshopRules) -> None:
    """Refuse rules that nobody can write by."""
    lengths = rules.lengths
    if not lengths.shortest <= lengths.mark <= lengths.longest:
        raise ZelligError(
            f"a mark at {lengths.mark} is not within {lengths.shortest} to {lengths.longest} characters",
            field="lengths",
            remedy="Let shortest be at most mark, and mark at most longest.",
        )
    if not 1 <= len(rules.systems) <= MOST_SYSTEMS:
        raise ZelligError(
            f"people write against 1 to {MOST_SYSTEMS} systems, and not {len(rules.systems)}",
            field="systems",
            remedy="Name one, or a few.",
        )
    if unknown := [name for name in rules.wanted if name not in rules.categories]:
        raise ZelligError(
            f"{unknown[0]!r} is wanted, and is no category", field="wanted", remedy="Name a category."
        )
    if len(set(rules.systems)) < len(rules.systems):
        raise ZelligError("a system is named twice", field="systems", remedy="Name each once.")
    _check_names(rules)


def _check_names(rules: WorkshopRules) -> None:
    """Refuse names that cannot be told apart where rules are lines like `Science: Biology, Physics`."""
    subcategories = [name for names in rules.categories.values() for name in names]
    for names, apart, field in (
        (rules.categories, ":", "categories"),
        (subcategories, ":,", "categories"),
        (rules.phenomena, ":", "phenomena"),
        (rules.phenomena.values(), "", "phenomena"),
    ):
        for name in names:
            if "\n" in name or "\r" in name:
                what = "a line break"
            elif found := next((mark for mark in apart if mark in name), None):
                what = "a colon" if found == ":" else "a comma"
            else:
                continue
            raise ZelligError(f"{name!r} has {what} in it", field=field, remedy="Say it without.")
