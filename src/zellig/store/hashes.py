"""Hashes of what a run holds when it ends: a file that was edited later is not taken for its own."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from zellig.decoding import decode_json
from zellig.files import read_whole, sha256_of, write_json
from zellig.notices import warn

HASHES = "hashes.json"
SHOWN = 3  # names of files in a sentence


class Hashes(msgspec.Struct, frozen=True):
    """What `hashes.json` holds."""

    sha256: dict[str, str]  # by the name of the file in the run
    schema: int = 1


def note_hashes(folder: Path, parts: Iterable[str]) -> None:
    """Write down the hashes of files, and of all that is in folders, of a run that ends; once."""
    if not (folder / HASHES).is_file():
        found = {name: sha256_of(folder / name) for name in _files(folder, parts)}
        write_json(folder / HASHES, Hashes(found))


def warn_of_changes(folder: Path, parts: Iterable[str]) -> None:
    """Warn if these parts of a run are not as it left them; without hashes, nothing is known."""
    path = folder / HASHES
    if not os.path.isfile(path):  # the method of Path fails in a folder that may not be searched
        return
    remedy = "Delete it: then nobody can tell whether the run was edited."
    known = decode_json(read_whole(path), Hashes, path=path, what="the hashes of a run", remedy=remedy).sha256
    parts = list(parts)
    there = set(_files(folder, parts))
    noted = {name for name in known if _is_in(name, parts)}
    changed = sorted(
        (there ^ noted) | {name for name in there & noted if sha256_of(folder / name) != known[name]}
    )
    if changed:
        more = f" and {len(changed) - SHOWN} more" if len(changed) > SHOWN else ""
        warn(
            f"{folder} was edited after its run had ended, and this is about what is there now: "
            f"{', '.join(changed[:SHOWN])}{more}"
        )


def _files(folder: Path, parts: Iterable[str]) -> Iterator[str]:
    for part in parts:
        path = folder / part
        for each in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if each.is_file():
                yield each.relative_to(folder).as_posix()


def _is_in(name: str, parts: Iterable[str]) -> bool:
    return any(name == part or name.startswith(f"{part}/") for part in parts)
