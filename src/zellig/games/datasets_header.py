"""What programs read of the card of a folder for Hugging Face `datasets`: its tables, licence, size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

SPLIT = "test"  # what is in them is there to be answered or studied, and not to be learnt from

_LICENCES = {  # what others call them
    "CC BY 4.0": "cc-by-4.0",
    "CC BY-SA 4.0": "cc-by-sa-4.0",
    "CC BY-NC 4.0": "cc-by-nc-4.0",
    "CC BY-NC-SA 4.0": "cc-by-nc-sa-4.0",
    "CC0 1.0": "cc0-1.0",
    "MIT": "mit",
    "Apache 2.0": "apache-2.0",
}


def card_header(
    title: str, licence: str, rows: int, tables: Sequence[str], more: Mapping[str, Sequence[str]]
) -> str:
    """The header, of which the first table is the default. JSON is YAML, too, and needs no library."""
    known = _LICENCES.get(licence)
    header: dict[str, Any] = {
        "language": ["en"],
        **({"license": known} if known else {"license": "other", "license_name": licence}),
        "pretty_name": title,
        "size_categories": [size_of(rows)],
        **more,
        "configs": [
            {
                "config_name": name,
                **({"default": True} if name == tables[0] else {}),
                "data_files": [{"split": SPLIT, "path": path_of(name)}],
            }
            for name in tables
        ],
    }
    return "\n".join(f"{key}: {msgspec.json.encode(value).decode()}" for key, value in header.items())


def path_of(table: str) -> str:
    """Where a table is in the folder."""
    return f"data/{table}.parquet"


def size_of(number: int) -> str:
    """How the card names a number of rows."""
    names = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
    return next((name for bound, name in names if number < bound), "1M<n<10M")
