"""What the readers of inference corpora share: labels in words or numbers, rows without a gold label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from zellig.corpora.rows import Place, canonical, cell
from zellig.items import Item
from zellig.tasks.nli import NLI

LABELS_AS_NUMBERS = dict(zip("012", NLI.labels, strict=True))  # 0 entailment, 1 neutral, 2 contradiction
NO_MAJORITY = {"-", "-1"}  # the annotators did not agree on a label
HIDDEN = {"hidden", ""}  # blind test sets

# What single annotators said, in SNLI's and MNLI's files: an answer, so the metadata say gold.
VOTES = ("annotator_labels", *(f"label{number}" for number in range(1, 6)))

SKIPPED = "no gold label"


def nli_item(
    name: str,
    row: Mapping[str, Any],
    columns: tuple[str, str, str],
    place: Place,
    skipped: Counter[str],
) -> Item | None:
    """The item of a row with `columns` for premise, hypothesis and label; other columns are metadata.

    Single annotators' labels are named gold_... there. A row without a majority label is counted and gives
    None.
    """
    premise, hypothesis, written = (cell(row, column, place) for column in columns)
    label = written.strip().lower()
    if label in NO_MAJORITY:
        skipped[SKIPPED] += 1
        return None
    accepted: tuple[str, ...] = ()
    if label not in HIDDEN:
        known = LABELS_AS_NUMBERS.get(label, label)
        accepted = (canonical(NLI, known if known in NLI.labels else written, place, columns[2]),)
    metadata = {
        f"gold_{key}" if key in VOTES else key: value for key, value in row.items() if key not in columns
    }
    return Item(name, {"premise": premise, "hypothesis": hypothesis}, accepted, metadata)
