"""How alike texts are: the cosine of their vectors by MiniLM, a small sentence encoder."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from zellig.extras import missing
from zellig.resources import State, find, locate, resource_path

LONGEST = 256  # pieces of words: more are cut
BATCH = 64


def available() -> bool:
    """Are the extra `neural` and the resource `minilm` there?"""
    return not missing("neural") and locate(find("minilm"))[0] is not State.absent


def similarities(text: str, others: Sequence[str]) -> list[float]:
    """How alike each of the others is to a text: 1 for the same, about 0 for something unrelated."""
    first, *rest = _vectors([text, *others])
    return [float(first @ each) for each in rest]


def _vectors(texts: Sequence[str]) -> list[Any]:
    """For each text the mean of its pieces' vectors, of length 1."""
    import torch

    tokenizer, network = _encoder()
    found: list[Any] = []
    for start in range(0, len(texts), BATCH):
        given = tokenizer(
            list(texts[start : start + BATCH]),
            padding=True,
            truncation=True,
            max_length=LONGEST,
            return_tensors="pt",
        )
        with torch.no_grad():
            pieces = network(**given).last_hidden_state
        mask = given["attention_mask"][:, :, None]
        found += torch.nn.functional.normalize((pieces * mask).sum(1) / mask.sum(1), dim=1)
    return found


@cache
def _encoder() -> tuple[Any, Any]:
    from zellig.language.pretrained import load_pretrained

    folder = resource_path("minilm")
    return load_pretrained("AutoTokenizer", folder), load_pretrained("AutoModel", folder).eval()
