"""Breakers in hand in a folder that has their pairs already: do they still make them?

A plan knows such a breaker by its name and its spec alone, and what is there is not made again.
"""

from __future__ import annotations

from collections.abc import Sequence

from zellig.doors import option
from zellig.games.breaking.asking import sample_of
from zellig.games.breaking.making import Maker, Work, make_unchecked
from zellig.items import Item, Pair, pair_hash
from zellig.notices import warn

ORIGINALS = 5  # that are broken again


def originals_to_break_again(originals: Sequence[Item], kept: Sequence[Pair]) -> list[Item]:
    """Some of the originals that there are pairs of, if there are any."""
    broken = {pair.original.id for pair in kept}
    return sample_of([item for item in originals if item.id in broken] or originals, ORIGINALS)


def warn_of_other_pairs(maker: Maker, kept: Sequence[Pair], work: Work, *, whole: bool) -> None:
    """Warn if a breaker makes other pairs of these items than those that were kept.

    The check of pairs may have rejected some: unless the kept ones are the `whole`, more of them say nothing.
    """
    again = set(map(pair_hash, make_unchecked(work, maker).pairs))
    items = {item.id for item in work.items}
    before = {pair_hash(pair) for pair in kept if pair.original.id in items}
    if before - again or (whole and again - before):
        warn(
            f"{maker.breaker} makes other pairs now than when this run was begun; if it was changed, choose "
            f"another {option('out')}: the pairs that it made before are kept"
        )
