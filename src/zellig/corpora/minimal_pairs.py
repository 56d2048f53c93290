"""Minimal pairs of grammaticality: a good sentence, and a bad one that differs from it in one point.

JSONL with the fields `good`, `bad` and perhaps `phenomenon`, or with those of BLiMP; or TSV or CSV with these
columns, in this order where no header names them. The text of an item is the good sentence; the bad one and
the phenomenon are metadata. Our own pairs, `grammaticality`, come with the package.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from zellig.corpora.corpus import Reader, Source
from zellig.corpora.rows import Place, Row, by_column, cell, peek, read_csv, read_jsonl, read_tsv
from zellig.errors import ZelligError
from zellig.files import list_folder, reading
from zellig.items import Item

# The names a field may have; of several in one row the first counts.
GOOD = ("good", "sentence_good")
BAD = ("bad", "sentence_bad")
PHENOMENON = ("phenomenon", "UID", "linguistics_term")
ENDINGS = (".jsonl", ".tsv", ".csv")
COLUMNS = (GOOD[0], BAD[0], PHENOMENON[0])

SAME = "the bad sentence is the good one"

FILE = Path(str(files("zellig.corpora"))) / "data" / "grammaticality.jsonl"


def _rows(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    ending = path.suffix.lower()
    if ending in (".jsonl", ".json"):
        return read_jsonl(path)
    first, rows = peek(read_csv(path) if ending == ".csv" else read_tsv(path))
    if first is not None and not {*GOOD, *BAD, *PHENOMENON}.isdisjoint(first[1]):
        return by_column(path, rows, [_name(first[1], GOOD), _name(first[1], BAD)])
    return _in_order(path, rows)


def _in_order(path: Path, rows: Iterator[Row]) -> Iterator[tuple[int, Mapping[str, str]]]:
    for line, cells in rows:
        if not 2 <= len(cells) <= len(COLUMNS):
            raise ZelligError(
                f"this row has {len(cells)} columns",
                path=path,
                line=line,
                field=BAD[0] if len(cells) < 2 else None,
                remedy="A row is a good sentence, a bad one and, if you like, the phenomenon.",
            )
        yield line, dict(zip(COLUMNS, cells, strict=False))


def _name(row: Mapping[str, Any] | Sequence[str], names: tuple[str, ...]) -> str:
    """What this row calls a field; if it has none of the names, the first of them."""
    return next((name for name in names if name in row), names[0])


def _sentence(row: Mapping[str, Any], name: str, place: Place) -> str:
    text = cell(row, name, place).strip()
    if not text:
        raise ZelligError(
            "the sentence is empty", **place._asdict(), field=name, remedy="Write it, or take the row out."
        )
    return text


def pair_item(row: Mapping[str, Any], place: Place) -> Item:
    """The item of a row; refuses one without two different sentences."""
    bad_name = _name(row, BAD)
    good, bad = _sentence(row, _name(row, GOOD), place), _sentence(row, bad_name, place)
    if good.split() == bad.split():
        raise ZelligError(
            SAME,
            **place._asdict(),
            field=bad_name,
            remedy="Change what makes it bad, or take the row out.",
        )
    name = _name(row, PHENOMENON)
    phenomenon = {PHENOMENON[0]: cell(row, name, place)} if name in row else {}
    return Item(f"{place.path.stem}-{place.line}", {"text": good}, metadata=phenomenon | {"bad": bad})


def minimal_pairs(path: Path, skipped: Counter[str]) -> Iterator[tuple[int, Item]]:
    """The items of a file with their lines; slips of BLiMP are counted."""
    for line, row in _rows(path):
        if _is_slip_of_blimp(row):
            skipped[SAME] += 1
        else:
            yield line, pair_item(row, Place(path, line))


class _MinimalPairs(Reader):
    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        with reading(source.place):
            folder = source.place.is_dir()
        for path in _tables_in(source.place) if folder else [source.place]:
            for _, item in minimal_pairs(path, skipped):
                yield item


def _is_slip_of_blimp(row: Mapping[str, Any]) -> bool:
    """BLiMP as published has a few rows whose two sentences are one: nobody here can correct them."""
    good, bad = (row.get(names[1]) for names in (GOOD, BAD))
    return isinstance(good, str) and bool(good.strip()) and good == bad


def _tables_in(folder: Path) -> list[Path]:
    """The files of a folder, one a phenomenon, as BLiMP has them."""
    found = [path for path in list_folder(folder) if path.suffix.lower() in ENDINGS]
    if not found:
        raise ZelligError(
            "there are no minimal pairs here", path=folder, remedy=f"Files end in {', '.join(ENDINGS)}."
        )
    return found


# No task asks about one sentence. A text whose sentiment nobody has judged is the nearest that there is, and
# whatever works on texts works on these.
MINIMAL_PAIRS = _MinimalPairs(
    name="minimal-pairs",
    description="Good sentences, each with a bad one (JSONL also as in BLiMP, TSV, CSV); no answers",
    licence="that of the file (BLiMP: CC BY 4.0)",
    citation=(
        "For BLiMP: Alex Warstadt, Alicia Parrish, Haokun Liu, Anhad Mohananey, Wei Peng, Sheng-Fu Wang and "
        "Samuel R. Bowman. 2020. BLiMP: The Benchmark of Linguistic Minimal Pairs for English."
    ),
    task="sentiment",
)

GRAMMATICALITY = _MinimalPairs(
    name="grammaticality",
    description="Eight phenomena of English with fifty minimal pairs each; no answers",
    licence="Apache-2.0",
    citation="Written for Zellig.",
    task="sentiment",
    file=FILE,
)
