"""The making of a run in portions: by an engine; what is made is kept until its entries are whole.

One pool of workers serves the whole run. What asks a language model is made in this process: its replies are
kept, counted and limited here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from zellig.engine import IN_PROCESS, Engine
from zellig.games.breaking.making import Made, Maker, Work, chunks, make
from zellig.items import Item
from zellig.store.parts import clear_parts, in_parts, missing_parts
from zellig.store.run import Run


@dataclass(frozen=True)
class Portion:
    """Some items for the makers of a group."""

    makers: tuple[Maker, ...]
    items: Sequence[Item]
    name: str
    last: bool  # the group is done with it


ToWork = Callable[[tuple[Maker, ...], Sequence[Item]], Work]
Tell = Callable[[Portion, Sequence[Made], int, int], None]  # what it gave, how many are done, and in all


def make_entries(
    run: Run,
    makers: Sequence[Maker],
    items: Sequence[Item],
    work: ToWork,
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
    jobs = [portion for portion in portions if portion.name in missing]
    totals: dict[Maker, Made] = {}
    whole: deque[tuple[Maker, Made]] = deque()
    with closing(in_parts(run, names, list[Made], _made(jobs, work, engine))) as results:
        for done, (portion, found) in enumerate(zip(portions, results, strict=True), 1):
            for maker, made in zip(portion.makers, found, strict=True):
                totals.setdefault(maker, Made()).add(made)
            tell(portion, found, done, len(portions))
            if portion.last:
                whole.extend(totals.items())
                totals = {}
            if whole:  # one for a portion: nothing is handed out to workers while it is written
                yield whole.popleft()
    yield from whole
    clear_parts(run)


def _made(portions: Sequence[Portion], work: ToWork, engine: Engine) -> Generator[list[Made]]:
    """What each portion gives, in order: those for workers come first."""
    for of_models, by in ((False, engine), (True, IN_PROCESS)):
        some = (each for each in portions if each.makers[0].asks_model is of_models)
        yield from by.in_order(make, (work(each.makers, each.items) for each in some))


def groups_of(makers: Sequence[Maker]) -> list[tuple[Maker, ...]]:
    """Breakers that ask nothing work together; each of the others works alone, the last are those that ask a
    language model."""
    together = tuple(maker for maker in makers if _asks_nobody(maker))
    alone = sorted((each for each in makers if not _asks_nobody(each)), key=lambda each: each.asks_model)
    return ([together] if together else []) + [(maker,) for maker in alone]


def _asks_nobody(maker: Maker) -> bool:
    return maker.victim is None and not maker.asks_model


def _name(group: Sequence[Maker]) -> str:
    return "those that ask nothing" if _asks_nobody(group[0]) else group[0].entry
