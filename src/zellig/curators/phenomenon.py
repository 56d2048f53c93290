"""The curator `phenomenon`: texts with a sentence of a class, or one that a transformation applies to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from zellig.curators.walk import Walk, with_metadata
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.language.sentence_classes import CLASSES
from zellig.performers import Spec
from zellig.transform.analysis import classified
from zellig.transform.catalogue import TRANSFORMATIONS
from zellig.transform.contrast import transform


def make(corpus: str, *, name: str, justification: str = "") -> Walk:
    """The curator; a name that is both a class and a transformation is the class."""
    if name in CLASSES:
        shows, why = _of_class, f"Only texts with a sentence of the class {name}: {CLASSES[name]}."
    elif name in TRANSFORMATIONS:
        shows, why = _transformable, f"Only texts that the transformation {name} can be applied to."
    else:
        raise ZelligError(
            f"{name!r} is neither a class of sentences nor a transformation",
            remedy=f"There are: {', '.join(dict.fromkeys([*CLASSES, *TRANSFORMATIONS]))}.",
        )
    spec = Spec("phenomenon", {"corpus": corpus, "name": name, "justification": justification})
    return Walk(
        spec, f"{why} A program says so, and errs at times.", corpus, narrow=partial(_narrow, name, shows)
    )


def _narrow(
    name: str, shows: Callable[[str, list[str]], list[bool]], items: Sequence[Item], seed: int
) -> list[Item]:
    shown = shows(name, [item.fields["text"] for item in items])
    return [with_metadata(item, "phenomenon", name) for item, yes in zip(items, shown, strict=True) if yes]


def _of_class(name: str, texts: list[str]) -> list[bool]:
    return [any(name in classes for _, classes in classified([text])) for text in texts]


def _transformable(name: str, texts: list[str]) -> list[bool]:
    found = transform(texts, [name], filtered=False)
    return [name in found[text].changes for text in texts]
