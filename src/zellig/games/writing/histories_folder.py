"""Edit histories as a folder that `load_dataset` of Hugging Face reads: tables, and a card about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from zellig.games.datasets_folder import Card, dataset_files
from zellig.games.writing.histories import History, edits_of, encode, moments

if TYPE_CHECKING:
    import polars

_CARD = files("zellig.games.writing") / "data" / "histories-card.md"


def histories_files(
    found: Sequence[History], title: str, task: str, licence: str, systems: Sequence[str]
) -> Iterator[tuple[str, bytes]]:
    """The files of the folder by their paths in it; `systems` are the titles of those that were heard."""
    tables = {"texts": _texts(found), "moments": _moments(found), "edits": _edits(found)}
    writers = len({each.writer for each in found})
    words = {
        "title": title,
        "texts": f"{len(found):,} text{'' if len(found) == 1 else 's'}",
        "task": task,
        "writers": f"{writers:,} {'person' if writers == 1 else 'people'}",
        "systems": " and ".join(systems),
    }
    tags = ["edit-histories", "adversarial", "zellig"]
    note = "Edit histories of a workshop"
    named = f"How the texts of {title} were written"
    yield from dataset_files(tables, Card(named, licence, tags, _CARD, words, note))


def _texts(found: Sequence[History]) -> polars.DataFrame:
    import polars

    text, whole = polars.String(), polars.Int64()
    words = ("text", "writer", "state", "final", "answer", "category", "subcategory", "rewrites")
    schema: dict[str, Any] = dict.fromkeys(words, text)
    schema |= {"phenomena": polars.List(text), "strokes": whole, "seconds": polars.Float64(), "history": text}
    rows = [
        {
            "text": each.text,
            "writer": each.writer,
            "state": each.state,
            "final": _final(each),
            "answer": each.final.notes.answer or "".join(each.final.notes.accepted[:1]),
            "category": each.final.notes.category,
            "subcategory": each.final.notes.subcategory,
            "rewrites": each.rewrites,
            "phenomena": list(each.phenomena),
            "strokes": len(each.strokes),
            "seconds": each.strokes[-1].seconds if each.strokes else 0.0,
            "history": encode(each).decode(),
        }
        for each in found
    ]
    return polars.DataFrame(rows, schema=schema)


def _final(found: History) -> str:
    fields = found.final.fields
    return fields["text"] if list(fields) == ["text"] else encode(fields).decode()


def _moments(found: Sequence[History]) -> polars.DataFrame:
    import polars

    text, whole = polars.String(), polars.Int64()
    schema = {
        "text": text,
        "stroke": whole,
        "seconds": polars.Float64(),
        "system": text,
        "fingerprint": text,
        "written": text,
        "guess": text,
        "probability": polars.Float64(),
        "rank": whole,
        "buzz": whole,
        "buzz_right": polars.Boolean(),
        "answer": text,
    }
    return polars.DataFrame(
        [row for each in found for row in _heard(each)],
        schema=schema,
    )


def _heard(found: History) -> Iterator[dict[str, object]]:
    prints = {(each.after, each.look.system): each.look.fingerprint for each in found.shown}
    for frame in moments(found):
        for system, said in frame.said.items():
            best = said.guesses[0] if said.guesses else None
            yield {
                "text": found.text,
                "stroke": frame.stroke,
                "seconds": frame.seconds,
                "system": system,
                "fingerprint": prints[frame.stroke, system],
                "written": " ".join(frame.draft.fields.values()),
                "guess": best.answer if best else None,
                "probability": best.probability if best else None,
                "rank": said.rank,
                "buzz": said.bell.word if said.bell else None,
                "buzz_right": said.bell.right if said.bell else None,
                "answer": said.answer or None,
            }


def _edits(found: Sequence[History]) -> polars.DataFrame:
    import polars

    text, whole = polars.String(), polars.Int64()
    schema = {
        "text": text,
        "stroke": whole,
        "seconds": polars.Float64(),
        "system": text,
        "field": text,
        "deleted": text,
        "inserted": text,
        "moves": polars.List(text),
        "before": whole,
        "after": whole,
    }
    rows = [
        {
            "text": each.text,
            "stroke": edit.stroke,
            "seconds": edit.seconds,
            "system": edit.system,
            "field": edit.field,
            "deleted": "".join(part for kind, part in edit.diff if kind == "deleted"),
            "inserted": "".join(part for kind, part in edit.diff if kind == "inserted"),
            "moves": list(edit.moves),
            "before": edit.before,
            "after": edit.after,
        }
        for each in found
        for edit in edits_of(each)
    ]
    return polars.DataFrame(rows, schema=schema)
