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
from zellig.transform.sentences import transform


def make(corpus: str, *, phenomenon: str = "passive", justification: str = "") -> Walk:
    """The curator; a name that is both a class and a transformation is the class."""
    if phenomenon in CLASSES:
        shows, what = _of_class, f"a sentence of the class {phenomenon} ({CLASSES[phenomenon]})"
    elif phenomenon in TRANSFORMATIONS:
        shows, what = _transformable, f"a clause that the transformation {phenomenon} applies to"
    else:
        raise ZelligError(
            f"{phenomenon!r} is neither a class of sentences nor a transformation",
            remedy=f"There are: {', '.join(dict.fromkeys([*CLASSES, *TRANSFORMATIONS]))}.",
        )
    spec = Spec("phenomenon", {"corpus": corpus, "phenomenon": phenomenon, "justification": justification})
    why = f"Only texts in which a program, which errs at times, finds {what}."
    return Walk(spec, why, corpus, narrow=partial(_narrow, phenomenon, shows))


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
