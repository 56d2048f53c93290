"""The making of a run in portions: by workers or here, each kept on disk until its entries are whole.

So a killed run loses a portion at most, and one pool of workers serves the whole run.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

import msgspec

from zellig.decoding import decode_json
from zellig.engine import in_order
from zellig.files import opened, write_text
from zellig.games.breaking.making import Made, Maker, Work, chunks, make
from zellig.items import Item
from zellig.store.run import Run


@dataclass(frozen=True)
class Portion:
    """Some items for the makers of a group."""

    makers: tuple[Maker, ...]
    items: Sequence[Item]
    file: str
    last: bool  # the group is done with it


Tell = Callable[[Portion, Sequence[Made], int, int], None]  # what it gave, how many are done, and in all


def make_entries(
    run: Run,
    makers: Sequence[Maker],
    items: Sequence[Item],
    work: Callable[[tuple[Maker, ...], Sequence[Item]], Work],
    workers: int,
    tell: Tell,
) -> Iterator[tuple[Maker, Made]]:
    """All that each maker makes of the items, maker by maker; what a killed run had made is taken up."""
    portions = [
        Portion(group, some, f"parts/{place} of {_name(group)}.json", last=place == len(parts) - 1)
        for group in groups_of(makers)
        for parts in [list(chunks(items, group))]
        for place, some in enumerate(parts)
    ]
    new = [portion for portion in portions if not run.has(portion.file)]
    jobs = (work(portion.makers, portion.items) for portion in new)
    with closing(in_order(make, jobs, workers)) as results:
        totals: dict[Maker, Made] = {}
        files: list[str] = []
        for done, portion in enumerate(portions, 1):
            found = _made(run, portion.file, results)
            files.append(portion.file)
            for maker, made in zip(portion.makers, found, strict=True):
                totals.setdefault(maker, Made()).add(made)
            tell(portion, found, done, len(portions))
            if portion.last:
                yield from totals.items()
                for file in files:
                    (run / file).unlink()
                totals, files = {}, []
    # All of it: a run that was killed while it removed them has entries that are whole, and parts of them.
    shutil.rmtree(run / "parts", ignore_errors=True)


def groups_of(makers: Sequence[Maker]) -> list[tuple[Maker, ...]]:
    """Breakers that ask nothing work together; each of the others works alone."""
    together = tuple(maker for maker in makers if maker.victim is None)
    return ([together] if together else []) + [(maker,) for maker in makers if maker.victim is not None]


def _name(group: Sequence[Maker]) -> str:
    return "those that ask nothing" if group[0].victim is None else group[0].entry


def _made(run: Run, file: str, results: Iterator[list[Made]]) -> list[Made]:
    """What a portion gave: as it was kept, or as it comes, to be kept."""
    path = run / file
    if not run.has(file):
        found = next(results)
        write_text(path, msgspec.json.encode(found).decode())
        return found
    with opened(path) as stream:
        raw = stream.read()
    return decode_json(raw, list[Made], path=path, what="a part of a run", remedy="Delete it, and run again.")
