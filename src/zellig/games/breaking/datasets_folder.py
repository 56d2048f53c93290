"""A game as a folder that `load_dataset` of Hugging Face reads: tables, and a card that explains them."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any

from zellig import __version__
from zellig.games.breaking.table import pair_frame
from zellig.games.contest.contest import Contest
from zellig.games.datasets_header import card_header, path_of
from zellig.measures.outcomes import judge_items

if TYPE_CHECKING:
    import polars

README = "README.md"

_CARD, _DEV = (
    files("zellig.games.breaking") / "data" / name for name in ("datasets-card.md", "datasets-dev.md")
)


@dataclass(frozen=True)
class About:
    """What a card says that the records do not know."""

    name: str  # a word for it, e.g. in a citation
    title: str
    year: int
    licence: str
    made: str  # how, in a paragraph


def datasets_files(contest: Contest, about: About) -> Iterator[tuple[str, bytes]]:
    """The files of the folder by their paths in it."""
    tables = {"pairs": pair_frame(contest)}
    if contest.dev.items:
        tables["dev"] = _dev_frame(contest)
    yield README, _card(contest, about, list(tables)).encode()
    for name, frame in tables.items():
        content = io.BytesIO()
        frame.write_parquet(content)
        yield path_of(name), content.getvalue()


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


def _card(contest: Contest, about: About, tables: list[str]) -> str:
    task = contest.task
    fields = ", ".join(f"`{side}_{field}`" for field in task.fields for side in ("original", "modified"))
    words = ", ".join(f"`{label}` {task.words[label]}" for label in task.labels if label in task.words)
    dev = Template(_DEV.read_text("utf-8")).substitute(
        fields=", ".join(f"`{field}`" for field in task.fields)
    )
    return Template(_CARD.read_text("utf-8")).substitute(
        header=_header(contest, about, tables),
        title=about.title,
        pairs=f"{len(contest.pairs):,} pair{'' if len(contest.pairs) == 1 else 's'}",
        task=task.name,
        question=task.question,
        made=about.made,
        counts="\n".join(f"| {what} | {number} |" for what, number in _counts(contest)),
        texts=fields,
        answers=f": {words}" if words else "",
        development=dev if "dev" in tables else "",
        licence=about.licence,
        citation=_citation(about),
    )


def _header(contest: Contest, about: About, tables: list[str]) -> str:
    return card_header(
        about.title,
        about.licence,
        len(contest.pairs),
        tables,
        {
            "task_categories": ["text-classification" if contest.task.labels else "question-answering"],
            "tags": ["minimal-pairs", "robustness", "zellig"],
        },
    )


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


def _citation(about: About) -> str:
    title = about.title.replace("{", "(").replace("}", ")")
    return (
        f"@misc{{{about.name},\n  title = {{{title}}},\n  year = {{{about.year}}},\n"
        f"  note = {{Pairs and answers of a contest, run with Zellig {__version__}}}\n}}"
    )
