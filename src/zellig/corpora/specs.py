"""How a spec names a corpus, and what can be done with a name.

`NAME[:SPLIT][?options]` names a corpus that comes from a resource or with Zellig,
`READER:PATH[:SPLIT][?options]` a file or folder in the format of a reader. The last colon part is a split
only if the reader has that split, so paths may contain colons.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from zellig.corpora.corpus import Corpus, Reader, Source
from zellig.errors import ZelligError
from zellig.files import lasting, reading, write_whole
from zellig.items import Item
from zellig.registry import lookup
from zellig.resources import find, locate
from zellig.tasks import get_task


def open_corpus(spec: str, mapping: Path | None = None) -> Corpus:
    """The corpus a spec names; refuses unknown readers, options and values, and paths that do not exist."""
    return Corpus(spec, *_taken_apart(spec, mapping))


def files_named(spec: str) -> list[Path]:
    """The file or folder that a corpus is read from, told without reading it."""
    reader, source = _taken_apart(spec)
    if reader.resource is not None:
        return [locate(find(reader.resource))[1]]
    return [source.place]


def _taken_apart(spec: str, mapping: Path | None = None) -> tuple[Reader, Source]:
    head, options = _split_options(spec)
    name, colon, rest = head.partition(":")
    reader: Reader = lookup("corpora", name)
    chosen = _choose(reader, options)
    if mapping is not None and not reader.mapped:
        raise ZelligError(f"{reader.name} knows its columns", remedy="Leave --mapping out, or use 'table'.")
    if reader.named:
        return reader, Source(reader.file, _only_split(reader, rest) if colon else None, chosen)
    path, split = _split_path(reader, rest)
    return reader, Source(path, split, chosen, mapping)


def convert(corpus: Corpus, to: str, out: Path) -> int:
    """Write a corpus in the format of another reader, whole or not at all; says how many items."""
    writer: Reader = lookup("corpora", to)
    if writer.task and writer.task != corpus.task:
        raise ZelligError(
            f"{to} holds items of {writer.task}, and {corpus.spec} holds {corpus.task}",
            remedy="Convert to 'items', which holds every task.",
        )
    form = out.suffix.removeprefix(".")
    fields = set(get_task(corpus.task).fields)
    count = 0

    def counted() -> Iterator[Item]:
        nonlocal count
        for item in corpus:
            if item.fields.keys() != fields:
                raise ZelligError(
                    f"the item {item.id!r} has the fields {', '.join(item.fields) or 'none'}, "
                    f"and those of {corpus.task} are {', '.join(sorted(fields))}",
                    path=corpus.source.path,
                    field="fields",
                    remedy="Correct the item, or say another task.",
                )
            count += 1
            yield item

    with write_whole(out) as file:
        writer.write(counted(), file, form if form in writer.forms else "", corpus.task)
    return count


def resource_of(name: str) -> str:
    """The resource behind a named corpus; refuses one that comes with Zellig, and readers of own files."""
    reader: Reader = lookup("corpora", name.partition(":")[0])
    if reader.resource is None:
        whose = "reads files of your own" if reader.file is None else "comes with Zellig"
        raise ZelligError(
            f"{reader.name} {whose}, there is nothing to fetch",
            remedy=f"Write {reader.grammar} where a corpus is wanted.",
        )
    return reader.resource


def _split_options(spec: str) -> tuple[str, str]:
    head, mark, tail = spec.rpartition("?")
    # A question mark inside a path is followed by the rest of the path.
    return (head, tail) if mark and "/" not in tail else (spec, "")


def _choose(reader: Reader, text: str) -> dict[str, str]:
    chosen = {name: values[0] for name, values in reader.options.items()}
    for part in filter(None, text.split("&")):
        name, _, value = part.partition("=")
        if name not in reader.options:
            there = ", ".join(reader.options) or "none"
            raise ZelligError(
                f"{name!r} is not an option of {reader.name}", field=name, remedy=f"Its options: {there}."
            )
        if value not in reader.options[name]:
            raise ZelligError(
                f"{value!r} is not a value of the option {name} of {reader.name}",
                field=name,
                remedy=f"Its values: {', '.join(reader.options[name])}.",
            )
        chosen[name] = value
    return chosen


def _only_split(reader: Reader, split: str) -> str:
    if split not in reader.splits:
        raise ZelligError(
            f"{split!r} is not a split of {reader.name}",
            remedy=f"Its splits: {', '.join(reader.splits) or 'none'}.",
        )
    return split


def _split_path(reader: Reader, rest: str) -> tuple[Path, str | None]:
    if not rest or rest in reader.splits:
        raise ZelligError(
            f"{reader.name} reads files and needs a path",
            remedy=f"Write {reader.grammar}.",
        )
    head, colon, tail = rest.rpartition(":")
    if colon and tail in reader.splits:
        return _existing(Path(head)), tail
    path = Path(rest)
    if colon and os.path.exists(head) and not os.path.exists(path):  # a misspelt split, not a path
        _only_split(reader, tail)
    return _existing(path), None


def _existing(path: Path) -> Path:
    with reading(path):
        empty = lasting(path).stat().st_size == 0 and path.is_file()
    if empty:
        raise ZelligError("the file is empty", path=path, remedy="Check how it was made.")
    return path
