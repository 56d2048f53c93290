"""Quiz questions, one JSON object a line: `question`, `answer`, and what else is known of it.

Guessers, what combines them, and buzzers have to learn from different questions. So a file is cut into parts,
with the names that QANTA has for such: eight tenths `guesstrain`, a tenth `guessdev`, a tenth `buzztrain`.
The text of a question decides, so that no part changes when other questions are added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from zellig.corpora.corpus import Reader, Source, named_files
from zellig.corpora.questions import question_item
from zellig.corpora.rows import Place, read_jsonl, unique
from zellig.items import Item
from zellig.texts import digest

ENDINGS = (".jsonl", ".jsonl.gz")
PARTS = ("guesstrain", "guessdev", "buzztrain")
TENTHS = 10  # the last two of them are the two last parts


class _Tossups(Reader):
    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        for _, item in unique(_questions(source.place, skipped), "question"):
            if source.split is None or part_of(item) == source.split:
                yield item


def _questions(source: Path, skipped: Counter[str]) -> Iterator[tuple[Place, Item]]:
    for name, path in named_files(source, ENDINGS, "questions").items():
        for line, row in read_jsonl(path):
            place = Place(path, line)
            if item := question_item(row, f"{name}-{line}", place, skipped):
                yield place, item


def part_of(item: Item) -> str:
    """The part of its file that a question is in."""
    tenth = digest(item.fields["text"])[0] * TENTHS // 256
    return PARTS[max(0, tenth - TENTHS + len(PARTS))]


TOSSUPS = _Tossups(
    name="tossups",
    description="Quiz questions, one JSON object a line, plain or .gz: question, answer, category ...",
    licence="that of your copy; the questions belong to their writers",
    citation="Cite the tournaments that your file is from.",
    task="quiz",
    splits=PARTS,
)
