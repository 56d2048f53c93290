"""Inference pairs in CSV (or TSV) with the columns premise, hypothesis and label, such as SICK.

Labels are words in any case, or 0, 1, 2 for entailment, neutral, contradiction. A column `id` names the
items; without one they are numbered by line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from zellig.corpora.corpus import Reader, Source, files_of
from zellig.corpora.nli import nli_item
from zellig.corpora.rows import Place, by_column, csv_line, only_answer, read_csv, read_tsv, tsv_line
from zellig.items import Item

COLUMNS = ("premise", "hypothesis", "label")


class _PremiseHypothesis(Reader):
    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        for path in files_of(source, self.splits, (".csv", ".tsv")):
            rows = read_tsv(path) if path.suffix == ".tsv" else read_csv(path)
            for line, row in by_column(path, rows, COLUMNS):
                name = row.pop("id", "") or f"{path.stem}-{line}"
                if item := nli_item(name, row, COLUMNS, Place(path, line), skipped):
                    yield item

    def encode(self, items: Iterable[Item], form: str, task: str) -> Iterator[bytes]:
        line = tsv_line if form == "tsv" else csv_line
        yield line(("id", *COLUMNS))
        for item in items:
            label = only_answer(item) if item.accepted else ""
            yield line((item.id, item.fields["premise"], item.fields["hypothesis"], label))


PREMISE_HYPOTHESIS = _PremiseHypothesis(
    name="premise-hypothesis",
    description="Inference pairs in CSV or TSV with the columns premise, hypothesis, label (SICK and others)",
    licence="that of the file (SICK: CC BY-NC-SA 3.0)",
    citation=(
        "For SICK: Marco Marelli, Stefano Menini, Marco Baroni, Luisa Bentivogli, Raffaella Bernardi and "
        "Roberto Zamparelli. 2014. A SICK cure for the evaluation of compositional distributional "
        "semantic models."
    ),
    task="nli",
    splits=("train", "dev", "test", "validation"),
    forms=("csv", "tsv"),
)
