"""Quiz questions, one JSON object a line: `question`, `answer`, and what else is known of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from zellig.corpora.corpus import Reader, Source, named_files
from zellig.corpora.questions import question_item
from zellig.corpora.rows import Place, read_jsonl, unique
from zellig.items import Item

ENDINGS = (".jsonl", ".jsonl.gz")


class _Tossups(Reader):
    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        for _, item in unique(_questions(source.place, skipped), "question"):
            yield item


def _questions(source: Path, skipped: Counter[str]) -> Iterator[tuple[Place, Item]]:
    for name, path in named_files(source, ENDINGS, "questions").items():
        for line, row in read_jsonl(path):
            place = Place(path, line)
            if item := question_item(row, f"{name}-{line}", place, skipped):
                yield place, item


TOSSUPS = _Tossups(
    name="tossups",
    description="Quiz questions, one JSON object a line, plain or .gz: question, answer, category ...",
    licence="that of your copy; the questions belong to their writers",
    citation="Cite the tournaments that your file is from.",
    task="quiz",
)
