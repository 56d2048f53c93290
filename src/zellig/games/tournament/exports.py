"""A tournament for other programs: QBJ, a table of buzzes, and a folder for Hugging Face `datasets`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING, Any, get_type_hints

from zellig.corpora.questions import ANSWER_LINE
from zellig.corpora.rows import csv_line
from zellig.games.datasets_folder import Card, dataset_files
from zellig.games.match.counting import played
from zellig.games.tournament.qbj import tournament_qbj
from zellig.games.tournament.records import BuzzRecord, buzz_records
from zellig.games.tournament.tournament import Tournament

if TYPE_CHECKING:
    import polars

QBJ, BUZZES, DATASETS = "tournament.qbj", "buzzes.csv", "datasets"

_CARD = files("zellig.games.tournament") / "data" / "card.md"


def export_files(found: Tournament) -> Iterator[tuple[str, bytes]]:
    """The files by their paths in a folder."""
    yield QBJ, tournament_qbj(found)
    yield BUZZES, buzzes_csv(found)
    for name, content in datasets_files(found):
        yield f"{DATASETS}/{name}", content


def buzzes_csv(found: Tournament) -> bytes:
    """One row a buzz, under the names of `BuzzRecord`; truth is `true` or `false`."""
    lines = [csv_line(BuzzRecord._fields)]
    for record in buzz_records(found):
        lines.append(csv_line(_cell(value) for value in record))
    return b"".join(lines)


def datasets_files(found: Tournament) -> Iterator[tuple[str, bytes]]:
    """The tables that have rows, and a card about them."""
    tables = {"buzzes": _buzzes(found), "questions": _questions(found), "games": _games(found)}
    plan = found.beginning.plan
    buzzes, questions, games = (tables[name].height for name in ("buzzes", "questions", "games"))
    sides = Counter(found.beginning.pool.sides.get(each, "") for each in tables["questions"]["question"])
    words = {
        "title": plan.name,
        "buzzes": f"{buzzes:,} buzzes",
        "players": f"{sum(len(team.players) for team in plan.teams):,} players",
        "games": f"{games:,} games",
        "questions": f"{questions:,} questions",
        "design": f"{sides['control']:,} are control and {sides['challenge']:,} challenge questions."
        if found.beginning.pool.sides
        else "They are not divided into control and challenge questions.",
    }
    tags = ["quizbowl", "human-computer", "zellig"]
    note = "Buzzes and questions of a tournament"
    yield from dataset_files(tables, Card(plan.name, plan.licence, tags, _CARD, words, note))


def _cell(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _buzzes(found: Tournament) -> polars.DataFrame:
    import polars

    kinds: dict[type, Any] = {str: polars.String(), int: polars.Int64(), float: polars.Float64()}
    kinds[bool] = polars.Boolean()
    schema = {name: kinds[kind] for name, kind in get_type_hints(BuzzRecord).items()}
    return polars.DataFrame([each._asdict() for each in buzz_records(found)], schema=schema)


def _questions(found: Tournament) -> polars.DataFrame:
    import polars

    names, pool = found.names, found.beginning.pool
    read = Counter(names[each.question] for match in found.matches.values() for each in played(match.score))
    buzzed = Counter(each.question for each in buzz_records(found))
    text, whole = polars.String(), polars.Int64()
    schema = dict.fromkeys(("question", "side", "category", "text", "answer_line"), text)
    rows = [
        {
            "question": item.id,
            "side": pool.sides.get(item.id, ""),
            "category": str(item.metadata.get("category") or ""),
            "text": item.fields["text"],
            "answer_line": str(item.metadata.get(ANSWER_LINE) or ", ".join(item.accepted)),
            "rooms": read[item.id],
            "buzzes": buzzed[item.id],
        }
        for item in pool.tossups()
        if read[item.id]
    ]
    return polars.DataFrame(rows, schema={**schema, "rooms": whole, "buzzes": whole})


def _games(found: Tournament) -> polars.DataFrame:
    import polars

    text, whole = polars.String(), polars.Int64()
    schema = {
        "round": whole,
        "game": whole,
        "first": text,
        "second": text,
        "first_points": whole,
        "second_points": whole,
        "tossups": whole,
        "forfeited": text,
    }
    rows = [
        {
            "round": each.round,
            "game": each.game,
            "first": each.sides[0].team,
            "second": each.sides[1].team,
            "first_points": each.sides[0].points,
            "second_points": each.sides[1].points,
            "tossups": each.tossups,
            "forfeited": ", ".join(each.forfeited),
        }
        for each in found.results
    ]
    return polars.DataFrame(rows, schema=schema)
