"""The pairs of a game as one table: a row a pair, with what every system did on it.

Who wants a data frame, a file of rows or a spreadsheet of a game starts here; docs/reference/exchange.md
explains the columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from zellig.games.contest.contest import Contest

if TYPE_CHECKING:
    import polars


class Column(NamedTuple):
    """One value a pair; None where nothing is known."""

    kind: Literal["text", "texts", "truth"]
    values: list[object]


def pair_columns(contest: Contest) -> dict[str, list[object]]:
    """The columns of the table by name; where nobody has looked, nothing is known of what is valid."""
    return {name: column.values for name, column in _columns(contest)}


def pair_frame(contest: Contest) -> polars.DataFrame:
    """The table as a frame whose columns have the same types whatever is in them."""
    import polars

    types = {"text": polars.String(), "texts": polars.List(polars.String()), "truth": polars.Boolean()}
    columns = dict(_columns(contest))
    return polars.DataFrame(
        {name: column.values for name, column in columns.items()},
        schema={name: types[column.kind] for name, column in columns.items()},
    )


def _columns(contest: Contest) -> Iterator[tuple[str, Column]]:
    pairs = contest.pairs
    entries = [entry for entry in contest.entries for _ in entry.pairs]
    yield "id", Column("text", [pair.id for pair in pairs])
    yield "id_original", Column("text", [pair.original.id for pair in pairs])
    yield "id_modified", Column("text", [pair.modified.id for pair in pairs])
    yield "breaker", Column("text", [entry.author for entry in entries])
    yield "victim", Column("text", [entry.victim for entry in entries])
    yield "phenomenon", Column("text", [pair.phenomenon for pair in pairs])
    yield "promise", Column("text", [pair.promise for pair in pairs])
    for field in contest.task.fields:
        yield f"original_{field}", Column("text", [pair.original.fields.get(field) for pair in pairs])
        yield f"modified_{field}", Column("text", [pair.modified.fields.get(field) for pair in pairs])
    yield "accepted_original", Column("texts", [list(pair.original.accepted) for pair in pairs])
    yield "accepted_modified", Column("texts", [list(pair.modified.accepted) for pair in pairs])
    yield "rationale", Column("text", [pair.rationale for pair in pairs])
    yield "author", Column("text", [pair.author for pair in pairs])
    yield "lineage", Column("texts", [list(pair.lineage) for pair in pairs])
    yield "from_scratch", Column("truth", [pair.from_scratch for pair in pairs])
    found = [
        None if entry.faults is None else list(entry.faults.get(pair.id, ()))
        for entry, _, pair in contest.rows()
    ]
    yield "valid", Column("truth", [None if codes is None else not codes for codes in found])
    yield "findings", Column("texts", list(found))
    for number, system in enumerate(contest.systems):
        yield from _of_system(contest, number, system)


def _of_system(contest: Contest, number: int, system: str) -> Iterator[tuple[str, Column]]:
    """What one system did; its name comes last in the name of a column, so that no two can be the same."""
    given = contest.answers[system]
    what = contest.outcomes
    for side, of in enumerate(("original", "modified")):
        answers = (getattr(given[name], of) for name in contest.names)
        yield f"answer_{of}.{system}", Column("text", [answer for some in answers for answer in some])
        yield f"right_{of}.{system}", Column("truth", what.right[number, side].tolist())
    yield f"wrong_after_change.{system}", Column("truth", what.modified_wrong[number].tolist())
    yield f"broken.{system}", Column("truth", what.broken[number].tolist())
    yield f"passed.{system}", Column("truth", what.passed[number].tolist())
