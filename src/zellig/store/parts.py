"""Long work in parts, each kept on disk until all are put together.

So a run that was killed loses the part that it was at, and ends as if it had not been killed.
"""

from __future__ import annotations

import shutil
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import msgspec

from zellig.decoding import decode_json
from zellig.files import opened, write_text, writing
from zellig.store.run import Run

PARTS = "parts"

T = TypeVar("T")


def missing_parts(run: Run, names: Iterable[str]) -> set[str]:
    """The parts that have to be made yet."""
    return {name for name in names if not _file(run, name).is_file()}


def in_parts(run: Run, names: Sequence[str], kind: type[T], made: Generator[T]) -> Generator[T]:
    """What each part gave, in order: as it was kept, or as it comes, to be kept.

    `made` gives those that are missing, in the same order.
    """
    missing = missing_parts(run, names)
    with closing(made):
        for name in names:
            path = _file(run, name)
            yield _keep(run, path, made) if name in missing else _kept(path, kind)


def _keep(run: Run, path: Path, made: Iterator[T]) -> T:
    with run.timed(path.relative_to(run.folder).as_posix()):
        found = next(made)
        write_text(path, msgspec.json.encode(found).decode())
    return found


def _kept(path: Path, kind: type[T]) -> T:
    with opened(path) as stream:
        raw = stream.read()
    return decode_json(raw, kind, path=path, what="a part of a run", remedy="Delete it, and run again.")


def clear_parts(run: Run) -> None:
    """Without any: a run that was killed while it removed them may have left some."""
    folder = run / PARTS
    if folder.is_dir():
        with writing(folder):
            shutil.rmtree(folder)


def _file(run: Run, name: str) -> Path:
    return run / f"{PARTS}/{name}.json"
