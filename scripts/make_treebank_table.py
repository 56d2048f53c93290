"""Make src/zellig/corpora/data/treebank-splits.npy from a folder with the treebank's train/dev/test.txt.

    python scripts/make_treebank_table.py ../shared/data/sst

The table holds 64-bit hashes of normalised sentences and their splits, never text. It lets the review
corpus follow the treebank's splits (see zellig/corpora/rotten_tomatoes.py).
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from zellig.corpora import open_corpus
from zellig.corpora.treebank import FILE, ROW, SPLITS
from zellig.texts import key64


def make_table(treebank: Path) -> np.ndarray:
    """One row for each distinct sentence; a sentence of several splits belongs to the most protective."""
    splits: dict[int, int] = {}
    for code, split in enumerate(SPLITS):  # the most protective split comes last and overwrites
        for item in open_corpus(f"sst:{treebank}:{split}?labels=ternary"):
            splits[key64(item.fields["text"])] = code
    return np.array(sorted(splits.items()), dtype=ROW)


if __name__ == "__main__":
    table = make_table(Path(sys.argv[1]))
    np.save(str(FILE), table, allow_pickle=False)
    print(f"{FILE}: {len(table)} sentences")
