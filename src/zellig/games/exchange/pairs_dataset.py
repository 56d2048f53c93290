"""The pairs of a game as a folder for Hugging Face `datasets`, with what its card says of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any

from zellig.games.breaking.table import pair_frame
from zellig.games.contest.contest import Contest
from zellig.games.datasets_folder import Card, dataset_files
from zellig.measures.outcomes import judge_items

if TYPE_CHECKING:
    import polars

_CARD, _DEV = (files("zellig.games.exchange") / "data" / name for name in ("pairs-card.md", "dev-columns.md"))


@dataclass(frozen=True)
class About:
    """What a card says that the records do not know."""

    title: str
    licence: str
    made: str  # how, in a paragraph or more
    note: str  # what it is, in a citation
    name: str = ""  # what it is called there; empty: by its title
    year: int | None = None
    truth: str = ""  # what judges say of the promises, where some were asked


def pairs_dataset(contest: Contest, about: About) -> Iterator[tuple[str, bytes]]:
    """The files of the folder by their paths in it."""
    tables = {"pairs": pair_frame(contest)}
    if contest.dev.items:
        tables["dev"] = _dev_frame(contest)
    card = Card(
        title=about.title,
        licence=about.licence,
        tags=["minimal-pairs", "robustness", "zellig"],
        text=_CARD,
        words=_words(contest, about),
        note=about.note,
        name=about.name,
        year=about.year,
        categories=["text-classification" if contest.task.labels else "question-answering"],
    )
    return dataset_files(tables, card)


def _dev_frame(contest: Contest) -> polars.DataFrame:
    """One row a development item, with what every system answered."""
    import polars

    items = list(contest.dev.items.values())
    columns: dict[str, Any] = {"id": [item.id for item in items]}
    columns |= {field: [item.fields.get(field) for item in items] for field in contest.task.fields}
    schema: dict[str, Any] = {name: polars.String() for name in columns}
    columns["accepted"] = [list(item.accepted) for item in items]
    schema["accepted"] = polars.List(polars.String())
    for system in (each for each in contest.systems if each in contest.dev_accuracy):
        given = contest.dev.answers[system]
        answers = [given[item.id] for item in items]
        columns[f"answer.{system}"] = answers
        columns[f"right.{system}"] = judge_items(items, [answers], contest.task).right[0].tolist()
        schema |= {f"answer.{system}": polars.String(), f"right.{system}": polars.Boolean()}
    return polars.DataFrame(columns, schema=schema)


def _words(contest: Contest, about: About) -> dict[str, str]:
    task = contest.task
    fields = ", ".join(f"`{side}_{field}`" for field in task.fields for side in ("original", "modified"))
    words = ", ".join(f"`{label}` {task.words[label]}" for label in task.labels if label in task.words)
    dev = Template(_DEV.read_text("utf-8")).substitute(
        fields=", ".join(f"`{field}`" for field in task.fields)
    )
    return {
        "title": about.title,
        "pairs": f"{len(contest.pairs):,} pair{'' if len(contest.pairs) == 1 else 's'}",
        "task": task.name,
        "question": task.question,
        "made": about.made,
        "counts": "\n".join(f"| {what} | {number} |" for what, number in _counts(contest)),
        "truth": about.truth,
        "texts": fields,
        "answers": f": {words}" if words else "",
        "development": dev if contest.dev.items else "",
    }


def _counts(contest: Contest) -> Iterator[tuple[str, str]]:
    yield "pairs", f"{len(contest.pairs):,}"
    for entry in contest.entries:
        yield f"of {entry.name.replace('|', '/')}", f"{len(entry.pairs):,}"
    promises = Counter(pair.promise for pair in contest.pairs)
    for promise, number in sorted(promises.items()):
        yield f"promise `{promise}`", f"{number:,}"
    phenomena = {pair.phenomenon for pair in contest.pairs if pair.phenomenon}
    yield "phenomena", f"{len(phenomena):,}"
    yield "systems that answered", f"{len(contest.systems):,}"
    if contest.dev.items:
        yield "development items", f"{len(contest.dev.items):,}"
