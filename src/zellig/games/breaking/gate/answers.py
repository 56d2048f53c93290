"""A system's answers to the pairs of a run: asked for now, or stored by an earlier check."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from zellig.decoding import decode_json
from zellig.errors import ZelligError
from zellig.files import read_whole, write_text
from zellig.games.breaking.answering import Progress, ask_all
from zellig.games.breaking.gate.decision import Answered
from zellig.items import UNPARSED, Item, Pair, pair_hash
from zellig.measures.outcomes import Answers
from zellig.oracle import Oracle, question_hash
from zellig.performers import System
from zellig.systems.loading import files_named as files_of_system
from zellig.tasks import Task

SCHEMA = 1
LARGEST = 2**30  # bytes of a stored result

_REMEDY = "Store it again: zellig check RUN --system OLD --store FILE."


class Stored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A result that later systems can be put beside; docs/gate.md explains the keys."""

    schema: int
    system: str
    run: str  # hash of the pairs, in their order
    answers: list[tuple[str, str]]  # to the original and the modified item of each pair


def ask_about(pairs: Sequence[Pair], system: System, name: str, task: Task, progress: Progress) -> Answered:
    """Ask a system about every distinct text, once.

    Nothing is taken from earlier runs: a gate is about the system as it is now. As in a run, a text that the
    system fails on gets an answer that is wrong; a system that fails on all of them is refused.
    """
    items = questions(pairs)
    oracle = Oracle(system, fingerprint="")
    predictions = ask_all(oracle, list(items.values()), task, progress, f"{name} answers")
    given = {key: task.given(each.answer) for key, each in zip(items, predictions, strict=True)}
    return Answered(
        name,
        Answers(
            [given[question_hash(pair.original)] for pair in pairs],
            [given[question_hash(pair.modified)] for pair in pairs],
        ),
        oracle.failures,
        list(given.values()).count(UNPARSED),
    )


def questions(pairs: Sequence[Pair]) -> dict[str, Item]:
    """Every distinct item of both sides by the hash of what a system sees of it."""
    items = (item for pair in pairs for item in (pair.original, pair.modified))
    return {question_hash(item): item for item in items}


def write_result(path: Path, pairs: Sequence[Pair], found: Answered) -> None:
    """Store a system's answers for later checks."""
    both = list(zip(found.answers.original, found.answers.modified, strict=True))
    stored = Stored(SCHEMA, found.system, run_hash(pairs), both)
    write_text(path, msgspec.json.encode(stored).decode() + "\n")


def read_result(path: Path, pairs: Sequence[Pair], task: Task) -> Answered:
    """A stored result; refuses one of other pairs."""
    raw = read_whole(path, LARGEST)
    stored = decode_json(raw, Stored, path=path, what="a result of zellig check", remedy=_REMEDY)
    if stored.schema != SCHEMA:
        what = f"it has the schema {stored.schema}, and {SCHEMA} is read"
        raise ZelligError(what, path=path, field="schema", remedy=_REMEDY)
    if stored.run != run_hash(pairs) or len(stored.answers) != len(pairs):
        raise ZelligError("it was stored for other pairs than those of this run", path=path, remedy=_REMEDY)
    try:
        answers = Answers(*([task.given(each[side]) for each in stored.answers] for side in (0, 1)))
    except ZelligError as error:
        raise ZelligError(error.what, path=path, field="answers", remedy=_REMEDY) from None
    return Answered(stored.system, answers)


def run_hash(pairs: Sequence[Pair]) -> str:
    """Hash of what all pairs of a run claim, in their order."""
    return hashlib.sha256("\n".join(map(pair_hash, pairs)).encode()).hexdigest()


def is_stored(baseline: str) -> bool:
    """Does this name a file with a stored result? Everything else is a system."""
    return os.path.isfile(baseline)


def files_named(baseline: str) -> list[Path]:
    """The files and folders that a baseline speaks of."""
    return [Path(baseline)] if is_stored(baseline) else files_of_system(baseline)
