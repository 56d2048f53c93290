"""Tokens, tags, lemmas and dependencies of English sentences, by spaCy's small pipeline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from zellig.errors import ZelligError
from zellig.resources import resource_path

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

BATCH = 256


@cache
def load_parser(*, lean: bool = False) -> Language:
    """The pipeline, loaded once a process; without names of entities, which nothing here reads.

    A lean one gives tags and dependencies only: without lemmas and what they need it is nearly twice as fast.
    numpy's product of matrices takes 0.6 of the time of the one that spaCy would use, and the parses are the same.
    """
    import spacy
    from thinc.api import NumpyOps, set_current_ops

    folder = resource_path("english-parser")
    set_current_ops(NumpyOps(use_blis=False))
    try:
        return spacy.load(folder, exclude=["ner", "attribute_ruler", "lemmatizer"] if lean else ["ner"])
    except (OSError, ValueError) as error:
        raise ZelligError(
            f"spaCy cannot load a pipeline from here ({error})",
            path=folder,
            remedy="Unset ZELLIG_RESOURCE_ENGLISH_PARSER, or point it at a folder with a config.cfg.",
        ) from None


def parse(texts: Iterable[str], *, lean: bool = False) -> Iterator[Doc]:
    """Parse texts in their order, as a stream."""
    return load_parser(lean=lean).pipe(texts, batch_size=BATCH)
