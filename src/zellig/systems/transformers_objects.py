"""What somebody has made with transformers: a text-classification pipeline, or a model and its tokenizer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

from zellig.errors import ZelligError
from zellig.items import Item
from zellig.own_objects import their_code
from zellig.systems.said import Said, read_answers
from zellig.systems.their_model import TheirModel
from zellig.tasks import Task

BATCH = 32
CLASSIFICATION = "text-classification"
NO_LIMIT = 100_000  # a tokenizer that allows more pieces has not been told how many
USUAL = 512  # pieces of words in a text, where nobody says how many there may be
ROOM = 2  # positions that some models keep for themselves

REMEDY = "Check that it answers a text of yours by itself."
GIVE_BOTH = "Give (model, tokenizer), with a model for sequence classification."


def is_of_transformers(model: object) -> bool:
    """Is this a pipeline, or a tuple? Nothing of transformers is imported to find out."""
    return isinstance(model, tuple) or _is(model, "Pipeline", "transformers")


def is_network(model: object) -> bool:
    """Is this a network of torch, which reads numbers and no texts?"""
    return _is(model, "Module", "torch")


def read_transformers(model: Any, task: Task) -> TheirModel:
    """The pipeline or (model, tokenizer); refuses those that do not put a text or two into classes."""
    if _is(model, "Pipeline", "transformers"):
        if model.task != CLASSIFICATION:
            raise ZelligError(
                f"this is a pipeline for {model.task}, not for {CLASSIFICATION}",
                remedy="Give a function of texts that uses it and gives labels.",
            )
        network, tokenizer = model.model, model.tokenizer
    elif len(model) == 2 and is_network(model[0]) and _has_classes(model[0]) and callable(model[1]):
        network, tokenizer = model
    else:
        inside = ", ".join(type(each).__name__ for each in model)
        raise ZelligError(f"({inside}) is not a model with its tokenizer", remedy=GIVE_BOTH)
    fields = _fields(task)
    classes = _classes(network)
    lock = Lock()  # threads would switch the network's dropout on and off for each other

    def ask(items: Sequence[Item], name: str, columns: Sequence[str]) -> list[Said]:
        texts = [[item.fields.get(field, "") for item in items] for field in fields]
        with their_code(f"the model {name!r} failed", REMEDY), lock, _as_trained(network):
            if isinstance(model, tuple):
                given: object = _probabilities(network, tokenizer, texts)
            else:
                given = _from_pipeline(model, texts)
            return read_answers(given, items, name, classes)

    return TheirModel(_name(network), ask, classes, probabilities=True)


def _has_classes(network: Any) -> bool:
    """Does it say what its classes are? One that is wrapped does, and need not be of transformers itself."""
    return hasattr(getattr(network, "config", None), "id2label")


def _fields(task: Task) -> tuple[str, ...]:
    if len(task.fields) > 2 or not task.labels:
        raise ZelligError(
            f"a classifier of transformers puts one text or two into classes, and {task.name} asks for "
            "something else",
            remedy="Give a function of dictionaries of fields that uses it.",
        )
    return task.fields


def _classes(network: Any) -> tuple[str, ...]:
    names = network.config.id2label
    if len(names) < 2:
        raise ZelligError(
            f"the model {_name(network)!r} gives one number, not labels",
            remedy="Give a function of texts that uses it and gives labels.",
        )
    if network.config.problem_type == "multi_label_classification":
        raise ZelligError(
            f"the model {_name(network)!r} gives several labels at once",
            remedy="Give a function of texts that uses it and gives one label.",
        )
    return tuple(str(names[number]) for number in sorted(names))


def _name(network: Any) -> str:
    """The last part of where it came from; its class, if it was made here."""
    place = str(getattr(network.config, "name_or_path", "") or "")
    return place.rstrip("/").rpartition("/")[2] or type(network).__name__


def _from_pipeline(pipeline: Any, texts: Sequence[Sequence[str]]) -> list[Any]:
    """The scores of all classes for each text, or each two of them."""
    tokenizer = pipeline.tokenizer
    options = _cutting(tokenizer, pipeline.model) | {"batch_size": _batch(tokenizer)}
    if len(texts) == 1:
        given: list[Any] = list(texts[0])
    else:
        given = [{"text": one, "text_pair": other} for one, other in zip(*texts, strict=True)]
    found: list[Any] = pipeline(given, top_k=None, **options)
    return found


def _probabilities(network: Any, tokenizer: Any, texts: Sequence[Sequence[str]]) -> list[list[float]]:
    import torch

    found: list[list[float]] = []
    batch, options = _batch(tokenizer), _cutting(tokenizer, network)
    with torch.inference_mode():
        for start in range(0, len(texts[0]), batch):
            part = [list(column[start : start + batch]) for column in texts]
            read = tokenizer(*part, return_tensors="pt", **options).to(network.device)
            scores = getattr(network(**read), "logits", None)
            if scores is None or scores.shape != (len(part[0]), len(network.config.id2label)):
                raise ZelligError(
                    f"{type(network).__name__} gives no scores of classes for a text", remedy=GIVE_BOTH
                )
            found += scores.float().softmax(1).tolist()
    return found


def _batch(tokenizer: Any) -> int:
    """Texts at a time; without a mark for padding they cannot be put side by side."""
    return 1 if tokenizer.pad_token_id is None else BATCH


def _cutting(tokenizer: Any, network: Any) -> dict[str, Any]:
    """How texts are cut that are too long for the network, and made equally long."""
    longest = tokenizer.model_max_length
    if longest > NO_LIMIT:
        longest = getattr(network.config, "max_position_embeddings", USUAL + ROOM) - ROOM
    return {"truncation": True, "max_length": longest, "padding": _batch(tokenizer) > 1}


@contextmanager
def _as_trained(network: Any) -> Iterator[None]:
    """Without dropout and the like; afterwards every part is again as it was."""
    learning = [part for part in network.modules() if part.training]
    network.eval()
    try:
        yield
    finally:
        for part in learning:
            part.training = True


def _is(model: object, kind: str, package: str) -> bool:
    return any(
        each.__name__ == kind and each.__module__.partition(".")[0] == package for each in type(model).__mro__
    )
