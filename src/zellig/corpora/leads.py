"""Encyclopedia text, one JSON object a line: `title`, which is the answer, and `text`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from zellig.corpora.corpus import Reader, Source, named_files
from zellig.corpora.questions import leave_out
from zellig.corpora.rows import Place, cell, read_jsonl
from zellig.corpora.tossups import ENDINGS
from zellig.items import Item
from zellig.tasks.quiz import QUIZ

EMPTY = "an article without a title or a text"


class _Leads(Reader):
    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        for name, path in named_files(source.place, ENDINGS, "articles").items():
            for line, row in read_jsonl(path):
                place = Place(path, line)
                title, text = (
                    QUIZ.answer(cell(row, "title", place)),
                    " ".join(cell(row, "text", place).split()),
                )
                if not title or not text:
                    leave_out(EMPTY, place, skipped)
                    continue
                rest = {key: value for key, value in row.items() if key not in ("title", "text")}
                # An article may have several leads; so they go by their place, not by its title.
                yield Item(f"{name}-{line}", {"text": text}, (title,), rest)


LEADS = _Leads(
    name="leads",
    description="Encyclopedia text, one JSON object a line, plain or .gz: title (the answer) and text",
    licence="that of your copy (Wikipedia: CC BY-SA)",
    citation="Cite the encyclopedia that your file is from.",
    task="quiz",
)
