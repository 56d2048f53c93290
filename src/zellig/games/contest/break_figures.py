"""What came of breakers against systems: how often they broke, what of it holds, and what it took."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from zellig.decoding import decode_json
from zellig.files import opened, write_json
from zellig.games.contest.answers import Questions, answers_by_id
from zellig.games.contest.breaking import Breaking, Notes
from zellig.games.contest.contest import ON, Contest
from zellig.games.contest.folder import read_contest
from zellig.games.contest.score import Scores, score_contest
from zellig.items import Pair
from zellig.measures.breaking import broken
from zellig.measures.intervals import Block, bootstrap_sums, share_interval, wilson

REPLICATES = 1000

Figures = dict[str, Any]


def score(breaking: Breaking) -> tuple[Contest, Scores] | None:
    """The contest that was played and its scores, which are written too; None if no pair was made."""
    if not (breaking.run / "pairs").is_dir():
        return None
    contest = read_contest(breaking.run.folder)
    scores = score_contest(contest, seed=breaking.plan.seed)
    write_json(breaking.run / "scores.json", scores)
    return contest, scores


def figures(breaking: Breaking, made: list[str], scored: tuple[Contest, Scores] | None) -> Figures:
    """The figures of the run, JSON-ready; docs/breaking.md explains the keys.

    A breaker's rate of breaking is that of its pairs. Its success is that of items: of those that a system
    answers right, the share with a pair that the system answers wrong; by all pairs, and by the valid ones.
    """
    notes = {name: _notes(breaking, name) for name in made}
    contest, scores = scored or (None, {})
    return {
        "schema": 1,
        "task": breaking.plan.task,
        "items": len(breaking.items),
        "pairs": sum(len(breaking.pairs(name)) for name in made),
        "valid": sum(note.valid for note in notes.values()),
        "rejected": sum(note.rejected for note in notes.values()),
        "strict": breaking.plan.strict,
        "break_rate": _own(breaking, scores.get("matrix", {})),
        "break_rate_intervals": _own(breaking, scores.get("matrix_intervals", {})),
        "transfer": _transfer(breaking, contest) if contest else {},
        "success": {
            breaker: {system: _success(breaking, [breaker], system, notes) for system in breaking.systems}
            for breaker in breaking.breakers
        },
        "success_of_any": {
            system: _success(breaking, breaking.breakers, system, notes) for system in breaking.systems
        },
        "queries": sum(note.queries for note in notes.values()),
        "victim_calls": breaking.victim_calls,
        "strategies": {
            name: {"pairs": notes[name].pairs, "valid": notes[name].valid}
            for name, breaker in breaking.breakers.items()
            if breaker.see == "nothing"
        },
        "refusals": {name: note.refusals for name, note in notes.items() if note.refusals},
        "failures": {name: found for name, found in breaking.failures.items() if found},
    }


def _notes(breaking: Breaking, name: str) -> Notes:
    path = breaking.run / f"made/{name}.json"
    with opened(path) as file:
        raw = file.read()
    return decode_json(raw, Notes, path=path, what="what a run notes", remedy="Delete it, and run again.")


def _name(breaking: Breaking, breaker: str, system: str) -> str:
    return breaker if breaking.breakers[breaker].see == "nothing" else f"{breaker}{ON}{system}"


def _own(breaking: Breaking, rows: dict[str, Any]) -> Figures:
    """By breaker and system; of a breaker that asks, what it made for that system."""
    return {
        breaker: {
            system: rows.get(_name(breaking, breaker, system), {}).get(system) for system in breaking.systems
        }
        for breaker in breaking.breakers
    }


def _transfer(breaking: Breaking, contest: Contest) -> Figures:
    """By breaker that asks and by system: what the pairs that were made for the other systems do to it."""
    found: Figures = {}
    for breaker, each in breaking.breakers.items():
        for system in breaking.systems if each.see != "nothing" else ():
            others = [f"{breaker}{ON}{other}" for other in breaking.systems if other != system]
            there = [name for name in others if name in contest.pairs]
            if there:
                row = _rate(contest, there, system, breaking.plan.seed)
                found.setdefault(breaker, {})[system] = row
    return found


def _rate(contest: Contest, names: Sequence[str], system: str, seed: int) -> Figures:
    """Percent of the pairs under several names that break a system; pairs of one original stay together."""
    originals: dict[str, int] = {}
    rows = []
    for name in names:
        given = contest.answers[system][name]
        for pair, before, after in zip(contest.pairs[name], given.original, given.modified, strict=True):
            rows.append(
                (
                    originals.setdefault(pair.original.id, len(originals)),
                    contest.task.right(before, pair.original.accepted),
                    contest.task.right(after, pair.modified.accepted),
                )
            )
    cluster, before_right, after_right = map(np.array, zip(*rows, strict=True))
    flags = broken(before_right, after_right)
    values = np.stack([np.ones(len(flags)), flags], axis=1)
    (sums,) = bootstrap_sums([Block(cluster, values)], len(originals), REPLICATES, seed)
    ends = 100 * share_interval(float(flags.mean()), sums[:, 1] / sums[:, 0], len(originals))
    return {"pairs": len(flags), "broken": 100 * float(flags.mean()), "interval": ends.tolist()}


def _success(breaking: Breaking, breakers: Iterable[str], system: str, notes: dict[str, Notes]) -> Figures:
    """What some breakers together did to the items that a system answers right."""
    task = breaking.task
    answers = answers_by_id(breaking.run / f"dev/{system}.jsonl", {item.id for item in breaking.items}, task)
    right = {item.id for item in breaking.items if task.right(answers[item.id], item.accepted)}
    every: set[str] = set()
    valid: set[str] = set()
    for name in (_name(breaking, breaker, system) for breaker in breakers):
        for pair in _broken(breaking, name, system):
            every.add(pair.original.id)
            if pair.id not in notes[name].faults:
                valid.add(pair.original.id)
    return {
        "attacked": len(right),
        **_share("before", len(every & right), len(right)),
        **_share("after", len(valid & right), len(right)),
    }


def _share(name: str, some: int, of: int) -> Figures:
    """A share of items and its interval (Wilson's: one item is one trial)."""
    share = some / of if of else None
    return {name: share, f"{name}_interval": None if share is None else wilson(share, of).tolist()}


def _broken(breaking: Breaking, name: str, system: str) -> Iterator[Pair]:
    """The pairs, set aside or not, whose modified item the system answers wrong."""
    for place in ("", "set-aside/"):
        pairs = breaking.pairs(name, place)
        path = breaking.run / f"{place}predictions/{system}/{name}.jsonl"
        answers = answers_by_id(path, Questions(pairs).wanted, breaking.task) if pairs else {}
        for pair in pairs:
            if not breaking.task.right(answers[pair.modified.id], pair.modified.accepted):
                yield pair
