"""Tokens, tags, lemmas and dependencies of English sentences, by spaCy's small pipeline."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, cast

from zellig.errors import ZelligError
from zellig.resources import resource_path

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

BATCH = 256


@cache
def load_parser(*, lean: bool) -> Language:
    """The pipeline, each of two loaded once a process; without names of entities, which nothing here reads.

    A lean one gives tags and dependencies only: without lemmas and what they need it is nearly twice as fast.
    numpy multiplies matrices in 0.6 of the time of what spaCy would use, and the parses are the same.
    """
    folder = resource_path("english-parser")
    with _without_torch():
        import spacy
        from thinc.api import NumpyOps, set_current_ops
    set_current_ops(NumpyOps(use_blis=False))
    try:
        return spacy.load(folder, exclude=["ner", "attribute_ruler", "lemmatizer"] if lean else ["ner"])
    except (OSError, ValueError) as error:
        raise ZelligError(
            f"spaCy cannot load a pipeline from here ({error})",
            path=folder,
            remedy="Unset ZELLIG_RESOURCE_ENGLISH_PARSER, or point it at a folder with a config.cfg.",
        ) from None


@contextmanager
def _without_torch() -> Iterator[None]:
    """spaCy imports torch wherever it is installed: two seconds and 180 MB that this pipeline never uses."""
    hidden = "torch" not in sys.modules
    if hidden:
        sys.modules["torch"] = cast(ModuleType, None)  # Python's own way to say that there is no such module
    try:
        yield
    finally:
        if hidden:
            del sys.modules["torch"]


def parse(texts: Iterable[str], *, lean: bool = False) -> Iterator[Doc]:
    """Parse texts in their order, as a stream."""
    return load_parser(lean=lean).pipe(texts, batch_size=BATCH)
