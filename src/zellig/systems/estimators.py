"""Models with `predict`, as those of scikit-learn: what they are handed, and what their classes are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from zellig.errors import ZelligError
from zellig.items import Item
from zellig.own_objects import their_code
from zellig.systems.linear_pipeline import weights_of_words
from zellig.systems.said import Said, label_text, read_answers
from zellig.systems.their_model import TheirModel
from zellig.tasks import Task

FRAMES = ("pandas", "polars")


def read_estimator(model: Any, task: Task, columns_known: bool) -> TheirModel:
    """The model, fed with texts; with dictionaries of fields, if there are several; with a frame, if it was
    trained on one. Its answer is what `predict` says; `predict_proba` adds probabilities."""
    name = type(last_step(model)).__name__
    of_sklearn = any(each.__module__.startswith("sklearn.") for each in type(model).__mro__)
    if of_sklearn:
        _refuse_unusable(model, name)
    classes = _classes(model, name)
    feed = _feed(model, task, name)
    proba = getattr(model, "predict_proba", None) if classes or columns_known else None

    def ask(items: Sequence[Item], known_as: str, columns: Sequence[str]) -> list[Said]:
        handed = feed(items)
        remedy = "Give the whole pipeline, from texts to labels, and check it with texts of yours."
        with their_code(f"the model {known_as!r} failed", remedy):
            said = read_answers(model.predict(handed), items, known_as, () if classes else columns)
            if classes and any(each.label is None for each in said):
                raise _several_at_once(known_as)
            if proba is None:
                return said
            rows = read_answers(proba(handed), items, known_as, columns)
        return [Said(one.label, row.shares) for one, row in zip(said, rows, strict=True)]

    weights = weights_of_words(model, task) if of_sklearn else None
    return TheirModel(name, ask, classes, None if proba is None else True, weights)


def last_step(model: Any) -> Any:
    """What decides: the last step of a pipeline, the best that a search has found."""
    while True:
        if hasattr(model, "best_estimator_"):
            model = model.best_estimator_
        elif steps := getattr(model, "steps", None):
            model = steps[-1][1]
        else:
            return model


def _refuse_unusable(model: Any, name: str) -> None:
    """Refuse models of scikit-learn that were not trained, or give numbers on a scale."""
    from sklearn.base import is_regressor
    from sklearn.exceptions import NotFittedError
    from sklearn.utils.validation import check_is_fitted

    try:
        check_is_fitted(model)
    except NotFittedError:
        raise ZelligError(f"the model {name!r} has not been trained", remedy="Fit it first.") from None
    if is_regressor(model):
        raise ZelligError(
            f"the model {name!r} gives numbers on a scale, not labels",
            remedy="Give a function of texts that uses it and gives labels.",
        )


def _classes(model: Any, name: str) -> tuple[str, ...]:
    found = [label_text(each) for each in getattr(model, "classes_", ())]
    if None in found:
        raise _several_at_once(name)
    return tuple(str(each) for each in found)


def _several_at_once(name: str) -> ZelligError:
    return ZelligError(
        f"the model {name!r} gives several labels at once", remedy="Give a model that chooses one label."
    )


def _feed(model: Any, task: Task, name: str) -> Callable[[Sequence[Item]], object]:
    columns = [str(each) for each in getattr(model, "feature_names_in_", ())]
    if not columns:
        if len(task.fields) == 1:
            return lambda items: [item.fields.get(task.fields[0], "") for item in items]
        return lambda items: [dict(item.fields) for item in items]
    fields = task.fields if len(columns) == len(task.fields) == 1 else columns
    if not set(fields) <= set(task.fields):
        raise ZelligError(
            f"the model {name!r} was trained on the columns {', '.join(columns)}, and items of {task.name} "
            f"have {', '.join(task.fields)}",
            remedy="Train it on columns of these names, or give a function of dictionaries.",
        )
    return lambda items: _frame(
        {
            column: [item.fields.get(field, "") for item in items]
            for column, field in zip(columns, fields, strict=True)
        }
    )


def _frame(columns: dict[str, list[str]]) -> object:
    for name in FRAMES:
        if find_spec(name):
            return import_module(name).DataFrame(columns)
    raise ZelligError(
        "a model that was trained on a frame needs one", remedy="Install pandas (pip install pandas)."
    )
