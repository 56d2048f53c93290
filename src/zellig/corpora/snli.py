"""SNLI and MNLI as released: `.jsonl`, and `.txt` (tab-separated, with a header).

Rows whose gold label is `-` (no majority among the annotators) are left out and counted; a `hidden` label
gives an item without an answer. Columns other than the two sentences and the label are metadata; those with
the labels of single annotators are named `gold_...` there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from zellig.corpora.corpus import Reader, Source, files_of
from zellig.corpora.nli import VOTES, nli_item
from zellig.corpora.rows import Place, by_column, only_answer, peek, read_jsonl, read_tsv, tsv_line
from zellig.items import Item

COLUMNS = ("sentence1", "sentence2", "gold_label")


def _rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    if path.suffix in (".txt", ".tsv"):
        return by_column(path, read_tsv(path), COLUMNS)
    return read_jsonl(path)


def _row(item: Item) -> dict[str, object]:
    votes = {f"gold_{key}": key for key in VOTES}
    return {votes.get(key, key): value for key, value in item.metadata.items()} | {
        "gold_label": only_answer(item) if item.accepted else "hidden",
        "sentence1": item.fields["premise"],
        "sentence2": item.fields["hypothesis"],
        "pairID": item.id,
    }


class _Snli(Reader):
    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        for path in files_of(source, self.splits, (".jsonl", ".txt")):
            for line, row in _rows(path):
                name = str(row.pop("pairID", "") or line)
                if item := nli_item(name, row, COLUMNS, Place(path, line), skipped):
                    yield item

    def encode(self, items: Iterable[Item], form: str, task: str) -> Iterator[bytes]:
        if form != "txt":
            for item in items:
                yield msgspec.json.encode(_row(item)) + b"\n"
            return
        first, items = peek(items)
        if first is None:
            return
        header = [key for key, value in _row(first).items() if isinstance(value, str)]
        yield tsv_line(header)
        for item in items:
            row = _row(item)
            yield tsv_line(str(row.get(key, "")) for key in header)


SNLI = _Snli(
    name="snli",
    description="SNLI and MNLI files: premise and hypothesis with entailment, neutral or contradiction",
    licence="SNLI: CC BY-SA 4.0; MNLI: OANC and others, by genre",
    citation=(
        "Samuel R. Bowman, Gabor Angeli, Christopher Potts and Christopher D. Manning. 2015. A large "
        "annotated corpus for learning natural language inference. MNLI: Adina Williams, Nikita Nangia and "
        "Samuel R. Bowman. 2018. A Broad-Coverage Challenge Corpus for Sentence Understanding through "
        "Inference."
    ),
    task="nli",
    splits=("train", "dev", "test", "matched", "mismatched"),
    forms=("jsonl", "txt"),
)
