"""The making of a run in portions: by an engine; what is made is kept until its entries are whole.

One pool of workers serves the whole run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from zellig.engine import Engine
from zellig.games.breaking.making import Made, Maker, Work, chunks, make
from zellig.items import Item
from zellig.store.parts import clear_parts, forget_parts, in_parts, missing_parts
from zellig.store.run import Run


@dataclass(frozen=True)
class Portion:
    """Some items for the makers of a group."""

    makers: tuple[Maker, ...]
    items: Sequence[Item]
    name: str
    last: bool  # the group is done with it


Tell = Callable[[Portion, Sequence[Made], int, int], None]  # what it gave, how many are done, and in all


def make_entries(
    run: Run,
    makers: Sequence[Maker],
    items: Sequence[Item],
    work: Callable[[tuple[Maker, ...], Sequence[Item]], Work],
    engine: Engine,
    tell: Tell,
) -> Iterator[tuple[Maker, Made]]:
    """All that each maker makes of the items, maker by maker; what a killed run had made is taken up."""
    portions = [
        Portion(group, some, f"{place} of {_name(group)}", last=place == len(parts) - 1)
        for group in groups_of(makers)
        for parts in [list(chunks(items, group))]
        for place, some in enumerate(parts)
    ]
    names = [portion.name for portion in portions]
    missing = missing_parts(run, names)
    jobs = (work(portion.makers, portion.items) for portion in portions if portion.name in missing)
    totals: dict[Maker, Made] = {}
    group: list[str] = []
    with closing(in_parts(run, names, list[Made], engine.in_order(make, jobs))) as results:
        for done, (portion, found) in enumerate(zip(portions, results, strict=True), 1):
            group.append(portion.name)
            for maker, made in zip(portion.makers, found, strict=True):
                totals.setdefault(maker, Made()).add(made)
            tell(portion, found, done, len(portions))
            if portion.last:
                yield from totals.items()
                forget_parts(run, group)
                totals, group = {}, []
    clear_parts(run)


def groups_of(makers: Sequence[Maker]) -> list[tuple[Maker, ...]]:
    """Breakers that ask nothing work together; each of the others works alone."""
    together = tuple(maker for maker in makers if maker.victim is None)
    return ([together] if together else []) + [(maker,) for maker in makers if maker.victim is not None]


def _name(group: Sequence[Maker]) -> str:
    return "those that ask nothing" if group[0].victim is None else group[0].entry
