"""Which column of somebody's table is what, from the names of the columns and a look at their values.

What is unclear is not guessed: it is refused with the choice that is to be made.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from collections.abc import Mapping as AnyMapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

from zellig.corpora.looks import MOST_LABELS, Look
from zellig.corpora.mapping import Mapping
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.tasks import Task, get_task
from zellig.tasks.labels import ENOUGH, Meaning, meaning_of

SENTIMENT, NLI = "sentiment", "nli"  # the tasks that columns and labels can tell
LABEL_LINE = 'label = "stars"'  # an example of a mapping
LONGEST_NAME = 6  # words of a column's name
SHOWN = 8  # columns in a sentence

_INNER_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_MARKS = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
_INDEX = re.compile(r"unnamed_\d+")  # how pandas calls the index of a table that was written with it

Looks = AnyMapping[str, Look]


class Names(msgspec.Struct, frozen=True):
    """How columns are called; see columns.toml."""

    text: list[frozenset[str]]
    label: list[frozenset[str]]
    id: list[str]
    pairs: list[tuple[str, str]]
    opinion: frozenset[str]
    missing: frozenset[str]


class Guess(NamedTuple):
    """A complete mapping, and what it takes to be so in words."""

    mapping: Mapping
    sentence: str


def say_task() -> str:
    """How to say the task of data that do not tell it."""
    return (
        f"Say which task it is: {option('task')} (`zellig tasks list` shows them). If it is one of your own, "
        f"{_describe_task()}."
    )


def _describe_task() -> str:
    return f"describe it in a TOML file: {option('task', 'FILE')} (docs/extend/own-task.md)"


@cache
def known_names() -> Names:
    """The names of columns.toml."""
    content = files("zellig").joinpath("corpora/data/columns.toml").read_bytes()
    return msgspec.toml.decode(content, type=Names)


def plain_name(column: str) -> str:
    """The name of a column as it is compared: `Review Text` and `reviewText` are `review_text`."""
    return _MARKS.sub("_", _INNER_CAPITAL.sub("_", column.strip())).strip("_").casefold()


def may_be_id(column: str) -> bool:
    """Is this how columns of ids are called?"""
    return plain_name(column) in known_names().id


def guess(looks: Looks, stated: Mapping, task: str | None = None) -> Guess:
    """Complete what is `stated`; refuses what is unclear, and a task that is not the stated one."""
    wanted = task or stated.task
    if stated.task is not None and wanted != stated.task:
        raise ZelligError(f"the mapping says the task {stated.task}, not {task}", remedy="Say one of them.")
    _refuse_missing(looks, stated)
    _refuse_no_rows(looks)
    if not stated.fields and not stated.label:
        _refuse_no_header(looks)
    fields = stated.fields or _fields(looks, wanted, stated)
    found, label, meaning = _task_and_label(looks, wanted, fields, stated)
    chosen = stated.id or _id(looks, {*fields.values(), label})
    left_out = (*stated.left_out, *sorted(known_names().missing)) if label else ()
    labels = dict(stated.labels)
    if meaning is not None:
        labels = {raw: answer for raw, answer in meaning.answers.items() if answer is not None}
        left_out += tuple(raw for raw, answer in meaning.answers.items() if answer is None)
    mapping = msgspec.structs.replace(
        stated, task=found.name, fields=fields, id=chosen, label=label, labels=labels, left_out=left_out
    )
    return Guess(mapping, _in_words(mapping, looks, found, meaning))


def _refuse_missing(looks: Looks, stated: Mapping) -> None:
    for column in stated.columns:
        if column not in looks:
            raise ZelligError(
                f"there is no column {column!r}", field=column, remedy=f"There are: {_listed(looks)}."
            )


def _refuse_no_rows(looks: Looks) -> None:
    if looks and not any(look.filled or look.empty or not look.plain for look in looks.values()):
        raise ZelligError(f"there are columns ({_listed(looks)}), but no rows", remedy="Add some.")


def _refuse_no_header(looks: Looks) -> None:
    """Refuse a table whose first row is one like the others; names that are known are names."""
    names = known_names()
    known = {*names.text[0], *names.text[1], *names.label[0], *names.label[1], *sum(names.pairs, ())}
    if any(plain_name(column) in known for column in looks):
        return
    for column, look in looks.items():
        text = column.strip()
        if _NUMBER.fullmatch(text) or len(text.split()) > LONGEST_NAME or text in (look.values or ()):
            raise ZelligError(
                f"the columns seem to have no names, but e.g. {text[:60]!r}",
                remedy="Name them, e.g. text and label; those of a file in its first row.",
            )


# -- fields


def _fields(looks: Looks, task: str | None, stated: Mapping) -> dict[str, str]:
    """The column of each field of the task; of a text, or of premise and hypothesis, where none is said."""
    free = {name: look for name, look in looks.items() if name not in stated.columns}
    wanted = get_task(task).fields if task else ()
    by_name = {plain_name(column): column for column in free}
    if wanted and all(plain_name(field) in by_name for field in wanted):
        return {field: by_name[plain_name(field)] for field in wanted}
    pair = _sentence_pair(free) if len(wanted) == 2 or not wanted else None
    if pair is not None:
        return dict(zip(wanted or get_task(NLI).fields, pair, strict=True))
    if len(wanted) > 1:
        raise ZelligError(
            f"it is not clear which columns are {' and '.join(wanted)} (there are {_listed(looks)})",
            remedy=f"Say it, e.g. {_line(wanted[0], next(iter(looks), 'column'))}.",
        )
    field = wanted[0] if wanted else "text"
    return {field: _text(free, field)}


def _sentence_pair(looks: Looks) -> tuple[str, str] | None:
    by_name = {plain_name(column): column for column, look in looks.items() if look.is_text}
    found = [pair for pair in known_names().pairs if by_name.keys() >= set(pair)]
    if len(found) > 1:
        shown = " or ".join(" and ".join(by_name[name] for name in pair) for pair in found)
        raise ZelligError(
            f"it is not clear which columns are the two sentences: {shown}",
            remedy=f"Say it, e.g. {_line('premise', by_name[found[0][0]])}.",
        )
    return (by_name[found[0][0]], by_name[found[0][1]]) if found else None


def _text(looks: Looks, field: str) -> str:
    """The one column that is called like a text and holds texts; else the one that holds prose."""
    found: list[str] = []
    for names in known_names().text:
        found = found or [
            column for column, look in looks.items() if plain_name(column) in names and look.is_text
        ]
    found = found or [column for column, look in looks.items() if look.is_prose and not _is_index(column)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise ZelligError(
            f"no column is obviously the text (there are {_listed(looks)})",
            remedy=f"Name one 'text', or say it: {_line(field, next(iter(looks), 'column'))}.",
        )
    raise ZelligError(
        f"it is not clear which column is the text: {_listed(found)}",
        remedy=f"Say it, e.g. {_line(field, found[0])}.",
    )


# -- task and label


def _task_and_label(
    looks: Looks, task: str | None, fields: AnyMapping[str, str], stated: Mapping
) -> tuple[Task, str | None, Meaning | None]:
    """The task, the column of the labels and what they mean, if they are not stated."""
    likely = get_task(task or (NLI if len(fields) > 1 else SENTIMENT))
    if stated.label and (stated.labels or not likely.labels):
        label: str | None = stated.label
        meaning = None
    else:
        candidates = {stated.label: looks[stated.label]} if stated.label else looks
        free = {column: look for column, look in candidates.items() if column not in fields.values()}
        if stated.labels:
            label, meaning = _with_labels(free, stated, likely), None
        else:
            label, meaning = _label(free, likely, named=stated.label is not None)
    if task is None and not (
        stated.labels and likely.labels and {*stated.labels.values()} <= {*likely.labels}
    ):
        _refuse_unclear_task(likely, fields, label, meaning)
    return likely, label, meaning


def _refuse_unclear_task(
    likely: Task, fields: AnyMapping[str, str], label: str | None, meaning: Meaning | None
) -> None:
    """Labels that go by their names tell a task, and so do columns called `premise` or `stars`."""
    if meaning is not None and meaning.named:
        return
    columns = [plain_name(column) for column in (*fields.values(), *([label] if label else ()))]
    if likely.name == NLI and tuple(columns[:2]) == known_names().pairs[0] and meaning is None:
        return
    if meaning is not None and known_names().opinion.intersection(columns):
        return
    if label is None or meaning is None:
        raise ZelligError("no column of labels tells which task this is", remedy=say_task())
    shown = ", ".join(meaning.answers)
    raise ZelligError(f"{shown} in {label!r} can be the labels of many tasks", remedy=say_task())


def _label(looks: Looks, task: Task, *, named: bool) -> tuple[str | None, Meaning | None]:
    """The one column that is called like a label and is understood; else one whose labels go by their names.

    None if there is no such column; refused if one is called so, and not understood.
    """
    refusal: ZelligError | None = None
    for names in [None] if named else known_names().label:
        found: dict[str, Meaning | None] = {}
        for column, look in looks.items():
            if look.filled and (names is None or plain_name(column) in names):
                try:
                    found[column] = _meaning(column, look, task)
                except ZelligError as error:
                    refusal = refusal or error
        if found:
            return _only(found, task)
    if not named and task.labels:
        by_value = {column: meaning for column, look in looks.items() if (meaning := _named(look, task))}
        if by_value:
            return _only(by_value, task)
    if refusal is not None:
        raise refusal
    return None, None


def _with_labels(looks: Looks, stated: Mapping, task: Task) -> str:
    """The one column that has the stated labels and no others."""
    known = {*stated.labels, *stated.left_out}
    found: dict[str, Meaning | None] = {
        column: None for column, look in looks.items() if look.filled and _labels_in(look) <= known
    }
    if not found:
        raise ZelligError(
            f"no column has the labels {', '.join(stated.labels)} and no others",
            remedy=f"Say which column it is, e.g. {option('mapping', LABEL_LINE)}, and each of its labels.",
        )
    return _only(found, task)[0]


def _labels_in(look: Look) -> set[str]:
    return {value for value in look.values or ("",) if value.casefold() not in known_names().missing}


def _only(found: AnyMapping[str, Meaning | None], task: Task) -> tuple[str, Meaning | None]:
    if len(found) > 1:
        line = f'label = "{next(iter(found))}"'
        raise ZelligError(
            f"it is not clear which column is the label for {task.name}: {_listed(found)}",
            remedy=f"Say it, e.g. {option('mapping', line)}.",
        )
    return next(iter(found.items()))


def _meaning(column: str, look: Look, task: Task) -> Meaning | None:
    """What the labels of a column mean; None where the task has open answers."""
    if not task.labels:
        return None
    if look.values is None or not look.plain:
        raise ZelligError(
            f"the column {column!r} has more than {MOST_LABELS} different values, too many for labels",
            field=column,
            remedy=f"Say which column is the label, e.g. {option('mapping', LABEL_LINE)}.",
        )
    values = _labels_in(look)
    try:
        return meaning_of(values, task, name=column, whole=look.filled >= ENOUGH)
    except ZelligError as error:
        raise ZelligError(error.what, remedy=_how_to_say(values, task)) from None


def _how_to_say(labels: Collection[str], task: Task) -> str:
    """A mapping that says what labels mean, to be filled in."""
    each = ", ".join(f'"{label}" = "..."' for label in sorted(labels)[:SHOWN])
    more = ", ..." if len(labels) > SHOWN else ""
    answers = ", ".join(
        f"{label} ({task.words[label]})" if label in task.words else label for label in task.labels
    )
    line = f"labels = {{{each}{more}}}"
    said = f"Say it for each of them: {option('mapping', line)}, with {answers}."
    if len(labels) <= len(task.labels):
        return said
    return f"{said} If it is another task, {_describe_task()}."


def _named(look: Look, task: Task) -> Meaning | None:
    if not look.values or not look.plain:
        return None
    try:
        meaning = _meaning("", look, task)
    except ZelligError:
        return None
    # A single value may be anything, e.g. a column that says "good" in each row.
    return meaning if meaning is not None and meaning.named and len(meaning.answers) > 1 else None


# -- ids and words


def _id(looks: Looks, taken: set[str | None]) -> str | None:
    found = [column for column in looks if may_be_id(column) and column not in taken]
    usable = [column for column in found if _tells_rows_apart(looks[column])]
    # Where there are several, the first name in the list is that of the row itself.
    return min(usable, key=lambda column: known_names().id.index(plain_name(column)), default=None)


def _tells_rows_apart(look: Look) -> bool:
    return look.plain and not look.empty and not look.repeats


def _in_words(mapping: Mapping, looks: Looks, task: Task, meaning: Meaning | None) -> str:
    """E.g. `text = review, label = stars: 1-2 negative, 4-5 positive; 9 rows labelled 3 left out`."""
    said = [f"{field} = {column}" for field, column in mapping.fields.items()]
    if mapping.id is not None:
        said.insert(0, f"id = {mapping.id}")
    if mapping.label is None:
        said.append("no label")
    else:
        foreign = meaning is not None and any(
            label.casefold() != task.words.get(answer or "", answer)
            for label, answer in meaning.answers.items()
        )
        kept = meaning and {label: each for label, each in meaning.answers.items() if each is not None}
        told = meaning._replace(answers=kept).in_words(task) if meaning and kept and foreign else ""
        said.append(f"label = {mapping.label}" + (f": {told}" if told else ""))
    parts = [", ".join(said)]
    if mapping.label is not None and meaning and (counts := looks[mapping.label].values):
        for label, answer in meaning.answers.items():
            if answer is None:
                parts.append(f"{_rows(counts[label])} labelled {label} left out")
    texts = set().union(*(looks[column].empty for column in mapping.fields.values()))
    if texts:
        parts.append(f"{_rows(len(texts))} without a text left out")
    if mapping.label is not None and (unlabelled := _unlabelled(looks[mapping.label], texts)):
        parts.append(f"{_rows(unlabelled)} without a label left out")
    return "; ".join([*parts, f"the task is {task.name}"])


def _unlabelled(look: Look, left_out: set[int]) -> int:
    words = ((value.casefold(), count) for value, count in (look.values or {}).items())
    return len(look.empty - left_out) + sum(count for word, count in words if word in known_names().missing)


def _rows(number: int) -> str:
    return f"{number:,} row{'s' if number != 1 else ''}"


def _is_index(column: str) -> bool:
    return not column.strip() or _INDEX.fullmatch(plain_name(column)) is not None


def _line(field: str, column: str) -> str:
    """The mapping that says which column a field is."""
    return option("mapping", f'fields.{field} = "{column}"')


def _listed(columns: AnyMapping[str, object] | Sequence[str]) -> str:
    shown = [column or "one without a name" for column in columns]
    return ", ".join(shown[:SHOWN]) + (", ..." if len(shown) > SHOWN else "")
