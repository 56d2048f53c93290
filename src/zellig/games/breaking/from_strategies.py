"""What strategies make to learn from, chunk by chunk, wherever the work is done.

Its validity is checked, without models: what a check speaks against that the strategy does not waive is not
taught. Format and policy, which are for pairs that others sent in, are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice

from zellig.breakers.strategies.strategy import Strategy
from zellig.breakers.strategies.taxonomy import taxonomy
from zellig.checks.validity import faults_of
from zellig.checks.waivers import waivers_of
from zellig.engine import IN_PROCESS, Engine
from zellig.items import Item, Pair
from zellig.performers import derive_seed
from zellig.tasks import get_task
from zellig.transform.augmentation import Made
from zellig.transform.contrast import CHUNK, checked


@dataclass(frozen=True)
class Chosen:
    """Strategies by their codes, and all that decides what they make."""

    task: str
    codes: tuple[str, ...]
    domain: str
    seed: int


def strategy_pairs(chosen: Chosen, items: Iterable[Item], engine: Engine = IN_PROCESS) -> Iterator[Made]:
    """What each strategy makes of each item and no check of validity speaks against, in the order of the
    items; the seeds are those of `break`."""
    source = checked(items, get_task(chosen.task))
    chunks = iter(lambda: list(islice(source, CHUNK)), [])
    with closing(engine.in_order(partial(_work, chosen), chunks)) as made:
        yield from made


def _work(chosen: Chosen, items: Sequence[Item]) -> Made:
    """All strategies on one chunk, so that its texts are parsed once."""
    made: list[Pair] = []
    waived: dict[str, frozenset[str]] = {}
    for code in chosen.codes:
        strategy = Strategy(code, chosen.task, chosen.domain)
        waived[code] = waivers_of(strategy)
        seeds = [derive_seed(chosen.seed, code, item.id) for item in items]
        for some in strategy.break_items(items, seeds, None):
            made += some
    found = faults_of(made, get_task(chosen.task), models=False, domain=chosen.domain)
    kept = [
        pair
        for pair, faults in zip(made, found, strict=True)
        if waived[pair.phenomenon].issuperset(code for code, _ in faults)
    ]
    alike = {code: taxonomy()[code].one_of or code for code in chosen.codes}
    return Made(len(items), kept, alike, doubted=len(made) - len(kept))
