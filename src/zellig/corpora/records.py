"""Our own JSONL of items. The header line says the task; where it does not, the spec must."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NoReturn

from zellig.corpora.corpus import Reader, Source
from zellig.errors import ZelligError
from zellig.items import Item, encode_record, header_of, read_records
from zellig.registry import names
from zellig.tasks import Task, get_task
from zellig.tasks.finding import task_of_file

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
        return task_of_file(records.header.task, source.place).name

    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        task = get_task(self.task_of(source))
        fields, labels = set(task.fields), set(task.labels)

        def fits(item: Item) -> bool:
            return item.fields.keys() == fields and (not labels or labels.issuperset(item.accepted))

        for block in read_records(source.place, Item).blocks():
            if not all(map(fits, block)):
                _complain(source, task, fits)
            yield from block

    def encode(self, items: Iterable[Item], form: str, task: str) -> Iterator[bytes]:
        yield header_of(Item, task or None)
        yield from map(encode_record, items)


def _complain(source: Source, task: Task, fits: Callable[[Item], bool]) -> NoReturn:
    """Name the first line whose item is none of the task's."""
    line, item = next(row for row in read_records(source.place, Item).numbered() if not fits(row[1]))
    if item.fields.keys() != set(task.fields):
        what = f"the item {item.id!r} has the fields {', '.join(map(repr, item.fields)) or 'none'}"
        remedy = f"An item of {task.name} has {', '.join(task.fields)}."
    else:
        wrong = next(answer for answer in item.accepted if answer not in task.labels)
        what = f"the item {item.id!r} has the answer {wrong!r}, which is none of the task {task.name}"
        remedy = f"Use one of {', '.join(task.labels)}."
    raise ZelligError(what, path=source.place, line=line, remedy=remedy)


ITEMS = _Items(
    name="items",
    description="Zellig's own JSONL of items, any task",
    licence="that of the file",
    citation="",
    options={"task": (_FROM_HEADER, *names("tasks"))},
    forms=("jsonl",),
)
