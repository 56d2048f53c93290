"""Why a system answers as it does: its own evidence, or occlusion, which works with every system.

Occlusion takes the words away one at a time and asks again. The weight of a word is by how much the
probability of the answer drops without it; where there are no probabilities, whether the answer changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast, get_args

from msgspec.structs import replace

from zellig.errors import ZelligError
from zellig.items import Item, Prediction
from zellig.performers import Evidence, Explainer, Method, Span, System, ask, capabilities, evidence
from zellig.systems.predictions_file import PredictionsFile
from zellig.systems.training import Progress
from zellig.tasks import Task
from zellig.texts import token_places

METHODS: tuple[Method, ...] = get_args(Method)
MOST = 400  # tokens of an item that are taken away; the rest of a longer text stays as it is
BATCH = 64

TextPlace = tuple[str, int, int]  # field, start, end


def explain(
    system: System,
    items: Sequence[Item],
    method: str | None = None,
    progress: Progress = lambda what, done, total: None,
) -> list[Evidence]:
    """The evidence for the system's answer to each item: its own if it gives any, otherwise by occlusion.

    Refuses a method that the system does not have.
    """
    if method is not None and method not in METHODS:
        raise ZelligError(f"{method!r} is not a way to explain", remedy=f"Use one of: {', '.join(METHODS)}.")
    explains = "explains" in capabilities(system)
    if method == "occlusion" or not (method or explains):
        return _by_occlusion(system, items, progress)
    if explains:
        found = evidence(cast(Explainer, system), items)
        if method is None or all(each.method == method for each in found):
            return found
    raise ZelligError(
        f"the system {system.spec.name!r} does not explain itself by {method}",
        remedy="Leave the method out, or use occlusion, which works with every system.",
    )


def question(task: Task, fields: Mapping[str, str]) -> Item:
    """An item to ask about, from texts by field; refuses what is not an item of the task."""
    item = Item("text", dict(fields))
    for fault in task.faults_of_item(item):
        raise ZelligError(fault, remedy=f"Give every field of {task.name}: {', '.join(task.fields)}.")
    return item


def weigh(places: Sequence[TextPlace], weights: Sequence[float]) -> tuple[Span, ...]:
    """Places with their weights, rounded as probabilities are."""
    # Adding nothing makes zero of minus zero.
    return tuple(Span(*place, round(weight, 6) + 0.0) for place, weight in zip(places, weights, strict=True))


# --- occlusion


def _by_occlusion(system: System, items: Sequence[Item], progress: Progress) -> list[Evidence]:
    _refuse_file(system)
    found = []
    for done, (item, answered) in enumerate(zip(items, ask(system, items), strict=True), 1):
        found.append(_occluded(system, item, answered))
        progress(f"{system.spec.name} is asked without each word", done, len(items))
    return found


def occlusion_for(system: System, item: Item, answer: str) -> Evidence:
    """What speaks for an answer, by occlusion: also for one that the system does not give, if it says how
    probable that is; else for the one it gives."""
    _refuse_file(system)
    [answered] = ask(system, [item])
    other = answer in (answered.probabilities or {})
    return _occluded(system, item, replace(answered, answer=answer) if other else answered)


def _refuse_file(system: System) -> None:
    if isinstance(system, PredictionsFile):
        raise ZelligError(
            f"{system.spec.name!r} is a file of answers and cannot be asked about other texts",
            remedy="Explain the system that gave the answers.",
        )


def _occluded(system: System, item: Item, answered: Prediction) -> Evidence:
    places = _places(item)
    weights = [_drop(answered, without) for without in _asked_without(system, item, places)]
    return Evidence(item.id, answered.answer, "occlusion", weigh(places, weights))


def _places(item: Item) -> list[TextPlace]:
    return [(name, *place) for name, text in item.fields.items() for place in token_places(text)][:MOST]


def _asked_without(system: System, item: Item, places: Sequence[TextPlace]) -> Iterator[Prediction]:
    """The predictions for the item without each of the places, a batch at a time: texts may be long."""
    for start in range(0, len(places), BATCH):
        yield from ask(system, [_without(item, *place) for place in places[start : start + BATCH]])


def _without(item: Item, name: str, start: int, end: int) -> Item:
    before, after = item.fields[name][:start], item.fields[name][end:]
    if not before or before[-1].isspace():
        after = after.lstrip()
    text = before + after if after else before.rstrip()
    return Item(
        f"{item.id} without {name} {start}-{end}", {**item.fields, name: text}, metadata=item.metadata
    )


def _drop(answered: Prediction, without: Prediction) -> float:
    answer = str(answered.answer)
    if answered.probabilities and without.probabilities and answer in answered.probabilities:
        return answered.probabilities[answer] - without.probabilities.get(answer, 0.0)
    return float(str(without.answer) != answer)
