"""Our own JSONL of items. The header line says the task; where it does not, the spec must."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from zellig.corpora.corpus import Reader, Source
from zellig.errors import ZelligError
from zellig.items import KINDS, Header, Item, encode_record, read_records
from zellig.registry import names
from zellig.tasks import get_task

_FROM_HEADER = "header"


class _Items(Reader):
    def task_of(self, source: Source) -> str:
        if source.options["task"] != _FROM_HEADER:
            return source.options["task"]
        records = read_records(source.place, Item)
        next(iter(records), None)
        if records.header is None or records.header.task is None:
            raise ZelligError(
                "the file does not say which task its items belong to",
                path=source.place,
                line=1,
                field="task",
                remedy=f"Add a header line, or say items:{source.place}?task=sentiment (or another task).",
            )
        return get_task(records.header.task).name

    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        return iter(read_records(source.place, Item))

    def encode(self, items: Iterable[Item], form: str, task: str) -> Iterator[bytes]:
        yield msgspec.json.encode(Header(zellig=KINDS[Item], task=task or None)) + b"\n"
        yield from map(encode_record, items)


ITEMS = _Items(
    name="items",
    description="Zellig's own JSONL of items, any task",
    licence="that of the file",
    citation="",
    options={"task": (_FROM_HEADER, *names("tasks"))},
    forms=("jsonl",),
)
