"""What several test files share: running the command, and writing the folder of a contest."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import warm
from zellig.items import Item, Pair, Prediction, write_records
from zellig.language.clause import RefusedError
from zellig.language.reading import read_clauses
from zellig.language.realise import realise
from zellig.tasks import get_task
from zellig.transform.composition import apply

ROOT = Path(__file__).resolve().parent.parent


def zellig(
    *words: object, cwd: Path = ROOT, columns: int = 200, fresh: bool = False, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the command as a user would; `fresh` in a process that has nothing in common with another one."""
    command = ["-m", "zellig", *map(str, words)]
    environment = {**os.environ, "COLUMNS": str(columns), **variables}
    if not fresh:
        return warm.run(command, cwd, environment)
    return subprocess.run(
        [sys.executable, *command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def carriers(marker: str) -> list[int]:
    """The processes that have some words in their command or their environment; Linux tells."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                said = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
            except OSError:  # it ended while we looked
                continue
            if marker.encode() in said:
                found.append(int(entry.name))
    return found


def gone(left: Callable[[], object], within: float = 10) -> bool:
    """Is nothing left, now or after some seconds?"""
    until = time.monotonic() + within
    while left() and time.monotonic() < until:
        time.sleep(0.01)
    return not left()


def sentiment_pair(
    name: str, gold: tuple[str, str] = ("+1", "-1"), *, original: str | None = None, phenomenon: str = ""
) -> Pair:
    """A pair of made-up sentences; `original` is the id of its original item, for several pairs on one."""
    first = Item(
        original or f"{name}_a", {"text": f"The soup at table {original or name} was hot."}, (gold[0],)
    )
    second = Item(f"{name}_b", {"text": f"The soup at table {name} was cold."}, (gold[1],))
    return Pair(name, first, second, get_task("sentiment").promise_between(first, second), phenomenon)


Answers = Mapping[str, tuple[str, str]]  # pair id: the answers to its original and its modified item


def write_contest(
    folder: Path,
    pairs: Mapping[str, Sequence[Pair]],
    answers: Mapping[str, Answers],
    task: str = "sentiment",
) -> Path:
    """A folder in the own layout; pair ids are unique across breakers, so answers go by pair id alone."""
    for breaker, made in pairs.items():
        write_records(folder / f"pairs/{breaker}.jsonl", Pair, made, task)
        for system, given in answers.items():
            rows = {
                item.id: answer
                for pair in made
                for item, answer in zip((pair.original, pair.modified), given[pair.id], strict=True)
            }
            path = folder / f"predictions/{system}/{breaker}.jsonl"
            write_records(path, Prediction, [Prediction(*row) for row in rows.items()], task)
    return folder


def write_dev(
    folder: Path, gold: Mapping[str, str], answers: Mapping[str, Mapping[str, str]], task: str = "sentiment"
) -> None:
    """Development items and each system's answers to them."""
    items = [Item(name, {"text": f"The bread {name} rose."}, (label,)) for name, label in gold.items()]
    write_records(folder / "dev.jsonl", Item, items, task)
    for system, given in answers.items():
        rows = [Prediction(*row) for row in given.items()]
        write_records(folder / f"dev/{system}.jsonl", Prediction, rows, task)


def small_contest(folder: Path) -> Path:
    """Two breakers with three pairs, two systems: `good` is always right, `stuck` always says +1."""
    pairs = {
        "ana": [sentiment_pair("p1", phenomenon="heat"), sentiment_pair("p2", ("+1", "+1"))],
        "ben": [sentiment_pair("p3", ("-1", "+1"), phenomenon="heat")],
    }
    gold = {p.id: (p.original.accepted[0], p.modified.accepted[0]) for made in pairs.values() for p in made}
    return write_contest(folder, pairs, {"good": gold, "stuck": dict.fromkeys(gold, ("+1", "+1"))})


def contrast_of(sentence: str, name: str) -> str:
    """The sentence after a transformation or composition, or `refused:` and the reason."""
    (clause,) = read_clauses([sentence])
    try:
        if isinstance(clause, RefusedError):
            raise clause
        return realise(apply(clause, name).clause if name else clause)
    except RefusedError as refused:
        return f"refused: {refused.reason}"
