"""A folder that `load_dataset` of Hugging Face reads: tables, and a card that explains them.

Whatever leaves Zellig as a data set is written here: every card has the same header, and ends with the
licence and how to cite it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from string import Template
from typing import TYPE_CHECKING, Any

import msgspec

from zellig import __version__

if TYPE_CHECKING:
    import polars

README = "README.md"
SPLIT = "test"  # what is in them is there to be answered or studied, and not to be learnt from
UNKNOWN = "unknown"  # a licence that nobody has stated

_LICENCES = {  # what others call them
    "CC BY 4.0": "cc-by-4.0",
    "CC BY-SA 4.0": "cc-by-sa-4.0",
    "CC BY-NC 4.0": "cc-by-nc-4.0",
    "CC BY-NC-SA 4.0": "cc-by-nc-sa-4.0",
    "CC0 1.0": "cc0-1.0",
    "MIT": "mit",
    "Apache 2.0": "apache-2.0",
    UNKNOWN: UNKNOWN,
}
_TYPES = {"String": "string", "Boolean": "bool", "Int64": "int64", "Float64": "float64"}


@dataclass(frozen=True)
class Card:
    """What a card says of tables; `words` fill the places of the text between its header and its licence."""

    title: str
    licence: str
    tags: Sequence[str]
    text: Traversable
    words: Mapping[str, str]
    note: str  # what it is, in a citation
    name: str = ""  # what it is called there; empty: by its title
    year: int | None = None
    categories: Sequence[str] = ()


def dataset_files(tables: Mapping[str, polars.DataFrame], card: Card) -> Iterator[tuple[str, bytes]]:
    """The files of the folder by their paths in it. The first table is what is loaded if none is named; one
    without rows is left out, because `datasets` cannot load it."""
    filled = {name: frame for name, frame in tables.items() if frame.height}
    parts = [
        f"---\n{_header(filled, card)}\n---",
        Template(card.text.read_text("utf-8")).substitute(card.words).strip(),
        f"## Licence\n\n{'Not stated.' if card.licence == UNKNOWN else card.licence}",
        f"## Citation\n\n```bibtex\n{_citation(card)}\n```",
    ]
    yield README, ("\n\n".join(parts) + "\n").encode()
    for name, frame in filled.items():
        content = io.BytesIO()
        frame.write_parquet(content)
        yield _path_of(name), content.getvalue()


def _header(tables: Mapping[str, polars.DataFrame], card: Card) -> str:
    """What programs read of the card. JSON is YAML, too, and needs no library."""
    known = _LICENCES.get(card.licence)
    first = next(iter(tables), None)
    header: dict[str, Any] = {
        "language": ["en"],
        **({"license": known} if known else {"license": "other", "license_name": card.licence}),
        "pretty_name": card.title,
        "size_categories": [size_of(tables[first].height if first else 0)],
        **({"task_categories": card.categories} if card.categories else {}),
        "tags": card.tags,
        "configs": [
            {
                "config_name": name,
                **({"default": True} if name == first else {}),
                "data_files": [{"split": SPLIT, "path": _path_of(name)}],
            }
            for name in tables
        ],
        "dataset_info": [
            {
                "config_name": name,
                "features": [{"name": column, **_type_of(kind)} for column, kind in frame.schema.items()],
            }
            for name, frame in tables.items()
        ],
    }
    return "\n".join(f"{key}: {msgspec.json.encode(value).decode()}" for key, value in header.items())


def _type_of(kind: polars.DataType) -> dict[str, str]:
    """What `datasets` calls the type of a column: one of a few, or a list of one."""
    inner = getattr(kind, "inner", None)
    return {"dtype": _TYPES[str(kind)]} if inner is None else {"list": _TYPES[str(inner)]}


def _path_of(table: str) -> str:
    return f"data/{table}.parquet"


def size_of(number: int) -> str:
    """How the card names a number of rows."""
    names = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
    return next((name for bound, name in names if number < bound), "1M<n<10M")


def _citation(card: Card) -> str:
    title = card.title.replace("{", "(").replace("}", ")")
    name = re.sub("[^a-z0-9]+", "-", (card.name or card.title).lower()).strip("-") or "zellig"
    year = "" if card.year is None else f"  year = {{{card.year}}},\n"
    note = f"{card.note}. Made with Zellig {__version__}"
    return f"@misc{{{name},\n  title = {{{title}}},\n{year}  note = {{{note}}}\n}}"
