"""Readers of corpora: every registered one, with every split and option; read, summed up, written again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from fuzz.target import any_of, place, target
from zellig.corpora import convert, open_corpus
from zellig.corpora.corpus import Reader
from zellig.corpora.summary import summarise
from zellig.front.people import quiz_people
from zellig.registry import lookup, names

READERS: dict[str, Reader] = {name: lookup("corpora", name) for name in names("corpora")}


def _specs(reader: Reader, path: Path | None) -> Iterator[str]:
    """The plain name, and one with each split and each value of an option: they do not know of each other."""
    named = reader.name if path is None else f"{reader.name}:{path}"
    yield named
    yield from (f"{named}:{split}" for split in reader.splits)
    for option, values in reader.options.items():
        yield from (f"{named}?{option}={value}" for value in values[1:])


def _use(spec: str, out: Path, mapping: Path | None = None) -> None:
    corpus = open_corpus(spec, mapping)
    summarise(corpus, 3)
    reader = corpus.reader
    again = [partial(convert, corpus, reader.name, out / f"again.{form}") for form in reader.forms]
    any_of([lambda: None, *again])  # not everything that is read can be written


def _read(reader: Reader, folder: Path, out: Path) -> None:
    any_of([partial(_use, spec, out) for spec in _specs(reader, place(folder))])


for _name, _reader in READERS.items():
    if not _reader.named and _name != "table":
        target(f"corpus-{_name}")(partial(_read, _reader))


@target("corpus-table")
def _table(folder: Path, out: Path) -> None:
    for path in sorted(folder.iterdir()):
        if path.name != "mapping.toml":
            _use(f"table:{path}", out, folder / "mapping.toml")


@target("quiz-buzzes")
def _buzzes(folder: Path, out: Path) -> None:
    """A table of buzzes with its questions."""
    quiz_people(folder / "buzzes.csv", questions=folder / "questions.jsonl").picture(out / "people.svg")


@target("quiz-qbj")
def _qbj(folder: Path, out: Path) -> None:
    """Buzzes in QBJ with their questions."""
    from zellig.front.tournament_buzzes import buzz_statistics

    questions = f"tossups:{folder / 'questions.jsonl'}"
    buzz_statistics(folder / "match.qbj", questions=questions).report(out / "page.html")


def _of_resource(reader: Reader, folder: Path, out: Path) -> None:
    """A resource may be a folder of the user's."""
    from zellig.resources import find

    os.environ[find(reader.resource or "").variable] = str(folder)
    any_of([partial(_use, spec, out) for spec in _specs(reader, None)])


for _name, _reader in READERS.items():
    if _reader.resource is not None:
        target(f"corpus-{_name}")(partial(_of_resource, _reader))
