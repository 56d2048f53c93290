"""Which split of the Stanford Sentiment Treebank a text belongs to, from a table of hashes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from zellig.texts import key64, normalise, sentences

SPLITS = ("train", "dev", "test")  # later ones are more protective: a text of two splits goes to the later
FILE = files("zellig.corpora") / "data" / "treebank-splits.npy"
ROW = [("key", "<u8"), ("split", "u1")]

_SHORTEST_PART = 12  # characters; a shorter sentence says nothing about where a text is from


@cache
def _table() -> Mapping[int, int]:
    import numpy as np

    with FILE.open("rb") as file:
        table = np.load(file, allow_pickle=False)
    return dict(zip(table["key"].tolist(), table["split"].tolist(), strict=True))


def treebank_split(text: str) -> str | None:
    """The split of a text that is a treebank sentence or contains one; None if it does neither.

    A review snippet of several sentences may span splits; the most protective wins.
    """
    table = _table()
    whole = table.get(key64(text))
    if whole is not None:
        return SPLITS[whole]
    parts = [key64(part) for part in sentences(text) if len(normalise(part)) >= _SHORTEST_PART]
    found = [table[key] for key in parts if key in table]
    return SPLITS[max(found)] if found else None
