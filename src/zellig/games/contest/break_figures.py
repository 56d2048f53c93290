"""What came of breakers against systems: how often they broke, what of it holds, and what it took."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from zellig.files import write_text
from zellig.games.contest.breaking import ON, Breaking
from zellig.games.contest.contest import Contest
from zellig.games.contest.folder import read_contest
from zellig.games.contest.score import Scores, score_contest
from zellig.items import Pair, Prediction, read_records

Figures = dict[str, Any]


def score(breaking: Breaking) -> tuple[Contest, Scores] | None:
    """The contest that was played and its scores, which are written too; None if no pair was made."""
    if not (breaking.run / "pairs").is_dir():
        return None
    contest = read_contest(breaking.run.folder)
    scores = score_contest(contest, seed=breaking.plan.seed)
    text = msgspec.json.format(msgspec.json.encode(scores), indent=1).decode()
    write_text(breaking.run / "scores.json", text + "\n")
    return contest, scores


def figures(breaking: Breaking, made: list[str], scores: Scores | None) -> Figures:
    """The figures of the run, JSON-ready; docs/breaking.md explains the keys.

    A breaker's rate of breaking is that of its pairs. Its success is that of items: of those that a system
    answers right, the share with a pair that the system answers wrong; by all pairs, and by the valid ones.
    """
    notes = {name: _notes(breaking, name) for name in made}
    rates = scores["matrix"] if scores else {}
    intervals = scores["matrix_intervals"] if scores else {}
    return {
        "schema": 1,
        "task": breaking.plan.task,
        "items": len(breaking.items),
        "pairs": sum(len(breaking.pairs(name)) for name in made),
        "valid": sum(note["valid"] for note in notes.values()),
        "strict": breaking.plan.strict,
        "break_rate": _own(breaking, rates),
        "break_rate_intervals": _own(breaking, intervals),
        "transfer": _transfer(breaking, rates),
        "success": {
            breaker: {system: _success(breaking, breaker, system, notes) for system in breaking.systems}
            for breaker in breaking.breakers
        },
        "queries": sum(note["queries"] for note in notes.values()),
        "victim_calls": breaking.victim_calls,
        "strategies": {
            name: {"pairs": notes[name]["pairs"], "valid": notes[name]["valid"]}
            for name in made
            if ON not in name
        },
        "refusals": {name: note["refusals"] for name, note in notes.items() if note["refusals"]},
        "failures": {name: found for name, found in breaking.failures.items() if found},
    }


def _notes(breaking: Breaking, name: str) -> Figures:
    found: Figures = msgspec.json.decode((breaking.run / f"made/{name}.json").read_bytes())
    return found


def _own(breaking: Breaking, rows: dict[str, Any]) -> Figures:
    """By breaker and system; of a breaker that asks, what it made for that system."""
    return {
        breaker: {
            system: rows.get(_name(breaking, breaker, system), {}).get(system) for system in breaking.systems
        }
        for breaker in breaking.breakers
    }


def _transfer(breaking: Breaking, rates: dict[str, Any]) -> Figures:
    """By breaker, the system its pairs were made for, and the others that they were put to."""
    found: Figures = {}
    for name, row in rates.items():
        breaker, on, victim = name.partition(ON)
        if on:
            others = {system: rate for system, rate in row.items() if system != victim}
            found.setdefault(breaker, {})[victim] = others
    return found


def _name(breaking: Breaking, breaker: str, system: str) -> str:
    return breaker if breaking.breakers[breaker].see == "nothing" else f"{breaker}{ON}{system}"


def _success(breaking: Breaking, breaker: str, system: str, notes: dict[str, Figures]) -> Figures:
    name = _name(breaking, breaker, system)
    task = breaking.task
    answers = _answers(breaking, f"dev/{system}.jsonl")
    right = {item.id for item in breaking.items if task.right(answers[item.id], item.accepted)}
    faults = notes[name]["faults"]
    every, valid = set(), set()
    for pair in _broken(breaking, name, system):
        every.add(pair.original.id)
        if pair.id not in faults:
            valid.add(pair.original.id)
    return {
        "attacked": len(right),
        "before": len(every & right) / len(right) if right else None,
        "after": len(valid & right) / len(right) if right else None,
    }


def _broken(breaking: Breaking, name: str, system: str) -> Iterator[Pair]:
    """The pairs, set aside or not, whose modified item the system answers wrong."""
    for place in ("", "set-aside/"):
        pairs = breaking.pairs(name, place)
        answers = _answers(breaking, f"{place}predictions/{system}/{name}.jsonl") if pairs else {}
        for pair in pairs:
            if not breaking.task.right(answers[pair.modified.id], pair.modified.accepted):
                yield pair


def _answers(breaking: Breaking, file: str) -> dict[str, str]:
    records = read_records(breaking.run / file, Prediction)
    return {each.id: breaking.task.given(each.answer) for each in records}
