"""Tables of (original, changed) texts, as those of items are read, with a row a pair.

Which column is what is told, or taken from its name, and then said. With one column of labels, both sides
have that answer. A table that `zellig export` wrote says more, and gives the pairs back as they were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec

from zellig.corpora.guessing import known_names, plain_name
from zellig.corpora.looks import text_of
from zellig.corpora.rows import Place
from zellig.corpora.table import text_in
from zellig.corpora.table_files import ENDINGS, TableRow, read_rows
from zellig.doors import by_door
from zellig.errors import ZelligError
from zellig.files import lasting
from zellig.items import Item, Pair, Relation
from zellig.notices import note
from zellig.pairs.brought import Key
from zellig.pairs.reading import MODIFIED, OF_PAIR, ORIGINAL, Unpaired, make_pair
from zellig.pairs.tables import ANSWERS_APART
from zellig.tasks import Task
from zellig.tasks.labels import ENOUGH, Meaning, meaning_of

# What columns are called, as `plain_name` has it; the first that is there counts.
OF_ORIGINAL = ("original", "source", "before", "original_sentence", "sentence")
OF_MODIFIED = (
    "modified",
    "changed",
    "contrast",
    "revised",
    "counterfactual",
    "perturbed",
    "transformed",
    "augmented",
    "after",
    *(f"{how}_text" for how in ("changed", "perturbed", "transformed", "augmented")),
    *(f"{how}_sentence" for how in ("modified", "perturbed", "transformed", "augmented")),
)
LABEL_ORIGINAL = ("accepted_original", "original_label", "label_original", "label_before")
LABEL_MODIFIED = (
    "accepted_modified",
    "modified_label",
    "label_modified",
    "changed_label",
    "new_label",
    "label_after",
    "contrast_label",
)
ID = ("id", "pair_id", "pairid")
PROMISE, BREAKER, VICTIM, VALID, FINDINGS = "promise", "breaker", "victim", "valid", "findings"
LINEAGE, FROM_SCRATCH, ID_ORIGINAL, ID_MODIFIED = "lineage", "from_scratch", "id_original", "id_modified"
EXPORTED = (PROMISE, BREAKER, VICTIM, VALID, FINDINGS, LINEAGE, FROM_SCRATCH, ID_ORIGINAL, ID_MODIFIED)
ROLES = ("label", "label_original", "label_modified", "id", *OF_PAIR, *EXPORTED)
PROMISES: tuple[Relation, ...] = get_args(Relation)

Row = Mapping[str, Any]


class Columns(NamedTuple):
    """Which column holds what."""

    original: Mapping[str, str]  # by field of the task
    modified: Mapping[str, str]
    label_original: str
    label_modified: str
    id: str | None
    of_pair: Mapping[str, str]  # phenomenon, rationale, author
    exported: Mapping[str, str]  # what an export says beside that


class ChangedRow(NamedTuple):
    """A row of a table: the pair that it makes, or why it makes none, and what is said about that pair."""

    line: int
    content: Pair | Unpaired
    key: Key
    findings: tuple[str, ...] | None  # against its validity; None where nobody has looked


def read_changed(path: Path) -> list[TableRow]:
    """The rows of a file; refuses one that is no table by its name."""
    if lasting(path).suffix.lower() not in ENDINGS:
        raise ZelligError(
            "what this holds cannot be told from its name",
            path=path,
            remedy=f"Name a file that ends in {', '.join(ENDINGS)}.",
        )
    return list(read_rows(path))


def changed_pairs(
    rows: Sequence[TableRow], task: Task, named: Mapping[str, str], path: Path
) -> Iterator[ChangedRow]:
    """The pairs of a table; refuses columns that are not there or could be two things.

    `named` tells columns: `original`, `modified` (with `_FIELD` where a task has several fields), and ROLES.
    `path` is what the table is called.
    """
    if not rows:
        raise ZelligError("there is no row in it", path=path, remedy="Check that it is the right file.")
    columns = find_columns(rows[0][1], task, named, path)
    answers = _Answers(rows, columns, task, path)
    for number, (line, row) in enumerate(rows, 1):
        place = Place(path, line)
        name = text_in(row, columns.id, place) if columns.id else str(number)
        about = {key: text_in(row, column, place) for key, column in columns.of_pair.items()}
        said = {key: row.get(column) for key, column in columns.exported.items()}
        sides = [
            Item(
                text_of(said.get(own)) or name + end,
                {field: text_in(row, column, place) for field, column in fields.items()},
                answers.of(row.get(label)),
                about,
            )
            for end, own, fields, label in (
                (ORIGINAL, ID_ORIGINAL, columns.original, columns.label_original),
                (MODIFIED, ID_MODIFIED, columns.modified, columns.label_modified),
            )
        ]
        key = text_of(said.get(BREAKER)) or None, text_of(said.get(VICTIM)) or None
        looked = FINDINGS in said and text_of(said.get(VALID))
        findings = tuple(_texts(said[FINDINGS])) if looked else None
        pair = make_pair(name, sides[0], sides[1], task)
        yield ChangedRow(line, _as_said(pair, said, columns), key, findings)


def _as_said(pair: Pair, said: Row, columns: Columns) -> Pair | Unpaired:
    """The pair with what an export says of it."""
    promise = (text_of(said.get(PROMISE)) or pair.promise).strip()
    sides = (pair.original, pair.modified)
    if promise not in PROMISES:
        there = f"There are: {', '.join(PROMISES)}."
        return Unpaired(pair.id, sides, f"{promise!r} is not a promise", there)
    if promise != "same" and (label := columns.label_original) == columns.label_modified:
        say = by_door("--column label_modified=NAME", "columns={'label_modified': 'NAME'}")
        return Unpaired(
            pair.id,
            sides,
            f"the promise {promise!r} needs an answer of the changed text, and {label!r} is that of both",
            f"Add a column label_modified with that answer, or say {say}.",
        )
    return msgspec.structs.replace(
        pair,
        promise=promise,
        lineage=tuple(_texts(said.get(LINEAGE))),
        from_scratch=text_of(said.get(FROM_SCRATCH)) == "true",
    )


def find_columns(row: Row, task: Task, named: Mapping[str, str], path: Path) -> Columns:
    """Which of the columns of a row holds what, by what was told, else by their names."""
    find = _Finder(row, task, named, path)
    original = {field: find.text("original", OF_ORIGINAL, field, field) for field in task.fields}
    # Of several fields, one that has a single column is not changed: the premise of an inference, say.
    kept = {} if len(task.fields) == 1 else original
    modified = {field: find.text("modified", OF_MODIFIED, field, kept.get(field)) for field in task.fields}
    if original == modified:
        raise find.unclear("the changed text", f"modified_{task.fields[-1]}")
    both = find.column("label", [name for names in known_names().label for name in names])
    first = find.column("label_original", LABEL_ORIGINAL) or both
    if first is None:
        raise find.unclear("the answer of the original", "label_original")
    second = find.column("label_modified", LABEL_MODIFIED) or (first if first == both else None)
    if second is None:
        raise find.unclear("the answer of the modified item", "label_modified")
    others = {key: found for key in OF_PAIR if (found := find.column(key, [key])) is not None}
    exported = {key: found for key in EXPORTED if (found := find.column(key, [key])) is not None}
    return Columns(original, modified, first, second, find.column("id", ID), others, exported)


class _Finder:
    """The columns of a table, found by what was told, else by the names that a thing may have."""

    def __init__(self, row: Row, task: Task, named: Mapping[str, str], path: Path) -> None:
        self._there = {plain_name(name): name for name in row}
        self._named, self._path, self._alone = named, path, len(task.fields) == 1
        texts = [f"{side}_{field}" for side in ("original", "modified") for field in task.fields]
        roles = [*(("original", "modified") if self._alone else texts), *ROLES]
        for role, column in named.items():
            if role not in roles:
                there = f"There are: {', '.join(roles)}."
                raise ZelligError(f"{role!r} is not something that a column can hold here", remedy=there)
            if column not in row:
                there = f"There are: {', '.join(row)}."
                raise ZelligError(f"there is no column {column!r}", path=path, remedy=there)

    def column(self, role: str, names: Sequence[str]) -> str | None:
        """The column of a role, if there is one."""
        return self._named.get(role) or next((self._there[n] for n in names if n in self._there), None)

    def text(self, side: str, names: Sequence[str], field: str, otherwise: str | None) -> str:
        """The column of a field on one side."""
        role = side if self._alone else f"{side}_{field}"
        known = [f"{side}_{field}", f"{field}_{side}", *(names if self._alone else ())]
        found = self.column(role, known) or self._there.get(plain_name(otherwise or ""))
        if found is None:
            raise self.unclear(f"the {side} {field}", role)
        return found

    def unclear(self, what: str, role: str) -> ZelligError:
        say = by_door(f"--column {role}=NAME", f"columns={{{role!r}: 'NAME'}}")
        return ZelligError(
            f"it is not clear which column holds {what}",
            path=self._path,
            remedy=f"Say {say}; there are: {', '.join(self._there.values())}.",
        )


class _Answers:
    """What the labels of a table mean, said once."""

    def __init__(self, rows: Iterable[tuple[int, Row]], columns: Columns, task: Task, path: Path) -> None:
        both = dict.fromkeys((columns.label_original, columns.label_modified))
        self._meaning: Mapping[str, str | None] | None = None
        told = f"{path}: original = {', '.join(columns.original.values())}, modified = "
        told += f"{', '.join(columns.modified.values())}, label = {' and '.join(both)}"
        told += f", promise = {columns.exported[PROMISE]}" if PROMISE in columns.exported else ""
        if task.labels:
            every = [label for _, row in rows for column in both for label in _labels(row.get(column))]
            if list(both) == [LABEL_ORIGINAL[0], LABEL_MODIFIED[0]] and set(task.labels).issuperset(every):
                self._meaning = {label: label for label in task.labels}  # as an export has them
            else:
                said = Counter(label for label in every if label.casefold() not in known_names().missing)
                meaning = _meaning(said, columns.label_original, task, path)
                self._meaning = meaning.answers
                told += f": {meaning.in_words(task)}"
        note(told + ("; both sides have that answer" if len(both) == 1 else ""))

    def of(self, value: object) -> tuple[str, ...]:
        """The answers in a cell; none where it is empty, or its label is left out."""
        labels = _labels(value)
        if self._meaning is None:
            return tuple(labels)
        return tuple(answer for label in labels if (answer := self._meaning.get(label)) is not None)


def _meaning(labels: Counter[str], column: str, task: Task, path: Path) -> Meaning:
    try:
        return meaning_of(labels, task, name=column, whole=labels.total() >= ENOUGH)
    except ZelligError as error:
        remedy = f"Write the task's answers into the column: {', '.join(task.labels)}."
        raise ZelligError(error.what, path=path, remedy=remedy) from None


def _labels(value: object) -> list[str]:
    """The labels in a cell."""
    return [label for part in _texts(value) if (label := part.strip())]


def _texts(value: object) -> list[str]:
    """The texts in a cell that are not empty: one, several in one text, or a list."""
    parts = value if isinstance(value, list) else (text_of(value) or "").split(ANSWERS_APART)
    return [text for part in parts if (text := text_of(part) or "")]
