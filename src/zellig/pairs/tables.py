"""TSV and CSV tables of a task's items and of predictions; the header says which column is what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from zellig.corpora.qasrl import question_of
from zellig.corpora.rows import Row, peek, read_csv, read_tsv
from zellig.errors import Refuse, ZelligError, refuse
from zellig.items import Item, Prediction
from zellig.tasks import Task

# Other names of a column, as the 2017 shared task and the common corpora have them.
ID = ("id", "sentence_id", "item_id")
ANSWER = ("label", "answer", "sentiment_label", "gold_label")
FIELDS = {
    "text": ("text", "sentence"),
    "premise": ("premise", "sentence1"),
    "hypothesis": ("hypothesis", "sentence2"),
}
SPLIT_SENTENCE = ("prefix", "predicate", "suffix")  # the QA-SRL tables cut the sentence at its predicate
ANSWERS_APART = "###"  # and write several right answers to one question like this


def read_item_rows(
    path: Path, task: Task, *, legal: bool = True, refuse: Refuse = refuse
) -> Iterator[tuple[int, Item]]:
    """The items of a table with their line numbers; an item without an answer is blind.

    An answer that the task does not have is refused, or kept as it stands if not `legal`, for a caller
    who wants to go on. Columns we do not know go into the metadata.
    """
    rows = _rows(path, refuse)
    columns = _header(rows, path)
    take_id = _column(columns, ID, path)
    take_answer = next((columns[name] for name in ANSWER if name in columns), None)
    takes = {field: _places(columns, field, path) for field in task.fields}
    cut = any(len(places) > 1 for places in takes.values())
    used = {take_id, take_answer, *(place for places in takes.values() for place in places)}
    for line, cells in _even(rows, len(columns), path, refuse):
        try:
            accepted = [] if take_answer is None else _answers(cells[take_answer], task, legal)
        except ZelligError as error:
            raise ZelligError(error.what, path=path, line=line, remedy=error.remedy) from None
        yield (
            line,
            Item(
                id=cells[take_id].strip(),
                fields={
                    field: _text(field, [cells[place] for place in places], cut)
                    for field, places in takes.items()
                },
                accepted=tuple(accepted),
                metadata={
                    name: cells[place]
                    for name, place in columns.items()
                    if place not in used and cells[place]
                },
            ),
        )


def is_item_table(path: Path, task: Task) -> bool:
    """Can `read_item_rows` read all of it?"""
    try:
        return all(True for _ in read_item_rows(path, task))
    except ZelligError:
        return False


def has_ids(path: Path) -> bool:
    """Has a table a column of ids, by which its rows could be paired?"""
    first, _ = peek(_rows(path))
    return first is not None and not set(ID).isdisjoint(_names(first[1]))


def read_prediction_rows(path: Path) -> Iterator[tuple[int, Prediction]]:
    """The predictions of a table with their line numbers.

    Without a header the first column is the id and the last one the answer, as in the shared task.
    """
    first, rows = peek(_rows(path))
    if first is None:
        raise _empty(path)
    width = len(first[1])
    if width < 2:
        raise ZelligError(
            "there is only one column here",
            path=path,
            line=first[0],
            remedy="A table of predictions has an id and a label in every row, separated by a tab (.tsv).",
        )
    take_id, take_answer = 0, width - 1
    if _names(first[1])[0] in ID:
        columns = _header(rows, path)
        take_id, take_answer = _column(columns, ID, path), _column(columns, ANSWER, path)
    for line, cells in _even(rows, width, path):
        yield line, Prediction(cells[take_id].strip(), cells[take_answer].strip())


def _rows(path: Path, refuse: Refuse = refuse) -> Iterator[Row]:
    return read_csv(path, refuse=refuse) if path.suffix.lower() == ".csv" else read_tsv(path, refuse=refuse)


class _Columns(dict[str, int]):
    """By name, as it is compared, the place of each column."""

    def __init__(self, names: Sequence[str], written: Sequence[str]) -> None:
        super().__init__({name: place for place, name in enumerate(names)})
        self.written = written


def _header(rows: Iterator[Row], path: Path) -> _Columns:
    first = next(rows, None)
    if first is None:
        raise _empty(path)
    names = _names(first[1])
    counts = Counter(names)
    for name, written in zip(names, first[1], strict=True):
        if counts[name] > 1:
            raise ZelligError(
                f"two columns have the name {written.strip()!r}",
                path=path,
                line=first[0],
                remedy="Give every column its own name.",
            )
    return _Columns(names, [cell.strip() for cell in first[1]])


def _names(cells: Sequence[str]) -> list[str]:
    """Column names as we compare them: the release writes `#id` and `<sentence_id>`."""
    return [cell.strip().strip("#<>").lower() for cell in cells]


def _column(columns: _Columns, names: Sequence[str], path: Path) -> int:
    for name in names:
        if name in columns:
            return columns[name]
    shown = ", ".join(columns.written[:20]) + (" ..." if len(columns) > 20 else "")
    raise ZelligError(
        f"there is no column '{names[0]}' ({shown})",
        path=path,
        line=1,
        remedy=f"The first row names the columns; this one may be called {' or '.join(names)}.",
    )


def _places(columns: _Columns, field: str, path: Path) -> list[int]:
    """The column of a field; the three columns of a sentence that is cut at its predicate."""
    if field == "sentence" and field not in columns and all(name in columns for name in SPLIT_SENTENCE):
        return [columns[name] for name in SPLIT_SENTENCE]
    return [_column(columns, FIELDS.get(field, (field,)), path)]


def _text(field: str, cells: Sequence[str], cut: bool) -> str:
    """The text of a field; `cut` means a table of the QA-SRL release, read as `corpora.qasrl` reads it."""
    if not cut:
        return cells[0]
    if field == "question":
        return question_of([slot.replace("~", " ") for slot in cells[0].split(" ")])
    if field == "predicate":
        return cells[0].lower()
    before, predicate, after = cells
    # The tables shout the predicate; we write it as the sentence would.
    spoken = predicate.lower() if before else predicate.capitalize()
    return " ".join(part for part in (before, spoken, after) if part)


def _answers(cell: str, task: Task, legal: bool) -> list[str]:
    answers = []
    for part in cell.split(ANSWERS_APART):
        if raw := part.strip():
            try:
                answers.append(task.answer(raw))
            except ZelligError:
                if legal:
                    raise
                answers.append(raw)
    return answers


def _even(rows: Iterable[Row], width: int, path: Path, refuse: Refuse = refuse) -> Iterator[Row]:
    for line, cells in rows:
        if len(cells) == width:
            yield line, cells
            continue
        refuse(
            ZelligError(
                f"this row has {len(cells)} columns, and the first one has {width}",
                path=path,
                line=line,
                remedy="Every row needs the same columns: look for missing or additional separators.",
            )
        )


def _empty(path: Path) -> ZelligError:
    return ZelligError(
        "this file is empty", path=path, line=1, remedy="A table starts with a row that names its columns."
    )
