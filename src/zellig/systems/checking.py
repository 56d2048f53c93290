"""Proving a system before it is used: `zellig systems check`; and saying what one is: `show` and `list`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from zellig.doors import option
from zellig.errors import ZelligError
from zellig.items import UNPARSED, Item, Prediction
from zellig.performers import System, ask, capabilities
from zellig.registry import lookup, names, summary
from zellig.systems.card import read_card
from zellig.systems.declared import declared_labels, declared_task, is_trained
from zellig.systems.loading import fingerprint, is_pinned, load_system
from zellig.systems.predictions_file import PredictionsFile
from zellig.tasks import Task, get_task

_PLAIN = (
    "The kettle sang and the bread was warm.",
    "The kettle was cold and the bread was stale.",
    "A kettle stood beside the bread.",
    "Nobody who tasted the bread wanted more of it.",
    'The cook said "never again", and meant it.',
)
_ODD = {
    "an empty text": "",
    "100,000 characters": ("The kettle sang and the bread was warm. " * 2500)[:100_000],
    "emoji": "The bread 🍞 was 👍🏽, said the 👩‍👩‍👧.",
    "right-to-left text": "הלחם היה טעים מאוד. كان الشاي باردا.",
    "line ends, tabs and marks": "One line\nand another\twith a tab\u2028and \u0301marks \\ \" '.",
}
_CLOSE = 1e-4  # by how much probabilities may differ between batches, from rounding


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    what: str
    good: bool
    detail: str = ""


def check_system(name: str, task_name: str | None = None) -> Iterator[Finding]:
    """Load the system and try it out; every finding as soon as it is known."""
    system, loaded = _tried("it loads", lambda: load_system(name), lambda s: _who(name, s))
    yield loaded
    if system is None:
        return
    task, finding = _tried("its task", lambda: task_of(name, system, task_name))
    if task is None:
        yield finding
        return
    declared = declared_task(name, system)
    yield Finding(
        "its task", declared in (None, task.name), f"{declared or 'it does not say'}; checked for {task.name}"
    )
    labels = [label for label in declared_labels(name, system) if task.labels and not _legal(task, label)]
    yield Finding("its labels", not labels, f"not of the task: {', '.join(labels)}" if labels else "")
    if isinstance(system, PredictionsFile):
        yield _check_answers("the answers in the file", list(system.predictions.values()), task)
        return
    yield from _check_behaviour(system, task)


def _check_behaviour(system: System, task: Task) -> Iterator[Finding]:
    plain = [_item(task, f"plain-{number}", text) for number, text in enumerate(_PLAIN)]
    seen: list[Prediction] = []
    alone, finding = _asked("one item", system, plain[:1])
    yield finding
    batch, finding = _asked(f"a batch of {len(plain)}, ids in order", system, plain)
    yield finding
    seen += batch or []
    for what, text in _ODD.items():
        odd, finding = _asked(what, system, [_item(task, "odd", text)])
        yield finding
        seen += odd or []
    mixed = [plain[0], *(_item(task, f"odd-{n}", text) for n, text in enumerate(_ODD.values())), plain[1]]
    among, finding = _asked("odd texts and plain ones in one batch", system, mixed)
    yield finding
    again, finding = _asked("the same batch again", system, plain)
    yield finding if batch is None or again is None else _same("the same batch again", batch, again)
    if batch is None:
        return  # nothing to compare with
    backwards, finding = _asked("the batch backwards", system, plain[::-1])
    yield finding
    for what, first, second in (
        ("alone as in a batch", alone, batch[:1]),
        ("in any order", backwards, batch[::-1]),
        ("beside odd texts", among and [among[0], among[-1]], batch[:2]),
    ):
        if first is not None:
            yield _same(f"the same answers {what}", first, second)
    yield _check_answers("answers are answers of the task", seen, task)
    yield _check_probabilities(seen, task)


def _who(name: str, system: System) -> str:
    version = f" {system.spec.version}" if system.spec.version else ""
    return f"{system.spec.name}{version}, fingerprint {fingerprint(name, system)[:12]}"


def task_of(name: str, system: System, wanted: str | None) -> Task:
    """The task that is wanted, or the one the system says it is for; refuses to guess."""
    found = wanted or declared_task(name, system)
    if found is None:
        raise ZelligError(f"{name!r} does not say what its task is", remedy=f"Give it with {option('task')}.")
    return get_task(found)


def _item(task: Task, name: str, text: str) -> Item:
    return Item(name, dict.fromkeys(task.fields, text))


def _tried(
    what: str, call: Callable[[], Any], detail: Callable[[Any], str] = lambda found: ""
) -> tuple[Any | None, Finding]:
    """What the call gives, or what it died of."""
    try:
        found = call()
        return found, Finding(what, True, detail(found))
    except ZelligError as error:
        return None, Finding(what, False, str(error))
    except Exception as error:  # noqa: BLE001 -- the boundary: to find out what a system dies of is the point
        return None, Finding(what, False, f"it fails with {type(error).__name__}: {error}")


def _asked(what: str, system: System, items: Sequence[Item]) -> tuple[list[Prediction] | None, Finding]:
    return _tried(what, lambda: ask(system, items))


def _same(what: str, first: Sequence[Prediction], second: Sequence[Prediction]) -> Finding:
    for one, other in zip(first, second, strict=True):
        if one.answer != other.answer:
            return Finding(what, False, f"item {one.id!r} is {one.answer!r}, then {other.answer!r}")
        labels = (one.probabilities or {}).keys() | (other.probabilities or {}).keys()
        for label in sorted(labels):
            values = [(each.probabilities or {}).get(label, math.nan) for each in (one, other)]
            if not abs(values[0] - values[1]) <= _CLOSE:
                detail = f"item {one.id!r}: the probability of {label!r} is {values[0]}, then {values[1]}"
                return Finding(what, False, detail)
    return Finding(what, True)


def _legal(task: Task, answer: str | int) -> bool:
    try:
        task.answer(answer)
    except ZelligError:
        return False
    return True


def _check_answers(what: str, predictions: Sequence[Prediction], task: Task) -> Finding:
    unparsed = sum(each.answer == UNPARSED for each in predictions)
    for each in predictions:
        if each.answer != UNPARSED and not _legal(task, each.answer):
            return Finding(what, False, f"item {each.id!r} is answered {each.answer!r}")
    note = f"{len(predictions)} looked at" + (f", {unparsed} of them unparsed" if unparsed else "")
    return Finding(what, bool(predictions) and unparsed < len(predictions), note)


def _check_probabilities(predictions: Sequence[Prediction], task: Task) -> Finding:
    what = "probabilities"
    given = [each for each in predictions if each.probabilities]
    if not given:
        return Finding(what, True, "it gives none")
    for each in given:
        values = each.probabilities or {}
        about = f"item {each.id!r}: "
        if any(not 0 <= value <= 1 + _CLOSE for value in values.values()):
            return Finding(what, False, about + "one is not between 0 and 1")
        if illegal := [label for label in values if not _legal(task, label)]:
            return Finding(what, False, about + f"{illegal[0]!r} is not an answer of the task")
        if task.labels and abs(sum(values.values()) - 1) > 100 * _CLOSE:
            return Finding(what, False, about + f"they add up to {sum(values.values()):.4f}")
        chosen = {task.answer(label): value for label, value in values.items()}
        legal = each.answer != UNPARSED and _legal(task, each.answer)
        if legal and chosen.get(task.answer(each.answer), 0.0) < max(values.values()) - _CLOSE:
            return Finding(what, False, about + f"the answer {each.answer!r} is not the most probable one")
    return Finding(what, True, f"of {len(given)} of {len(predictions)} answers")


def describe(name: str) -> dict[str, Any]:
    """What is known about a system: a trained one, an adapter, or a registered name; JSON-ready."""
    if name in names("systems") and not is_trained(name):
        kind = lookup("systems", name)
        settings = msgspec.to_builtins(kind.Config()) if hasattr(kind, "Config") else {}
        return {
            "name": name,
            "trained": False,
            "description": summary("systems", name),
            "settings": settings,
            "capabilities": sorted(capabilities(kind)),
        }
    system = load_system(name)
    found: dict[str, Any] = {
        "name": system.spec.name,
        "trained": is_trained(name),
        "version": system.spec.version,
        "params": system.spec.params,
        "task": declared_task(name, system),
        "labels": list(declared_labels(name, system)),
        "fingerprint": fingerprint(name, system),
        "pinned": is_pinned(name, system),
        "capabilities": sorted(capabilities(system)),
    }
    if found["trained"]:
        card = read_card(Path(name))
        found |= {
            "corpus": card.corpus,
            "dev": card.dev,
            "curve": msgspec.to_builtins(card.curve),
            "files": card.files,
        }
    return found
