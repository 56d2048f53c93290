"""The folder of a run of contrast sets: where its pairs are, and what is written last."""

from __future__ import annotations

import os
from pathlib import Path

from zellig.store.hashes import warn_of_changes

PAIRS, SUMMARY = "pairs/contrast.jsonl", "summary.json"


def pairs_file(path: Path) -> Path:
    """The pairs of a run, if a folder is given; a file itself."""
    if not os.path.isdir(path):  # the method of Path fails on names that cannot be
        return path
    warn_of_changes(path, [PAIRS])
    return path / PAIRS
