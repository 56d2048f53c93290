"""The rules of a match as data: what answers are worth, how long everybody has, and how a race is decided."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Annotated

import msgspec

from zellig.decoding import decode_toml
from zellig.errors import ZelligError
from zellig.files import read_whole

SETS = ("acf", "naqt", "pace")

Count = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Points = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=3600)]
Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What follows a tossup for the team that was right."""

    value: Points = 10  # of a part
    seconds: Seconds = 8.0  # for a part
    bounces_back: bool = False  # does the other team answer what was missed?


class Fairness(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How buzzes that come over lines of different length are compared."""

    most: Milliseconds = 300  # allowance for a line, there and back: who is farther away is slower for it
    tie: Milliseconds = 5  # buzzes that are nearer to each other than this are simultaneous: a lot decides


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is agreed before a match begins."""

    name: str
    tossups: Count = 20
    right: Points = 10
    power: Points | None = None  # of a right answer before the power mark; None: marks mean nothing
    neg: Points = -5  # of the first wrong answer before the end of the question; later ones cost nothing
    seconds_to_buzz: Seconds = 5.0  # after the last word
    seconds_to_answer: Seconds = 8.0
    seconds_after_prompt: Seconds = 8.0
    prompts: Count = 2  # of one player on one question; what is still not enough then is wrong
    seconds_between: Seconds = 4.0  # before the next question, where there is no moderator
    words_a_minute: Annotated[int, msgspec.Meta(ge=20, le=1000)] = 150
    overtime: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0  # tossups of a tied match; then sudden death
    minutes_of_a_half: Annotated[float, msgspec.Meta(gt=0, le=60)] | None = None  # None: without a clock
    bonus: Bonus = Bonus()  # where the packet has bonuses
    fairness: Fairness = Fairness()


def read_rules(name: str) -> Rules:
    """Rules by the name of a set, or of a file (TOML) that has the same keys."""
    if not name.endswith(".toml"):
        return rule_set(name)
    path = Path(name)
    remedy = "docs/concepts/matches.md has the keys."
    return decode_toml(read_whole(path), Rules, path=path, what="a set of rules", remedy=remedy)


def rule_set(name: str) -> Rules:
    """A set of rules that comes with Zellig."""
    if name not in SETS:
        remedy = f"Give one of {', '.join(SETS)}, or a file of your own (TOML)."
        raise ZelligError(f"there are no rules called {name!r}", remedy=remedy)
    return msgspec.toml.decode(files(__package__).joinpath("data", f"{name}.toml").read_bytes(), type=Rules)
