"""A system's answers to the pairs of a run: asked for now, or stored by an earlier check."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from zellig.decoding import FAULTS, decode_json
from zellig.doors import by_door
from zellig.errors import ZelligError
from zellig.files import read_whole, write_text
from zellig.games.breaking.gate.decision import Answered
from zellig.items import Pair, pair_hash
from zellig.measures.outcomes import Answers
from zellig.oracle import Oracle, Progress, ask_all
from zellig.performers import System
from zellig.systems.loading import files_named as files_of_system
from zellig.transform.evaluation import ContrastSet

SCHEMA = 1
LARGEST = 2**30  # bytes of a stored result


class Stored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A result that later systems can be put beside; docs/reference/gate.md explains the keys."""

    schema: int
    system: str
    run: str  # hash of the pairs, in their order
    answers: list[tuple[str, str]]  # to the original and the modified item of each pair


def ask_about(asked: ContrastSet, system: System, name: str, progress: Progress) -> Answered:
    """Ask a system about every distinct text, once.

    Nothing is taken from earlier runs: a gate is about the system as it is now. As in a run, a text that the
    system fails on gets an answer that is wrong; a system that fails on all of them is refused.
    """
    oracle = Oracle(system, fingerprint="")
    items = list(asked.questions.values())
    predictions = ask_all(oracle, items, asked.task, progress, f"{name} answers")
    answers = [asked.task.given(each.answer) for each in predictions]
    aligned = asked.aligned(dict(zip(asked.questions, answers, strict=True)))
    return Answered(name, aligned, oracle.failures)


def write_result(path: Path, pairs: Sequence[Pair], found: Answered) -> None:
    """Store a system's answers for later checks."""
    both = list(zip(found.answers.original, found.answers.modified, strict=True))
    stored = Stored(SCHEMA, found.system, run_hash(pairs), both)
    write_text(path, msgspec.json.encode(stored).decode() + "\n")


def refuse_strange(path: Path) -> None:
    """Refuse to store over anything but a stored result: the next baseline takes the place of the last."""
    if is_stored(str(path)) and os.path.getsize(path):
        try:
            msgspec.json.decode(read_whole(path, LARGEST), type=Stored)
        except FAULTS:
            raise ZelligError(
                "this file is already there, and is not a stored result",
                path=path,
                remedy="Name another file, or remove it.",
            ) from None


def read_result(path: Path, asked: ContrastSet) -> Answered:
    """A stored result; refuses one of other pairs."""
    remedy = f"Store it again: {to_store()}."
    raw = read_whole(path, LARGEST)
    stored = decode_json(raw, Stored, path=path, what="a result of zellig check", remedy=remedy)
    if stored.schema != SCHEMA:
        what = f"it has the schema {stored.schema}, and {SCHEMA} is read"
        raise ZelligError(what, path=path, field="schema", remedy=remedy)
    if stored.run != run_hash(asked.pairs) or len(stored.answers) != len(asked.pairs):
        raise ZelligError("it was stored for other pairs than those of this run", path=path, remedy=remedy)
    try:
        answers = Answers(*([asked.task.given(each[side]) for each in stored.answers] for side in (0, 1)))
    except ZelligError as error:
        raise ZelligError(error.what, path=path, field="answers", remedy=remedy) from None
    return Answered(stored.system, answers)


def to_store() -> str:
    """How a result is stored."""
    return by_door("zellig check RUN --system OLD --store FILE", "zl.gate(run, system=old, store='FILE')")


def run_hash(pairs: Sequence[Pair]) -> str:
    """Hash of what all pairs of a run claim, in their order."""
    return hashlib.sha256("\n".join(map(pair_hash, pairs)).encode()).hexdigest()


def is_stored(baseline: str) -> bool:
    """Does this name a file with a stored result? Everything else is a system."""
    return os.path.isfile(baseline)


def is_file_name(baseline: str) -> bool:
    """Is this plainly meant to be a stored result, whether there is one or not?"""
    return baseline.endswith(".json") and ":" not in baseline


def files_named(baseline: str) -> list[Path]:
    """The files and folders that a baseline speaks of."""
    return [Path(baseline)] if is_stored(baseline) else files_of_system(baseline)
