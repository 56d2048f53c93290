"""What was changed between two texts: token operations, and how large the change is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, cast

import msgspec
from rapidfuzz.distance import Levenshtein

from zellig.items import Pair
from zellig.texts import tokens

Operation = Literal["insert", "delete", "replace"]


class Edit(msgspec.Struct, frozen=True):
    """One operation: the original's tokens from `start` up to `end` give way to `tokens`."""

    op: Operation
    start: int
    end: int
    tokens: tuple[str, ...] = ()


class EditSize(msgspec.Struct, frozen=True):
    """How far a text was changed, without regard to case."""

    distance: int  # token Levenshtein
    normalised: float  # distance by the number of tokens of the original
    reordered: bool  # the same tokens in another order: a large distance, and nothing added or lost


def edits(original: str, modified: str) -> tuple[Edit, ...]:
    """The fewest token operations that lead from one text to the other, from left to right."""
    old, new = tokens(original), tokens(modified)
    return tuple(
        Edit(
            cast(Operation, code.tag),
            code.src_start,
            code.src_end,
            tuple(new[code.dest_start : code.dest_end]),
        )
        for code in Levenshtein.opcodes(old, new)
        if code.tag != "equal"
    )


def apply(operations: Iterable[Edit], original: Sequence[str]) -> list[str]:
    """The tokens after the operations; the positions of all of them are those of the original."""
    result: list[str] = []
    done = 0
    for edit in operations:
        result += original[done : edit.start]
        result += edit.tokens
        done = edit.end
    result += original[done:]
    return result


def both_sides(pair: Pair, fields: Iterable[str]) -> dict[str, tuple[str, str]]:
    """The original and the modified text of each field; a missing one counts as empty."""
    return {name: (pair.original.fields.get(name, ""), pair.modified.fields.get(name, "")) for name in fields}


def edit_size(original: str, modified: str) -> EditSize:
    """Token Levenshtein distance, in tokens and by the length of the original."""
    old, new = tokens(original.lower()), tokens(modified.lower())
    distance: int = Levenshtein.distance(old, new)
    return EditSize(
        distance=distance,
        normalised=distance / max(len(old), 1),
        reordered=distance > 0 and Counter(old) == Counter(new),
    )
