"""Which column of a table is what, as a small TOML file may say it.

task = "sentiment"
id = "review_id"            # items are numbered by row without it
label = "stars"             # the items have no answers without it
separator = ";"             # of a text file; else it is found out
metadata = ["author"]       # columns to keep
left_out = ["3"]            # labels whose rows are left out

[fields]
text = "body"

[labels]                    # value in the file -> answer of the task
"1" = "-1"
"5" = "+1"

A mapping without `task` or `[fields]` says only what it says: the rest is guessed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping as AnyMapping
from pathlib import Path

import msgspec
import tomli_w

from zellig.corpora.looks import text_of
from zellig.decoding import decode_toml
from zellig.errors import ZelligError
from zellig.files import read_whole
from zellig.tasks import get_task
from zellig.tasks.finding import task_of_file

REMEDY = "An example of a mapping is in docs/reference/corpora.md."


class Mapping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which column is what."""

    task: str | None = None
    fields: dict[str, str] = {}
    id: str | None = None
    label: str | None = None
    labels: dict[str, str] = {}
    left_out: tuple[str, ...] = ()
    separator: str | None = None
    metadata: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Does it say everything, so that nothing is left to guess?"""
        return self.task is not None and bool(self.fields)

    @property
    def columns(self) -> list[str]:
        """Every column that rows must have."""
        named = [*self.fields.values(), *self.metadata, self.id, self.label]
        return [column for column in named if column is not None]


GivenMapping = Mapping | AnyMapping[str, object] | str | Path | None


def read_mapping(path: Path) -> Mapping:
    """Read and check a mapping; refuses unknown keys, and fields that the task does not have or lacks."""
    return _decoded(read_whole(path), path)


def mapping_of(given: GivenMapping) -> Mapping:
    """A mapping as it may be given: the path of a file, the text of one, or its keys and values; or none."""
    if given is None:
        return Mapping()
    if isinstance(given, Mapping):
        return _checked(given, None)
    if isinstance(given, AnyMapping):
        return _decoded(_as_toml(given), None)
    if not isinstance(given, str | os.PathLike):
        raise ZelligError(f"{given!r} is not a mapping", remedy=REMEDY)
    return _decoded(str(given), None) if is_text(given) else read_mapping(Path(given))


def text_of_mapping(given: GivenMapping) -> str:
    """What `mapping_of` understands, as text: the text of the file, or its path."""
    if isinstance(given, Mapping):
        stated = msgspec.to_builtins(given)
        return tomli_w.dumps({key: value for key, value in stated.items() if value})
    return _as_toml(given) if isinstance(given, AnyMapping) else str(given or "")


def _as_toml(given: AnyMapping[str, object]) -> str:
    """The text of a mapping in hand: a label may be a number there, and what is None is not said."""
    stated = {key: value for key, value in given.items() if value is not None}
    if isinstance(labels := stated.get("labels"), AnyMapping):
        stated["labels"] = {text_of(label): answer for label, answer in labels.items()}
    if isinstance(left_out := stated.get("left_out"), list | tuple):
        stated["left_out"] = [text_of(label) for label in left_out]
    try:
        return tomli_w.dumps(stated)
    except (TypeError, ValueError) as error:
        raise ZelligError(f"this is not a mapping ({error})", remedy=REMEDY) from None


def is_text(given: str | Path) -> bool:
    """Is this the text of a mapping, `label = "stars"`, and not the path of its file?"""
    return "=" in str(given) and not os.path.exists(given)


def _decoded(content: bytes | str, path: Path | None) -> Mapping:
    found = decode_toml(content, Mapping, path=path or "the mapping", what="a mapping", remedy=REMEDY)
    return _checked(found, path)


def _checked(mapping: Mapping, path: Path | None) -> Mapping:
    if mapping.task is not None:
        try:
            task = get_task(mapping.task) if path is None else task_of_file(mapping.task, path)
        except ZelligError as error:
            if error.path is not None:  # something is wrong with the task's own file
                raise
            raise ZelligError(error.what, path=path, field="task", remedy=error.remedy) from None
        if mapping.fields and set(mapping.fields) != set(task.fields):
            raise ZelligError(
                f"the fields of {task.name} are {', '.join(task.fields)}",
                path=path,
                field="fields",
                remedy="Name a column for each of them under [fields].",
            )
        mapping = msgspec.structs.replace(mapping, task=task.name)
    if mapping.separator is not None and len(mapping.separator) != 1:
        raise ZelligError(
            "the separator must be one character", path=path, field="separator", remedy='Write e.g. ";".'
        )
    return mapping
