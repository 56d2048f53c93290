"""How a spec names a corpus, and what can be done with a name.

`NAME[:SPLIT][?options]` names a corpus that comes from a resource or with Zellig,
`READER:PATH[:SPLIT][?options]` a file or folder in the format of a reader. The last colon part is a split
only if the reader has that split, so paths may contain colons. A plain path, `reviews.csv`, is a table, or a
file of items of our own; `here:NAME` is data that a Python program has handed over.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote

from zellig.corpora.as_written import MAPPING, as_written, split_options
from zellig.corpora.corpus import FREE, Corpus, Reader, Source
from zellig.corpora.mapping import GivenMapping, is_text, text_of_mapping
from zellig.corpora.plain_paths import looks_like_a_path, reader_of_file
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.files import lasting, reading, write_whole
from zellig.items import Item
from zellig.own_objects import HERE, load_object
from zellig.registry import lookup, names
from zellig.resources import find, locate
from zellig.tasks import get_task
from zellig.tasks.finding import name_of

TASK = "task"  # as the mapping, an option of readers that do not know it by themselves


def open_corpus(spec: str, mapping: GivenMapping = None, task: str | None = None) -> Corpus:
    """The corpus a spec names; refuses unknown readers, options and values, and paths that do not exist.

    A task, and a mapping of columns, are for corpora that do not know them by themselves.
    """
    if spec.startswith(HERE):
        return _in_hand(spec)
    full = with_mapping(spec, mapping)
    return Corpus(full, *_taken_apart(full, None if task is None else name_of(task)))


def _in_hand(spec: str) -> Corpus:
    found = load_object(spec)
    if not isinstance(found, Corpus):
        raise ZelligError(f"{spec!r} is not a corpus", remedy="Hand over what corpus_of makes of the data.")
    return found


def with_mapping(spec: str, mapping: GivenMapping) -> str:
    """The spec of a table with the mapping of its columns in it: whoever opens that needs nothing else."""
    if mapping is None:
        return spec
    if spec.startswith(HERE):
        raise ZelligError(f"{spec} knows its columns", remedy="Leave the mapping out.")
    reader, _, options = _reader_of(spec)
    if MAPPING not in reader.options:
        raise ZelligError(
            f"{reader.name} knows its columns", remedy=f"Leave {option('mapping')} out, or use 'table'."
        )
    if f"{MAPPING}=" in options:
        raise ZelligError(
            f"{as_written(spec)} names a mapping already", remedy=f"Leave {option('mapping')} out."
        )
    return f"{spec}{'&' if options else '?'}{MAPPING}={quote(text_of_mapping(mapping))}"


def told_task(task: str | None, spec: str) -> str:
    """The name of the task that was said, or that of a corpus."""
    return open_corpus(spec).task if task is None else name_of(task)


def with_mappings(mapping: GivenMapping, corpus: str, other: str | None) -> tuple[str, str | None]:
    """Two specs, those of tables with the mapping in it; refuses a mapping where none is a table."""
    if mapping is None or other is None or not takes_mapping(other):
        return with_mapping(corpus, mapping), other
    return with_mapping(corpus, mapping) if takes_mapping(corpus) else corpus, with_mapping(other, mapping)


def takes_mapping(spec: str) -> bool:
    """Is this the name of a table?"""
    return not spec.startswith(HERE) and MAPPING in _reader_of(spec)[0].options


def files_named(spec: str) -> list[Path]:
    """The files or the folder that a corpus is read from, told without reading it."""
    if spec.startswith(HERE):
        return []
    reader, source = _taken_apart(spec)
    if reader.resource is not None:
        return [locate(find(reader.resource))[1]]
    mapping = source.options.get(MAPPING)
    return [source.place, *([Path(mapping)] if mapping and not is_text(mapping) else [])]


def names_corpus(spec: str) -> bool:
    """Is this `NAME...`, `READER:PATH...` or `here:NAME` rather than the path of a file?"""
    return spec.startswith(HERE) or re.split(r"[:?]", spec, maxsplit=1)[0] in names("corpora")


def published_as(spec: str) -> Reader | None:
    """The format of a corpus that others have published, told without reading it; None of one's own data."""
    name = re.split(r"[:?]", spec, maxsplit=1)[0]
    reader: Reader | None = lookup("corpora", name) if name in names("corpora") else None
    return reader if reader is not None and reader.citation else None


def _taken_apart(spec: str, task: str | None = None) -> tuple[Reader, Source]:
    reader, rest, options = _reader_of(spec)
    chosen = _choose(reader, options)
    if task is not None and reader.options.get(TASK) == FREE and not chosen[TASK]:
        chosen[TASK] = task
    if TASK in chosen:
        chosen[TASK] = name_of(chosen[TASK])
    if reader.named:
        return reader, Source(reader.file, _only_split(reader, rest[1:]) if rest else None, chosen)
    path, split = _split_path(reader, rest[1:])
    return reader, Source(path, split, chosen)


def _reader_of(spec: str) -> tuple[Reader, str, str]:
    """The reader, what follows its name (with the colon), and the options; a plain path has a reader, too."""
    head, options = split_options(spec)
    name, colon, rest = head.partition(":")
    if name in names("corpora") or not looks_like_a_path(head):
        return lookup("corpora", name), colon + rest, options
    return lookup("corpora", reader_of_file(Path(head))), f":{head}", options


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


def _choose(reader: Reader, text: str) -> dict[str, str]:
    chosen = {name: next(iter(values), "") for name, values in reader.options.items()}
    for part in filter(None, text.split("&")):
        name, _, value = part.partition("=")
        if name not in reader.options:
            there = ", ".join(reader.options) or "none"
            raise ZelligError(
                f"{name!r} is not an option of {reader.name}", field=name, remedy=f"Its options: {there}."
            )
        legal = reader.options[name]
        if legal and value not in legal:
            raise ZelligError(
                f"{value!r} is not a value of the option {name} of {reader.name}",
                field=name,
                remedy=f"Its values: {', '.join(legal)}.",
            )
        chosen[name] = value if legal else unquote(value)
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
