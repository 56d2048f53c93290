"""The policy of written questions: how long they are, and how similar to others they may be."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from zellig.checks.policy import Count, Degree, overridden, policy_file


class Length(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a question is."""

    least: Count
    most: Count
    different_words: Count


class Repeats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which similarity on two texts are too close."""

    text: Degree
    sentence: Degree
    characters: Count


class Giveaway(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which words of an answer give it away."""

    letters: Count
    rare: Degree


class Pyramid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How sure a guesser is that is right too early."""

    probability: Degree


class QuestionPolicy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything the checks of a question compare with; the values and their meaning are in policy.toml."""

    length: Length
    repeats: Repeats
    giveaway: Giveaway
    pyramid: Pyramid


@cache
def default_policy() -> QuestionPolicy:
    """The policy that holds if the user says nothing."""
    return msgspec.convert(policy_file(__package__), QuestionPolicy)


def read_policy(path: Path) -> QuestionPolicy:
    """The default policy with the values of a TOML file in their places; refuses a key it does not know."""
    return overridden(policy_file(__package__), path, QuestionPolicy, "quizzes")
